import type { ReactionType } from '@skein/contracts/threads';

/** A type that nobody chose is absent. */
export type ReactionCounts = Partial<Record<ReactionType, number>>;

/**
 * The reaction that a person has after choosing one. Without `on` the same again takes it back and
 * another replaces it; off takes back that one alone.
 */
export function chooseReaction(
  mine: ReactionType | null,
  chosen: ReactionType,
  on: boolean | undefined,
): ReactionType | null {
  if (on ?? mine !== chosen) return chosen;
  return mine === chosen ? null : mine;
}

/** The counts after one person's reaction has changed. */
export function recount(
  counts: ReactionCounts,
  before: ReactionType | null,
  after: ReactionType | null,
): ReactionCounts {
  const changed = { ...counts };
  if (after !== null) changed[after] = (changed[after] ?? 0) + 1;
  if (before !== null) changed[before] = (changed[before] ?? 0) - 1;
  if (before !== null && changed[before] === 0) delete changed[before];
  return changed;
}
