import type { ThreadRow } from './threads.rows.ts';

/** The root's permission governs replies at every depth. */
export function canReply(row: ThreadRow): boolean {
  return row.deletedAt === null && (row.isRootAddressed ?? row.isAddressed);
}

/** A thread's own permission governs quotes of it; a private account's are its author's alone. */
export function canQuote(row: ThreadRow): boolean {
  const isOpen = row.isOwn || row.author?.isPrivate === false;
  return row.deletedAt === null && isOpen && row.isAddressed;
}
