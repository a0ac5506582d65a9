import type { SmallWorld } from './generated-scenario.ts';

export interface FeedItem {
  id: string;
  repostedBy: string | null;
}

/** What a person is shown, worked out with no regard to speed. */
export function expectedFeed(
  world: SmallWorld,
  feed: 'all' | 'following',
  viewerId: string,
): FeedItem[] {
  const has = (pairs: SmallWorld['follows'], from: string, to: string) =>
    pairs.some(([doer, other]) => doer === from && other === to);
  const isShown = (personId: string) => {
    const person = world.people.find(({ id }) => id === personId);
    if (personId === viewerId) return true;
    if (person === undefined || person.isSuspended) return false;
    if (has(world.blocks, viewerId, personId) || has(world.blocks, personId, viewerId))
      return false;
    if (has(world.mutes, viewerId, personId)) return false;
    return !person.isPrivate || has(world.follows, viewerId, personId);
  };
  const shown = world.threads.filter(
    (t) => t.type !== 'reply' && !t.isDeleted && isShown(t.authorId),
  );
  if (feed === 'all')
    return newestFirst(shown.map((t) => ({ id: t.id, repostedBy: null, key: t.id })));
  const isFeeding = (personId: string) =>
    isShown(personId) && (personId === viewerId || has(world.follows, viewerId, personId));
  const standing = shown.flatMap(({ id, authorId }) => {
    const own = isFeeding(authorId) ? [{ id, repostedBy: null, key: id }] : [];
    const reposts = world.reposts
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
