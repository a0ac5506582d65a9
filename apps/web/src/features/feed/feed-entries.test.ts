import { describe, expect, it } from 'vitest';
import { aThread, aThreadPage } from '../../testing/threads.ts';
import { listEntries } from '../threads/list/list-entries.ts';
import { findNewEntries, withRefreshedCounts, prependHead } from './feed-entries.ts';

const [a, b, c, d, e] = [1, 2, 3, 4, 5].map(() => aThread()) as [
  // The length of the tuple equals the length of the array above.
  ReturnType<typeof aThread>,
  ReturnType<typeof aThread>,
  ReturnType<typeof aThread>,
  ReturnType<typeof aThread>,
  ReturnType<typeof aThread>,
];
const reposter = { id: a.id, username: 'ann', name: 'Ann' };

describe('findNewEntries', () => {
  it('returns nothing if the head has no new threads', () => {
    expect(findNewEntries(aThreadPage([a, b]), [a, b, c])).toEqual([]);
  });

  it('returns the threads above the shown ones', () => {
    expect(findNewEntries(aThreadPage([d, e, a, b]), [a, b, c])).toEqual([d, e]);
  });

  it('finds new threads below a thread that the viewer has just posted', () => {
    expect(findNewEntries(aThreadPage([a, d, e, b]), [a, b, c])).toEqual([d, e]);
  });

  it('ignores threads that moved up after a deletion', () => {
    expect(findNewEntries(aThreadPage([a, c, d]), [a, b, c])).toEqual([]);
  });

  it('includes a shown thread that was reposted meanwhile', () => {
    const reposted = { ...c, repostedBy: reposter };
    expect(findNewEntries(aThreadPage([reposted, a, b]), [a, b, c])).toEqual([reposted]);
  });

  it('returns the whole head if it has no entry in common with the feed', () => {
    expect(findNewEntries(aThreadPage([d, e]), [a, b])).toEqual([d, e]);
  });
});

describe('prependHead', () => {
  const list = {
    pages: [aThreadPage([a, b], 'after b'), aThreadPage([c])],
    pageParams: [null, 'after b'],
  };

  it('adds the new threads at the top and keeps the pages below', () => {
    const merged = prependHead(list, aThreadPage([d, a]));
    expect(listEntries(merged.pages)).toEqual([d, a, b, c]);
    expect(merged.pages[0]?.nextCursor).toBe('after b');
    expect(merged.pageParams).toEqual(list.pageParams);
  });

  it('restarts with the head if threads would be missing', () => {
    const head = aThreadPage([d, e], 'after e');
    expect(prependHead(list, head)).toEqual({ pages: [head], pageParams: [null] });
  });

  it('fills an empty feed', () => {
    const empty = { pages: [aThreadPage([])], pageParams: [null] };
    expect(listEntries(prependHead(empty, aThreadPage([a])).pages)).toEqual([a]);
  });
});

describe('withRefreshedCounts', () => {
  const shown = aThread({ content: 'as read', likesCount: 1 });
  const below = aThread();
  const list = { pages: [aThreadPage([shown, below])], pageParams: [null] };
  const head = aThreadPage([aThread(), { ...shown, content: 'edited', likesCount: 9 }]);

  it('copies counts and likes without changing the order', () => {
    const fresh = withRefreshedCounts(list, head, () => false);
    expect(fresh.pages[0]?.content).toEqual([{ ...shown, likesCount: 9 }, below]);
  });

  it('skips threads with a pending change by the viewer', () => {
    const fresh = withRefreshedCounts(list, head, (id) => id === shown.id);
    expect(fresh.pages[0]?.content).toEqual([shown, below]);
  });
});
