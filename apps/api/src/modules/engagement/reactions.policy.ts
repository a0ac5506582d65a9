import type { ReactionType } from '@skein/contracts/threads';

/** Leaves out the types that nobody chose. */
export type ReactionCounts = Partial<Record<ReactionType, number>>;

/**
 * The reaction of a user after choosing one. Without `on`, choosing the current reaction removes it
 * and another one replaces it. `on: false` removes only the chosen reaction.
 */
export function chooseReaction(
  current: ReactionType | null,
  chosen: ReactionType,
  on: boolean | undefined,
): ReactionType | null {
  if (on ?? current !== chosen) return chosen;
  return current === chosen ? null : current;
}

/** The counts after one user's reaction has changed. */
export function updateCounts(
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
