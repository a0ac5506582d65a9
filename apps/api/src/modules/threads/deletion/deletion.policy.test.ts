import { describe, expect, it } from 'vitest';
import { countEach, planDeletion } from './deletion.policy.ts';
import type { DeletionCandidate } from './deletion.policy.ts';

const candidate = (
  id: string,
  parentId: string | null,
  rest: Partial<DeletionCandidate> = {},
): DeletionCandidate => ({
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
function plan(candidates: readonly DeletionCandidate[], ids: readonly string[]) {
  const { deleted, stubs, emptied } = planDeletion(candidates, new Set(ids));
  const collectIds = (part: readonly DeletionCandidate[]) => part.map(({ id }) => id).toSorted();
  return { deleted: collectIds(deleted), stubs: collectIds(stubs), emptied: collectIds(emptied) };
}

describe('planDeletion', () => {
  it('removes a thread without replies and keeps its parent', () => {
    const candidates = [
      candidate('reply', 'root'),
      candidate('root', null, { hasOtherReplies: false }),
    ];
    expect(plan(candidates, ['reply'])).toEqual({
      deleted: ['reply'],
      stubs: [],
      emptied: ['reply'],
    });
  });

  it('leaves a stub for a thread with replies', () => {
    const candidates = [candidate('root', null, { hasOtherReplies: true })];
    expect(plan(candidates, ['root'])).toEqual({ deleted: ['root'], stubs: ['root'], emptied: [] });
  });

  it('removes only the stubs above that lose their last reply', () => {
    const candidates = [
      candidate('leaf', 'above'),
      candidate('above', 'top', { isDeleted: true }),
      candidate('top', 'root', { isDeleted: true, hasOtherReplies: true }),
    ];
    expect(plan(candidates, ['leaf'])).toEqual({
      deleted: ['leaf'],
      stubs: [],
      emptied: ['above', 'leaf'],
    });
  });

  it('handles several threads of one tree in any order', () => {
    const candidates = [
      candidate('root', null),
      candidate('left', 'root'),
      candidate('right', 'root'),
    ];
    const all = ['left', 'right', 'root'];
    expect(plan(candidates, all)).toEqual({ deleted: all, stubs: [], emptied: all });
    expect(plan(candidates, ['root', 'left'])).toEqual({
      deleted: ['left', 'root'],
      stubs: ['root'],
      emptied: ['left'],
    });
  });

  it('removes a chain of any number of stubs', () => {
    const length = 50_000;
    const candidates = Array.from({ length }, (_, level) =>
      candidate(`${level}`, level === 0 ? null : `${level - 1}`, { isDeleted: level < length - 1 }),
    );
    const { emptied } = planDeletion(candidates, new Set([`${length - 1}`]));
    expect(emptied).toHaveLength(length);
  });

  it('plans nothing if a concurrent deletion has finished', () => {
    const candidates = [candidate('deleted', null, { isDeleted: true, hasOtherReplies: true })];
    expect(plan(candidates, ['deleted'])).toEqual({ deleted: [], stubs: [], emptied: [] });
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
