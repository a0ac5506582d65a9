import type { ReactionType, Thread } from '@skein/contracts/threads';

/** The reactions in the order of the picker. */
export const reactionTypes = [
  'like',
  'love',
  'laugh',
  'wow',
  'sad',
  'angry',
] as const satisfies readonly ReactionType[];

const topReactionsMax = 3;

interface ReactionSummary {
  total: number;
  /** The most frequent reactions, with the viewer's own first. */
  top: ReactionType[];
}

/** The reactions that a card shows. */
export function summarizeReactions({
  reactions,
  myReaction,
}: Pick<Thread, 'reactions' | 'myReaction'>): ReactionSummary {
  const countOf = (type: ReactionType) => reactions[type] ?? 0;
  const rankOf = (type: ReactionType) => (type === myReaction ? Infinity : countOf(type));
  const used = reactionTypes.filter((type) => countOf(type) > 0);
  return {
    total: used.reduce((sum, type) => sum + countOf(type), 0),
    top: used.toSorted((a, b) => rankOf(b) - rankOf(a)).slice(0, topReactionsMax),
  };
}
