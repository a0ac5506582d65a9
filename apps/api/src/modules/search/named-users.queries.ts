import type { Database } from '@skein/db';

// Only the users with most followers for each name.
const namesakesMax = 20;

interface NamedUser {
  /** The index of the query. */
  index: number;
  id: string;
}

/**
 * Users whose name and username contain all words of a query, for each query. Does not check
 * visibility, which applies to their threads.
 */
export function listNamedUsers(
  database: Database,
  queries: readonly string[],
): Promise<NamedUser[]> {
  if (queries.length === 0) return Promise.resolve([]);
  // OFFSET 0: looks up the words first, instead of scanning all users in order of followers.
  return database.$queryRaw<NamedUser[]>`
    SELECT (request.n - 1)::int AS index, account.id
    FROM unnest(${queries}::text[]) WITH ORDINALITY AS request (query, n) CROSS JOIN LATERAL (
      SELECT id FROM (
        SELECT id, followers_count FROM users
        WHERE search_document(name || ' ' || username) @@ request.query::tsquery OFFSET 0
      ) named
      ORDER BY followers_count DESC, id LIMIT ${namesakesMax}::int
    ) account`;
}

export async function findUserIds(
  database: Database,
  usernames: readonly string[],
): Promise<string[]> {
  if (usernames.length === 0) return [];
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT id FROM users WHERE username = ANY (${usernames}::text[])`;
  return rows.map(({ id }) => id);
}
