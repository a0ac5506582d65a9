/** Denormalized data that is derived from other rows: how to find and repair deviations. */
export interface Check {
  /** For example `threads.likes_count`. */
  name: string;
  /** The table to scan, in ranges of a uuid column. */
  scanned: TableColumn;
  /**
   * Selects the `key` of `locked` for each deviation in the range ($1, $2] of the scanned column. It
   * reads all rows of the range at once instead of one by one, so that its cost is bounded by the
   * size of the tables even without statistics.
   */
  find: string;
  /**
   * The rows to lock during the repair. Every transaction that changes the checked data locks them
   * too, so that counts are exact while they are locked.
   */
  locked: TableColumn;
  /** Statements that lock rows of other tables for the keys in $1, before those of `locked`. */
  lockedBefore?: readonly string[];
  /** Statements that repair the data of the keys in $1. */
  repair: readonly string[];
  /** A statement that runs after `repair` once per key, in ascending order; $1 is the key. */
  repairEach?: string;
}

export interface TableColumn {
  table: string;
  column: string;
}

/** The condition of `find` that limits a column to the range. */
export function inRange(column: string): string {
  return `${column} > $1 AND ${column} <= $2`;
}
