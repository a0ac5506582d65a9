import { describe, expect, it } from 'vitest';
import { countEach, planDeletion } from './deletion.policy.ts';
import type { ChainLink } from './deletion.policy.ts';

const link = (id: string, parentId: string | null, rest: Partial<ChainLink> = {}): ChainLink => ({
  id,
  parentId,
  quotedId: null,
  isReply: parentId !== null,
  isDeleted: false,
  hasOtherReplies: false,
  isLarge: false,
  ...rest,
});

/** The ids of each part of the plan. */
function plan(links: readonly ChainLink[], ids: readonly string[]) {
  const { deleted, stubs, emptied } = planDeletion(links, new Set(ids));
  const idsOf = (part: readonly ChainLink[]) => part.map(({ id }) => id).toSorted();
  return { deleted: idsOf(deleted), stubs: idsOf(stubs), emptied: idsOf(emptied) };
}

describe('planDeletion', () => {
  it('removes a thread without replies and keeps its parent', () => {
    const links = [link('reply', 'root'), link('root', null, { hasOtherReplies: false })];
    expect(plan(links, ['reply'])).toEqual({ deleted: ['reply'], stubs: [], emptied: ['reply'] });
  });

  it('leaves a stub for a thread with replies', () => {
    const links = [link('root', null, { hasOtherReplies: true })];
    expect(plan(links, ['root'])).toEqual({ deleted: ['root'], stubs: ['root'], emptied: [] });
  });

  it('removes only the stubs above that lose their last reply', () => {
    const links = [
      link('leaf', 'above'),
      link('above', 'top', { isDeleted: true }),
      link('top', 'root', { isDeleted: true, hasOtherReplies: true }),
    ];
    expect(plan(links, ['leaf'])).toEqual({
      deleted: ['leaf'],
      stubs: [],
      emptied: ['above', 'leaf'],
    });
  });

  it('handles several threads of one tree in any order', () => {
    const links = [link('root', null), link('left', 'root'), link('right', 'root')];
    const all = ['left', 'right', 'root'];
    expect(plan(links, all)).toEqual({ deleted: all, stubs: [], emptied: all });
    expect(plan(links, ['root', 'left'])).toEqual({
      deleted: ['left', 'root'],
      stubs: ['root'],
      emptied: ['left'],
    });
  });

  it('removes a chain of any number of stubs', () => {
    const length = 50_000;
    const links = Array.from({ length }, (_, level) =>
      link(`${level}`, level === 0 ? null : `${level - 1}`, { isDeleted: level < length - 1 }),
    );
    const { emptied } = planDeletion(links, new Set([`${length - 1}`]));
    expect(emptied).toHaveLength(length);
  });

  it('is empty if a concurrent deletion was faster', () => {
    const links = [link('deleted', null, { isDeleted: true, hasOtherReplies: true })];
    expect(plan(links, ['deleted'])).toEqual({ deleted: [], stubs: [], emptied: [] });
  });
});

it('countEach counts how often each id occurs', () => {
  expect(countEach(['a', null, 'b', 'a'])).toEqual(
    new Map([
      ['a', 2],
      ['b', 1],
    ]),
  );
});
