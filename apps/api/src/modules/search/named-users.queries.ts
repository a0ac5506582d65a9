import type { Database } from '@skein/db';

// The best known of those who share a name: threads of all others are found by other words.
const namesakesMax = 20;

interface NamedUser {
  /** Which of the queries it was found by. */
  index: number;
  id: string;
}

/**
 * People with all words of a query in their name and username, for each of the queries. Whether the
 * viewer may see what they wrote is asked of their threads.
 */
export function listNamedUsers(
  database: Database,
  queries: readonly string[],
): Promise<NamedUser[]> {
  if (queries.length === 0) return Promise.resolve([]);
  // Fenced in: the words are looked up first, not in everybody in order of their followers.
  return database.$queryRaw<NamedUser[]>`
    SELECT (asked.n - 1)::int AS index, person.id
    FROM unnest(${queries}::text[]) WITH ORDINALITY AS asked (query, n) CROSS JOIN LATERAL (
      SELECT id FROM (
        SELECT id, followers_count FROM users
        WHERE search_document(name || ' ' || username) @@ asked.query::tsquery OFFSET 0
      ) named
      ORDER BY followers_count DESC, id LIMIT ${namesakesMax}::int
    ) person`;
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
