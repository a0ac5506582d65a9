import type { ReactionType, Thread } from '@skein/contracts/threads';

/** In the order of the picker. */
export const reactionTypes = [
  'like',
  'love',
  'laugh',
  'wow',
  'sad',
  'angry',
] as const satisfies readonly ReactionType[];

const shownMax = 3;

interface ReactionSummary {
  total: number;
  /** The most given ones, the person's own first. */
  top: ReactionType[];
}

/** What a card shows of a thread's reactions. */
export function summariseReactions({
  reactions,
  myReaction,
}: Pick<Thread, 'reactions' | 'myReaction'>): ReactionSummary {
  const countOf = (type: ReactionType) => reactions[type] ?? 0;
  const rankOf = (type: ReactionType) => (type === myReaction ? Infinity : countOf(type));
  const given = reactionTypes.filter((type) => countOf(type) > 0);
  return {
    total: given.reduce((sum, type) => sum + countOf(type), 0),
    top: given.toSorted((a, b) => rankOf(b) - rankOf(a)).slice(0, shownMax),
  };
}
