import { reactionTypes } from '@skein/contracts/constants';
import type { ReactionType, Thread } from '@skein/contracts/threads';

const pickerOrder: Record<ReactionType, number> = {
  like: 0,
  love: 1,
  laugh: 2,
  wow: 3,
  sad: 4,
  angry: 5,
};

/** The reactions in the order of the picker. */
export const pickerReactions = reactionTypes.toSorted((a, b) => pickerOrder[a] - pickerOrder[b]);

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
  const getCount = (type: ReactionType) => reactions[type] ?? 0;
  const getRank = (type: ReactionType) => (type === myReaction ? Infinity : getCount(type));
  const used = pickerReactions.filter((type) => getCount(type) > 0);
  return {
    total: used.reduce((sum, type) => sum + getCount(type), 0),
    top: used.toSorted((a, b) => getRank(b) - getRank(a)).slice(0, topReactionsMax),
  };
}
