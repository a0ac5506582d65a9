import { describe, expect, it } from 'vitest';
import { aThread, aThreadPage } from '../../../testing/threads.ts';
import { listEntries } from '../../threads/list/list-entries.ts';
import { findNewEntries, withRefreshedCounts, prependHead } from './feed-entries.ts';

const [a, b, c, d, e] = [1, 2, 3, 4, 5].map(() => aThread()) as [
  // A tuple of as many threads as the list above is long.
  ReturnType<typeof aThread>,
  ReturnType<typeof aThread>,
  ReturnType<typeof aThread>,
  ReturnType<typeof aThread>,
  ReturnType<typeof aThread>,
];
const reposter = { id: a.id, username: 'ann', name: 'Ann' };

describe('listNewEntries', () => {
  it('has none when nothing was added', () => {
    expect(findNewEntries(aThreadPage([a, b]), [a, b, c])).toEqual([]);
  });

  it('has what stands above the shown', () => {
    expect(findNewEntries(aThreadPage([d, e, a, b]), [a, b, c])).toEqual([d, e]);
  });

  it('finds what came between an own new thread and the rest', () => {
    expect(findNewEntries(aThreadPage([a, d, e, b]), [a, b, c])).toEqual([d, e]);
  });

  it('does not count what a deletion moved up from below', () => {
    expect(findNewEntries(aThreadPage([a, c, d]), [a, b, c])).toEqual([]);
  });

  it('counts a thread that was reposted since', () => {
    const reposted = { ...c, repostedBy: reposter };
    expect(findNewEntries(aThreadPage([reposted, a, b]), [a, b, c])).toEqual([reposted]);
  });

  it('counts all of a page that no longer meets the shown', () => {
    expect(findNewEntries(aThreadPage([d, e]), [a, b])).toEqual([d, e]);
  });
});

describe('withHead', () => {
  const list = {
    pages: [aThreadPage([a, b], 'after b'), aThreadPage([c])],
    pageParams: [null, 'after b'],
  };

  it('puts the new on top and keeps the pages below', () => {
    const merged = prependHead(list, aThreadPage([d, a]));
    expect(listEntries(merged.pages)).toEqual([d, a, b, c]);
    expect(merged.pages[0]?.nextCursor).toBe('after b');
    expect(merged.pageParams).toEqual(list.pageParams);
  });

  it('starts over where threads would be missing', () => {
    const head = aThreadPage([d, e], 'after e');
    expect(prependHead(list, head)).toEqual({ pages: [head], pageParams: [null] });
  });

  it('fills an empty feed', () => {
    const empty = { pages: [aThreadPage([])], pageParams: [null] };
    expect(listEntries(prependHead(empty, aThreadPage([a])).pages)).toEqual([a]);
  });
});

describe('withFreshCounts', () => {
  const shown = aThread({ content: 'as read', likesCount: 1 });
  const below = aThread();
  const list = { pages: [aThreadPage([shown, below])], pageParams: [null] };
  const head = aThreadPage([aThread(), { ...shown, content: 'edited', likesCount: 9 }]);

  it('takes over counts and marks, and moves nothing', () => {
    const fresh = withRefreshedCounts(list, head, () => false);
    expect(fresh.pages[0]?.content).toEqual([{ ...shown, likesCount: 9 }, below]);
  });

  it('leaves alone what the person has changed since', () => {
    const fresh = withRefreshedCounts(list, head, (id) => id === shown.id);
    expect(fresh.pages[0]?.content).toEqual([shown, below]);
  });
});
