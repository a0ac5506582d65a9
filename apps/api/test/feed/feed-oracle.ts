import type { Scenario } from './generated-scenario.ts';

export interface FeedItem {
  id: string;
  repostedBy: string | null;
}

/** A simple reference implementation of the feed. */
export function expectedFeed(
  scenario: Scenario,
  feed: 'all' | 'following',
  viewerId: string,
): FeedItem[] {
  const has = (pairs: Scenario['follows'], from: string, to: string) =>
    pairs.some(([doer, other]) => doer === from && other === to);
  const isShown = (personId: string) => {
    const user = scenario.users.find(({ id }) => id === personId);
    if (personId === viewerId) return true;
    if (user === undefined || user.isSuspended) return false;
    if (has(scenario.blocks, viewerId, personId) || has(scenario.blocks, personId, viewerId))
      return false;
    if (has(scenario.mutes, viewerId, personId)) return false;
    return !user.isPrivate || has(scenario.follows, viewerId, personId);
  };
  const shown = scenario.threads.filter(
    (t) => t.type !== 'reply' && !t.isDeleted && isShown(t.authorId),
  );
  if (feed === 'all')
    return newestFirst(shown.map((t) => ({ id: t.id, repostedBy: null, key: t.id })));
  const isFeeding = (personId: string) =>
    isShown(personId) && (personId === viewerId || has(scenario.follows, viewerId, personId));
  const standing = shown.flatMap(({ id, authorId }) => {
    const own = isFeeding(authorId) ? [{ id, repostedBy: null, key: id }] : [];
    const reposts = scenario.reposts
      .filter((repost) => repost.threadId === id && isFeeding(repost.userId))
      .map((repost) => ({ id, repostedBy: repost.userId, key: repost.id }));
    return [...own, ...reposts].toSorted((a, b) => (a.key < b.key ? 1 : -1)).slice(0, 1);
  });
  return newestFirst(standing);
}

function newestFirst(items: (FeedItem & { key: string })[]): FeedItem[] {
  return items
    .toSorted((a, b) => (a.key < b.key ? 1 : -1))
    .map(({ id, repostedBy }) => ({ id, repostedBy }));
}
