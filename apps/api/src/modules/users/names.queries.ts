import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { foldText } from '../../platform/fold-text.ts';
import { isListable, stateColumns } from '../../platform/visibility.queries.ts';

const { sql } = Prisma;

/** Names in which the index found similar parts; comparing more of them would take too long. */
const comparedMax = 2000;
const candidatesMax = 40;

/**
 * Name and username as they are searched: `jorg ozturk @jorg`. An index has this very expression.
 * @param person alias of `users`
 */
export function foldedNames(person: Prisma.Sql): Prisma.Sql {
  return sql`search_fold(${person}.name || ' @' || ${person}.username)`;
}

/**
 * A text as it is compared with `foldedNames`, and as part of a pattern of LIKE. Both are empty where
 * nothing of it counts, such as for an accent alone: that finds nobody.
 */
export function foldNameQuery(q: string): { folded: string; pattern: string } {
  const folded = foldText(q);
  return { folded, pattern: folded.replaceAll(/[\\%_]/g, String.raw`\$&`) };
}

/**
 * Users whose names look like a folded text, the most similar first. The database connection sets
 * the least similarity that the index finds.
 * @param isListed a further condition, on the alias `person`
 */
export function listSimilarNames(
  database: Database,
  viewerId: string,
  folded: string,
  isListed = sql`true`,
): Promise<{ id: string; names: string }[]> {
  return database.$queryRaw(sql`
    SELECT person.id, person.names FROM (
      SELECT id, ${foldedNames(sql`users`)} AS names, followers_count, ${stateColumns(sql`users`)}
      FROM users
      WHERE ${folded} <% ${foldedNames(sql`users`)} LIMIT ${comparedMax}::int
    ) person
    WHERE ${isListable(viewerId, sql`person`)}
      AND ${isListed}
    ORDER BY word_similarity(${folded}, person.names) DESC, person.followers_count DESC, person.id
    LIMIT ${candidatesMax}::int`);
}

/** Rows for the hydrator: these people, in this order. */
export function selectUsers(ids: readonly string[]): Prisma.Sql {
  return sql`
    SELECT id AS user_id, NULL::timestamptz AS since, NULL::uuid AS reference, n::int AS position
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS wanted (id, n)`;
}
