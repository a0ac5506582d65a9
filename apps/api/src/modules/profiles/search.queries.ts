import { countCodePoints } from '@skein/contracts/text';
import { Prisma } from '@skein/db';
import { isBlockedBetween } from '../users/index.ts';

const { sql } = Prisma;

/** The index knows texts by their runs of three characters; shorter ones only as beginnings. */
const anywhereFromLength = 3;

/**
 * Rows for the hydrator: people by name or username. Whose username or name, or a word of it,
 * begins with the text comes before who only has it somewhere; of equals, whom more people follow.
 * @param q Not blank, without an at sign before it.
 */
export function selectPeopleByName(viewerId: string, q: string, limit: number): Prisma.Sql {
  const text = q.replaceAll(/[\\%_]/g, String.raw`\$&`);
  const [prefix, word] = [`${text}%`, `% ${text}%`];
  const isLong = countCodePoints(q) >= anywhereFromLength;
  // One pattern a condition: of a list of them the planner expects the worst.
  const isNamed = isLong
    ? sql`username ILIKE ${`%${text}%`} OR name ILIKE ${`%${text}%`}`
    : sql`username ILIKE ${prefix} OR name ILIKE ${prefix} OR name ILIKE ${word}`;
  // By name first, whoever they are: few are left for the dearer questions.
  return sql`
    WITH named AS MATERIALIZED (
      SELECT id, username, name, followers_count, suspended_at FROM users
      WHERE ${isNamed}
    )
    SELECT found.id AS person_id, NULL::timestamptz AS since, NULL::uuid AS reference,
      row_number() OVER (ORDER BY rank, followers_count DESC, found.id)::int AS position
    FROM (
      SELECT person.id, person.followers_count, CASE
        WHEN person.username = lower(${q}) THEN 0
        WHEN person.username ILIKE ${prefix} OR person.name ILIKE ${prefix} THEN 1
        WHEN person.name ILIKE ${word} THEN 2
        ELSE 3 END AS rank
      FROM named person
      WHERE person.suspended_at IS NULL AND NOT ${isBlockedBetween(viewerId, sql`person.id`)}
      ORDER BY rank, person.followers_count DESC, person.id LIMIT ${limit}::int
    ) found
    ORDER BY rank, followers_count DESC, found.id`;
}
