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
    pairs.some(([actor, other]) => actor === from && other === to);
  const isVisible = (userId: string) => {
    const user = scenario.users.find(({ id }) => id === userId);
    if (userId === viewerId) return true;
    if (user === undefined || user.isSuspended) return false;
    if (has(scenario.blocks, viewerId, userId) || has(scenario.blocks, userId, viewerId))
      return false;
    if (has(scenario.mutes, viewerId, userId)) return false;
    return !user.isPrivate || has(scenario.follows, viewerId, userId);
  };
  const visible = scenario.threads.filter(
    (t) => t.type !== 'reply' && !t.isDeleted && isVisible(t.authorId),
  );
  if (feed === 'all')
    return newestFirst(visible.map((t) => ({ id: t.id, repostedBy: null, key: t.id })));
  const isPublic = (userId: string) =>
    scenario.users.some(({ id, isPrivate }) => id === userId && !isPrivate);
  const isInFollowingFeed = (userId: string) =>
    isVisible(userId) && (userId === viewerId || has(scenario.follows, viewerId, userId));
  const entries = visible.flatMap(({ id, authorId, isTagged }) => {
    const isOfHashtag =
      isTagged && isPublic(authorId) && scenario.hashtagFollowers.includes(viewerId);
    const isOriginalShown = isInFollowingFeed(authorId) || isOfHashtag;
    const original = isOriginalShown ? [{ id, repostedBy: null, key: id }] : [];
    const reposts = scenario.reposts
      .filter((repost) => repost.threadId === id && isInFollowingFeed(repost.userId))
      .filter((repost) => !has(scenario.repostMutes, viewerId, repost.userId))
      .map((repost) => ({ id, repostedBy: repost.userId, key: repost.id }));
    return [...original, ...reposts].toSorted((a, b) => (a.key < b.key ? 1 : -1)).slice(0, 1);
  });
  return newestFirst(entries);
}

function newestFirst(items: (FeedItem & { key: string })[]): FeedItem[] {
  return items
    .toSorted((a, b) => (a.key < b.key ? 1 : -1))
    .map(({ id, repostedBy }) => ({ id, repostedBy }));
}
