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
}

export function planDeletion(links: readonly ChainLink[], ids: ReadonlySet<string>): DeletionPlan {
  const below = Map.groupBy(links, ({ parentId }) => parentId);
  const isToGo = (link: ChainLink) => link.isDeleted || ids.has(link.id);
  const isEmptied = (link: ChainLink): boolean =>
    isToGo(link) && !link.hasOtherReplies && (below.get(link.id) ?? []).every(isEmptied);

  const deleted = links.filter((link) => ids.has(link.id) && !link.isDeleted);
  const emptied = links.filter(isEmptied);
  return { deleted, stubs: deleted.filter((link) => !emptied.includes(link)), emptied };
}

/** How many times each id is there; what is null counts for nothing. */
export function countEach(ids: readonly (string | null)[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
