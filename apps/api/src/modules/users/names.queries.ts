import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { foldText } from '../../domain/fold-text.ts';
import { isListable, stateColumns } from '../../domain/visibility.queries.ts';
import type { SimilaritySearch } from './similar-names.policy.ts';

const { sql } = Prisma;

const candidatesMax = 40;

/**
 * Name and username in the form used for search: `jorg ozturk @jorg`. A trigger updates it.
 * @param user Alias of `users`.
 */
export function foldedNames(user: Prisma.Sql): Prisma.Sql {
  return sql`${user}.folded_names`;
}

/**
 * A query for comparison with `foldedNames`, and escaped for a LIKE pattern. Both are empty if the
 * query has only ignored characters, such as an accent alone: that matches no user.
 */
export function foldNameQuery(q: string): { folded: string; pattern: string } {
  const folded = foldText(q);
  return { folded, pattern: folded.replaceAll(/[\\%_]/g, String.raw`\$&`) };
}

/**
 * Users whose names are similar to a folded text, the most similar first.
 * @param isListed A further condition on the alias `account`.
 */
export function listSimilarNames(
  database: Database,
  viewerId: string,
  search: SimilaritySearch & { folded: string },
  isListed = sql`true`,
): Promise<{ id: string; names: string }[]> {
  const { folded, minimum, comparedMax } = search;
  const names = foldedNames(sql`users`);
  const conditions = [
    ...search.beginnings.map((word) => sql`${names} ~ ${`(^|[^[:alnum:]])${word}`}`),
    ...search.misspelled.map((word) => sql`${word} <% ${names}`),
  ];
  // The setting of the operator applies until the end of the transaction, which is this statement.
  return database.query(sql`
    WITH settings AS MATERIALIZED (
      SELECT set_config('pg_trgm.word_similarity_threshold', ${String(minimum)}, true) AS minimum
    )
    SELECT account.id, account.names FROM settings CROSS JOIN LATERAL (
      SELECT id, ${names} AS names, followers_count, ${stateColumns(sql`users`)}
      FROM users
      WHERE settings.minimum <> '' AND ${Prisma.join(conditions, ' AND ')}
      LIMIT ${comparedMax}::int
    ) account
    WHERE ${isListable(viewerId, sql`account`)}
      AND ${isListed}
    ORDER BY word_similarity(${folded}, account.names) DESC, account.followers_count DESC, account.id
    LIMIT ${candidatesMax}::int`);
}

/** Rows for the hydrator: these users, in this order. */
export function selectUsers(ids: readonly string[]): Prisma.Sql {
  return sql`
    SELECT id AS user_id, NULL::timestamptz AS since, NULL::uuid AS reference, n::int AS position
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS wanted (id, n)`;
}
