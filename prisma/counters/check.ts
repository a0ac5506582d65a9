/** Something kept in the database that follows from rows elsewhere: how to find and mend it. */
export interface Check {
  /** Such as `threads.likes_count`. */
  name: string;
  /** The table that is walked through, by ranges of a column of uuids. */
  walked: Place;
  /**
   * Selects a `key` of `locked` for each thing that is wrong, where the walked column is above $1 and
   * up to $2. It reads what belongs to the range as a whole, not for each row: the plan of that is
   * never worse than the tables are large, whatever the planner knows of them.
   */
  find: string;
  /**
   * The rows that are held while it is mended. Whoever changes what the check is about changes or
   * holds these as well: what is counted while they are held is right.
   */
  locked: Place;
  /** Statements that lock rows of other tables for the keys in $1, before those of `locked`. */
  lockedBefore?: readonly string[];
  /** What sets right all that has to do with the keys in $1. */
  mend: readonly string[];
  /** A statement that runs after `mend` for each key alone, in ascending order; $1 is the key. */
  mendEach?: string;
}

export interface Place {
  table: string;
  column: string;
}

/** The condition of `find` for a column that holds what is walked. */
export function inRange(column: string): string {
  return `${column} > $1 AND ${column} <= $2`;
}
