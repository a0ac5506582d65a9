import { Prisma } from './generated/client.ts';

/**
 * An EXISTS that is always one index probe. PostgreSQL may turn the plain form into a hash join that
 * reads all rows of the viewer or of the table.
 */
export function exists(rows: Prisma.Sql): Prisma.Sql {
  // The planner estimates IS NOT NULL as nearly always true.
  return Prisma.sql`coalesce((SELECT true FROM ${rows} LIMIT 1), false)`;
}

/**
 * `exists` for rows that a unique key identifies. Saves the node of the LIMIT: PostgreSQL initializes each node of a
 * plan at every execution. Fails if there are several rows.
 */
export function existsUnique(row: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`coalesce((SELECT true FROM ${row}), false)`;
}
