import { Prisma } from './generated/client.ts';

/**
 * An EXISTS that stays one probe of an index. The plain form PostgreSQL may turn into a hash of
 * everything the viewer, or even everybody, has there.
 */
export function exists(rows: Prisma.Sql): Prisma.Sql {
  // Not IS NOT NULL, which the planner takes to be nearly always true.
  return Prisma.sql`coalesce((SELECT true FROM ${rows} LIMIT 1), false)`;
}
