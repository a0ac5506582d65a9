import { countCodePoints } from '@skein/contracts/text';
import { Prisma } from '@skein/db';
import { isListable, stateColumns } from '../../platform/visibility.queries.ts';
import { foldedNames, foldNameQuery } from './names.queries.ts';

const { sql } = Prisma;

/** The index knows texts by their runs of three characters; shorter ones only as beginnings. */
const anywhereFromLength = 3;

/**
 * Rows for the hydrator: people by name or username, whatever their case and accents. Whose username
 * or name, or a word of it, begins with the text comes before who only has it somewhere; of equals,
 * whom more people follow.
 * @param q Not blank, without an at sign before it.
 */
export function selectUsersByName(viewerId: string, q: string, limit: number): Prisma.Sql {
  const { folded, pattern } = foldNameQuery(q);
  const names = foldedNames(sql`users`);
  const [name, username, word] = [`${pattern}%`, `% @${pattern}%`, `% ${pattern}%`];
  // One pattern a condition: of a list of them the planner expects the worst.
  const isNamed =
    countCodePoints(folded) >= anywhereFromLength
      ? sql`${names} LIKE ${`%${pattern}%`}`
      : sql`${names} LIKE ${name} OR ${names} LIKE ${username} OR ${names} LIKE ${word}`;
  // By name first, whoever they are: few are left for the dearer questions.
  return sql`
    WITH named AS MATERIALIZED (
      SELECT id, username, followers_count, ${stateColumns(sql`users`)}, ${names} AS names
      FROM users
      WHERE ${pattern} <> '' AND (${isNamed})
    )
    SELECT found.id AS user_id, NULL::timestamptz AS since, NULL::uuid AS reference,
      row_number() OVER (ORDER BY rank, followers_count DESC, found.id)::int AS position
    FROM (
      SELECT person.id, person.followers_count, CASE
        WHEN person.username = ${folded} THEN 0
        WHEN person.names LIKE ${name} OR person.names LIKE ${username} THEN 1
        WHEN person.names LIKE ${word} THEN 2
        ELSE 3 END AS rank
      FROM named person
      WHERE ${isListable(viewerId, sql`person`)}
      ORDER BY rank, person.followers_count DESC, person.id LIMIT ${limit}::int
    ) found
    ORDER BY rank, followers_count DESC, found.id`;
}
