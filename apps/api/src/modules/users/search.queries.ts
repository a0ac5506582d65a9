import { countCodePoints } from '@skein/contracts/text';
import { Prisma } from '@skein/db';
import { isListable, stateColumns } from '../../platform/visibility.queries.ts';
import { foldedNames, foldNameQuery } from './names.queries.ts';

const { sql } = Prisma;

/** The trigram index finds shorter texts only at the beginning of words. */
const anywhereFromLength = 3;

/**
 * Rows for the hydrator: users by name or username, ignoring case and accents. The order is: exact
 * username, beginning of a name or username, beginning of a word, any other part; then by followers.
 * @param q Not blank, without a leading at sign.
 */
export function selectUsersByName(viewerId: string, q: string, limit: number): Prisma.Sql {
  const { folded, pattern } = foldNameQuery(q);
  const names = foldedNames(sql`users`);
  const [name, username, word] = [`${pattern}%`, `% @${pattern}%`, `% ${pattern}%`];
  // Separate conditions: PostgreSQL estimates an array of patterns badly.
  const isNamed =
    countCodePoints(folded) >= anywhereFromLength
      ? sql`${names} LIKE ${`%${pattern}%`}`
      : sql`${names} LIKE ${name} OR ${names} LIKE ${username} OR ${names} LIKE ${word}`;
  // Names first: the visibility conditions cost more and then apply to few rows.
  return sql`
    WITH named AS MATERIALIZED (
      SELECT id, username, followers_count, ${stateColumns(sql`users`)}, ${names} AS names
      FROM users
      WHERE ${pattern} <> '' AND (${isNamed})
    )
    SELECT ranked.id AS user_id, NULL::timestamptz AS since, NULL::uuid AS reference,
      row_number() OVER (ORDER BY rank, followers_count DESC, ranked.id)::int AS position
    FROM (
      SELECT account.id, account.followers_count, CASE
        WHEN account.username = ${folded} THEN 0
        WHEN account.names LIKE ${name} OR account.names LIKE ${username} THEN 1
        WHEN account.names LIKE ${word} THEN 2
        ELSE 3 END AS rank
      FROM named account
      WHERE ${isListable(viewerId, sql`account`)}
      ORDER BY rank, account.followers_count DESC, account.id LIMIT ${limit}::int
    ) ranked
    ORDER BY rank, followers_count DESC, ranked.id`;
}
