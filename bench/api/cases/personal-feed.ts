import type { Reader, Stage } from '../stage.ts';

/** Copies who the original readers follow. */
export async function copyFollows(
  stage: Stage,
  originals: readonly Reader[],
  readers: readonly Reader[],
): Promise<void> {
  const ids = readers.map(({ id }) => id);
  await stage.query(`DELETE FROM follows WHERE follower_id = ANY ($1)`, [ids]);
  await stage.query(
    `INSERT INTO follows (follower_id, followee_id, created_at)
     SELECT pair.reader, followee_id, created_at
     FROM unnest($1::uuid[], $2::uuid[]) AS pair (reader, original)
     JOIN follows ON follower_id = pair.original AND followee_id <> pair.reader`,
    [ids, originals.slice(0, ids.length).map(({ id }) => id)],
  );
}

/** One list of ten followees each. */
export async function addLists(stage: Stage, readers: readonly Reader[]): Promise<void> {
  await stage.query(
    `WITH list AS (
       INSERT INTO user_lists (id, owner_id, name, position)
       SELECT gen_random_uuid(), id, 'Friends', 0 FROM unnest($1::uuid[]) AS id
       WHERE NOT EXISTS (SELECT FROM user_lists WHERE owner_id = id)
       RETURNING id, owner_id
     )
     INSERT INTO user_list_members (list_id, user_id)
     SELECT list.id, followee_id FROM list CROSS JOIN LATERAL (
       SELECT followee_id FROM follows WHERE follower_id = list.owner_id ORDER BY followee_id LIMIT 10
     ) followee`,
    [readers.map(({ id }) => id)],
  );
}

export async function followHashtags(
  stage: Stage,
  readers: readonly Reader[],
): Promise<Set<string>> {
  const rows = await stage.query<{ tag: string }>(
    `WITH followed AS (SELECT tag FROM hashtags ORDER BY threads_count DESC, tag LIMIT 5),
     added AS (
       INSERT INTO hashtag_follows (user_id, tag)
       SELECT id, tag FROM unnest($1::uuid[]) AS id CROSS JOIN followed ON CONFLICT DO NOTHING
     ) SELECT tag FROM followed`,
    [readers.map(({ id }) => id)],
  );
  return new Set(rows.map(({ tag }) => tag));
}

/** Phrases of two words that hardly any thread contains, so that the pages stay comparable. */
export async function addKeywordFilters(stage: Stage, readers: readonly Reader[]): Promise<void> {
  await stage.query(
    `INSERT INTO keyword_filters (id, user_id, phrase, is_whole_word, contexts, action)
     SELECT gen_random_uuid(), id, 'unwanted phrase ' || n, n % 2 = 0, '{feeds}', 'hide'
     FROM unnest($1::uuid[]) AS id CROSS JOIN generate_series(1, 20) AS n
     WHERE NOT EXISTS (SELECT FROM keyword_filters WHERE user_id = id)`,
    [readers.map(({ id }) => id)],
  );
}
