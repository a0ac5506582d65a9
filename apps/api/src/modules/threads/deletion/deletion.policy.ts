/** A thread that a deletion reads: one to be deleted, or one above it. */
export interface DeletionCandidate {
  id: string;
  parentId: string | null;
  quotedId: string | null;
  isReply: boolean;
  isDeleted: boolean;
  /** Whether it has direct replies besides the other candidates. */
  hasOtherReplies: boolean;
  /** Whether it has too many dependent rows for one transaction. */
  isLarge: boolean;
}

/** How each thread of a deletion and each stub above changes. */
export interface DeletionPlan {
  /** The threads that were not deleted before. */
  deleted: DeletionCandidate[];
  /** The threads of `deleted` that become stubs, because they have replies. */
  stubs: DeletionCandidate[];
  /** The threads and stubs to remove, because they have no replies. */
  emptied: DeletionCandidate[];
  /** Parents that were not loaded: they may be stubs that lost their last reply. */
  unloadedParentIds: string[];
}

export function planDeletion(
  candidates: readonly DeletionCandidate[],
  ids: ReadonlySet<string>,
): DeletionPlan {
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const replyCounts = countEach(candidates.map(({ parentId }) => parentId));
  const isEmptied = ({ id, isDeleted, hasOtherReplies }: DeletionCandidate): boolean =>
    (isDeleted || ids.has(id)) && !hasOtherReplies && (replyCounts.get(id) ?? 0) === 0;

  const emptied = new Set(candidates.filter(isEmptied));
  // Each may be the last reply of its parent: the set grows during the iteration.
  for (const { parentId } of emptied) {
    const parent = parentId === null ? undefined : byId.get(parentId);
    if (parent === undefined) continue;
    replyCounts.set(parent.id, (replyCounts.get(parent.id) ?? 0) - 1);
    if (isEmptied(parent)) emptied.add(parent);
  }
  const deleted = candidates.filter((candidate) => ids.has(candidate.id) && !candidate.isDeleted);
  return {
    deleted,
    stubs: deleted.filter((candidate) => !emptied.has(candidate)),
    emptied: [...emptied],
    unloadedParentIds: [...emptied].flatMap(({ parentId }) =>
      parentId === null || byId.has(parentId) ? [] : [parentId],
    ),
  };
}

/** How often each id occurs. Ignores null. */
export function countEach(ids: readonly (string | null)[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

export function listIds(candidates: readonly Pick<DeletionCandidate, 'id'>[]): string[] {
  return candidates.map(({ id }) => id);
}
