/** One of the threads that a deletion looks at: what is deleted, and what stands above it. */
export interface ChainLink {
  id: string;
  parentId: string | null;
  quotedId: string | null;
  isReply: boolean;
  isDeleted: boolean;
  /** Whether anything stands right below it besides the other links. */
  hasOtherReplies: boolean;
  /** Whether more is attached to it than goes at once. */
  isHeavy: boolean;
}

/** What becomes of the threads that are deleted, and of what stands above them. */
export interface DeletionPlan {
  /** Those that were there until now. */
  deleted: ChainLink[];
  /** Of these, those that leave a stub: something stands below them. */
  stubs: ChainLink[];
  /** Nothing stands below them any more: of these, the others, and stubs above. */
  emptied: ChainLink[];
  /** Ids above those that were not looked at: stubs there may have lost their last reply, too. */
  unseenIds: string[];
}

export function planDeletion(links: readonly ChainLink[], ids: ReadonlySet<string>): DeletionPlan {
  const byId = new Map(links.map((link) => [link.id, link]));
  const below = countEach(links.map(({ parentId }) => parentId));
  const isEmptied = ({ id, isDeleted, hasOtherReplies }: ChainLink): boolean =>
    (isDeleted || ids.has(id)) && !hasOtherReplies && (below.get(id) ?? 0) === 0;

  const emptied = new Set(links.filter(isEmptied));
  // Each may be the last one below its parent: the set grows while it is gone through.
  for (const { parentId } of emptied) {
    const parent = parentId === null ? undefined : byId.get(parentId);
    if (parent === undefined) continue;
    below.set(parent.id, (below.get(parent.id) ?? 0) - 1);
    if (isEmptied(parent)) emptied.add(parent);
  }
  const deleted = links.filter((link) => ids.has(link.id) && !link.isDeleted);
  return {
    deleted,
    stubs: deleted.filter((link) => !emptied.has(link)),
    emptied: [...emptied],
    unseenIds: [...emptied].flatMap(({ parentId }) =>
      parentId === null || byId.has(parentId) ? [] : [parentId],
    ),
  };
}

/** How many times each id is there; what is null counts for nothing. */
export function countEach(ids: readonly (string | null)[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

export function listIds(links: readonly Pick<ChainLink, 'id'>[]): string[] {
  return links.map(({ id }) => id);
}
