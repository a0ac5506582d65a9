import type { ThreadRow } from './threads.rows.ts';

/** The root's permission governs replies at every depth. */
export function canReply(row: ThreadRow): boolean {
  return row.deletedAt === null && (row.isRootAddressed ?? row.isAddressed);
}

/** What a private account wrote is passed on by its author alone. */
export function canRepost(row: ThreadRow): boolean {
  return row.deletedAt === null && (row.isOwn || row.author?.isPrivate === false);
}

/** Who may pass a thread on may quote it, if its own permission names them. */
export function canQuote(row: ThreadRow): boolean {
  return canRepost(row) && row.isAddressed;
}
