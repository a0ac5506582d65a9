import { describe, expect, it } from 'vitest';
import type { Thread } from '@skein/contracts/threads';
import { aThread } from '../../../testing/threads.ts';
import { layOutReplyTree } from './reply-tree.ts';

const main = aThread();
const replyTo = (parent: Thread, fields: Partial<Thread> = {}) =>
  aThread({
    parentThreadId: parent.id,
    rootThreadId: main.id,
    threadLevel: Math.min(5, parent.threadLevel + 1),
    ...fields,
  });

function aChain(length: number): Thread[] {
  const chain: Thread[] = [];
  for (let level = 1; level <= length; level += 1) chain.push(replyTo(chain.at(-1) ?? main));
  return chain;
}

const shape = (replies: Thread[], below = main) =>
  layOutReplyTree(below, replies).map(({ reply, depth, openDepths, hasReplies }) =>
    [reply ? '' : '?', depth, hasReplies ? '┬' : '─', ...openDepths].join(''),
  );

describe('the depth of a reply', () => {
  it('is at most five', () => {
    expect(shape(aChain(7))).toEqual(['1┬', '2┬', '3┬', '4┬', '5─5', '5─5', '5─']);
  });

  it('is relative to the main thread', () => {
    const [first, second, ...deeper] = aChain(4);
    if (!first || !second) throw new Error('too short');
    expect(shape(deeper, second)).toEqual(['1┬', '2─']);
    const [last, ...replies] = aChain(7).slice(4);
    if (!last) throw new Error('too short');
    expect(shape(replies, last)).toEqual(['1─1', '1─']);
  });
});

describe('a hidden parent', () => {
  const hidden = (fields: Partial<Thread>) =>
    aThread({ parentThreadId: null, rootThreadId: main.id, ...fields });
  const segment = (digit: string) => digit.repeat(32);

  it('has one unavailable row above all replies to it', () => {
    const above = segment('1');
    const replies = ['2', '3'].map((digit) =>
      hidden({ threadLevel: 2, threadPath: `${above}${segment(digit)}` }),
    );
    expect(shape(replies)).toEqual(['?1┬', '2─2', '2─']);
    expect(layOutReplyTree(main, replies)[0]?.id).toBe(above);
  });
});

describe('the lines of the tree', () => {
  it('continue past the rows between two replies to the same thread', () => {
    const [a, b] = [replyTo(main), replyTo(main)];
    const under = replyTo(a);
    const deeper = replyTo(under);
    expect(shape([a, under, deeper, replyTo(a), b])).toEqual(['1┬1', '2┬12', '3─12', '2─1', '1─']);
  });
});

describe('isParentShown', () => {
  const parentShownIn = (replies: Thread[], below = main) =>
    layOutReplyTree(below, replies).map(({ isParentShown }) => isParentShown);

  it('is true except on the last level', () => {
    expect(parentShownIn(aChain(7))).toEqual([true, true, true, true, true, false, false]);
  });

  it('is true directly below the main thread', () => {
    const chain = aChain(7);
    const last = chain[5];
    if (!last) throw new Error('too short');
    expect(parentShownIn(chain.slice(6), last)).toEqual([true]);
  });
});

describe('a missing reply', () => {
  it('has one row above its replies', () => {
    const hidden = replyTo(main);
    expect(shape([replyTo(hidden), replyTo(hidden), replyTo(main)])).toEqual([
      '?1┬1',
      '2─12',
      '2─1',
      '1─',
    ]);
  });

  it('does not assign its replies to the previous row', () => {
    const [visible, hidden] = [replyTo(main), replyTo(main)];
    expect(shape([visible, replyTo(visible), replyTo(hidden)])).toEqual([
      '1┬1',
      '2─1',
      '?1┬',
      '2─',
    ]);
  });

  it('is kept while it is deleted but has replies', () => {
    const stub = replyTo(main, { isDeleted: true, repliesCount: 1 });
    const gone = replyTo(main, { isDeleted: true });
    expect(shape([stub, replyTo(stub), gone])).toEqual(['1┬', '2─']);
  });
});
