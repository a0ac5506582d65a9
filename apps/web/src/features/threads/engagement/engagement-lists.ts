import type { Thread } from '@skein/contracts/threads';
import { summarizeReactions } from './reactions.ts';

/** The lists of users and quotes that belong to the counts of a thread. */
export const engagementKinds = ['likes', 'reposts', 'quotes', 'reactions'] as const;

export type EngagementKind = (typeof engagementKinds)[number];

/** The counts of a thread that are not zero, in the order of the lists. */
export function listCounts(thread: Thread): { kind: EngagementKind; count: number }[] {
  const counts: Record<EngagementKind, number> = {
    likes: thread.likesCount,
    reposts: thread.repostsCount,
    quotes: thread.quotesCount,
    reactions: summarizeReactions(thread).total,
  };
  return engagementKinds
    .map((kind) => ({ kind, count: counts[kind] }))
    .filter(({ count }) => count > 0);
}
