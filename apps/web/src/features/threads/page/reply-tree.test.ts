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

describe('depths', () => {
  it('go down to five, and no further', () => {
    expect(shape(aChain(7))).toEqual(['1┬', '2┬', '3┬', '4┬', '5─5', '5─5', '5─']);
  });

  it('count from the thread the page is about', () => {
    const [first, second, ...deeper] = aChain(4);
    if (!first || !second) throw new Error('too short');
    expect(shape(deeper, second)).toEqual(['1┬', '2─']);
    const [last, ...answers] = aChain(7).slice(4);
    if (!last) throw new Error('too short');
    expect(shape(answers, last)).toEqual(['1─1', '1─']);
  });
});

describe('a hidden parent', () => {
  const hidden = (fields: Partial<Thread>) =>
    aThread({ parentThreadId: null, rootThreadId: main.id, ...fields });
  const segment = (digit: string) => digit.repeat(32);

  it('has one unavailable line above all replies to it', () => {
    const above = segment('1');
    const replies = ['2', '3'].map((digit) =>
      hidden({ threadLevel: 2, threadPath: `${above}${segment(digit)}` }),
    );
    expect(shape(replies)).toEqual(['?1┬', '2─2', '2─']);
    expect(layOutReplyTree(main, replies)[0]?.id).toBe(above);
  });
});

describe('lines', () => {
  it('run past what stands between two replies to the same thread', () => {
    const [a, b] = [replyTo(main), replyTo(main)];
    const under = replyTo(a);
    const deeper = replyTo(under);
    expect(shape([a, under, deeper, replyTo(a), b])).toEqual(['1┬1', '2┬12', '3─12', '2─1', '1─']);
  });
});

describe('whom a reply answers', () => {
  const plainIn = (replies: Thread[], below = main) =>
    layOutReplyTree(below, replies).map(({ isParentShown }) => isParentShown);

  it('is plain from where it stands, but on the last level', () => {
    expect(plainIn(aChain(7))).toEqual([true, true, true, true, true, false, false]);
  });

  it('is plain right below what the page is about', () => {
    const chain = aChain(7);
    const last = chain[5];
    if (!last) throw new Error('too short');
    expect(plainIn(chain.slice(6), last)).toEqual([true]);
  });
});

describe('what is not there', () => {
  it('has its place above replies to it, once', () => {
    const unseen = replyTo(main);
    expect(shape([replyTo(unseen), replyTo(unseen), replyTo(main)])).toEqual([
      '?1┬1',
      '2─12',
      '2─1',
      '1─',
    ]);
  });

  it('does not hand its replies to the one before', () => {
    const [seen, unseen] = [replyTo(main), replyTo(main)];
    expect(shape([seen, replyTo(seen), replyTo(unseen)])).toEqual(['1┬1', '2─1', '?1┬', '2─']);
  });

  it('stays as long as it is deleted with replies to it', () => {
    const stub = replyTo(main, { isDeleted: true, repliesCount: 1 });
    const gone = replyTo(main, { isDeleted: true });
    expect(shape([stub, replyTo(stub), gone])).toEqual(['1┬', '2─']);
  });
});
