import { fillSearchDocuments, loadWithoutIndexes } from '@skein/db/seed/volume';
import pg from 'pg';

const accounts = 20_000;
const hosts = 1000;
const tags = 500;

/**
 * Adds threads of other servers, as old as the others: a fifth are replies, a third have a file, a quarter have a hashtag,
 * and accounts of other servers have liked or reacted to most of them. A user here has liked one in a hundred.
 * Each user here follows three of their authors.
 */
export async function addRemoteThreads(
  databaseUrl: string,
  count: number,
  log: (line: string) => void,
): Promise<void> {
  log(`Adding ${count} threads of other servers`);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await fill(client, count);
  } finally {
    await client.end();
  }
  log('Added the threads of other servers');
}

async function fill(client: pg.Client, count: number): Promise<void> {
  await client.query('BEGIN');
  await loadWithoutIndexes(client, async () => {
    const parameters = { accounts, hosts, tags, count };
    for (const statement of statements) await client.query(fillIn(statement, parameters));
    // A search reads documents in order of arrival, which is the order of the ids.
    await client.query('TRUNCATE search_documents');
    await fillSearchDocuments(client);
  });
  await client.query('COMMIT');
  await client.query('VACUUM (ANALYZE)');
}

/** Replaces `:name` by the number. */
function fillIn(statement: string, parameters: Readonly<Record<string, number>>): string {
  return statement.replaceAll(/(?<!:):([a-z]+)\b/g, (text, name: string) =>
    name in parameters ? String(parameters[name]) : text,
  );
}

const account = (n: string) => `md5('remote ' || 1 + (${n}) % :accounts)::uuid`;

const statements = [
  `INSERT INTO servers (domain) SELECT 'peer-' || n || '.example' FROM generate_series(0, :hosts - 1) n`,
  `WITH account AS (
     INSERT INTO users (id, username, domain, name, is_shown_outside, message_permission, threads_count)
     SELECT md5('remote ' || n)::uuid, 'remote' || n || '@peer-' || n % :hosts || '.example',
       'peer-' || n % :hosts || '.example', 'Remote ' || n, false, 'nobody',
       (SELECT count(*) FROM generate_series(n - 1, :count, :accounts) own WHERE own > 0 AND own % 5 <> 0)
     FROM generate_series(1, :accounts) n RETURNING id, username, domain
   )
   INSERT INTO remote_actors (user_id, uri, inbox, shared_inbox, keys, fetched_at)
   SELECT id, 'https://' || domain || '/users/' || id, 'https://' || domain || '/users/' || id || '/inbox',
     'https://' || domain || '/inbox', '[]', now() FROM account`,
  `INSERT INTO follows (follower_id, followee_id)
   SELECT DISTINCT id, ${account('local.n * 3 + k')}
   FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM users WHERE domain IS NULL) local,
     generate_series(0, 2) k`,
  `CREATE TEMP TABLE remote ON COMMIT DROP AS
   SELECT n, uuidv7(-(180 * 86400 * (1 - n / :count::float8)) * interval '1 second') AS id, ${account('n')} AS author_id,
     CASE WHEN n % 4 = 1 THEN 'elsewhere' || n % :tags END AS tag
   FROM generate_series(1, :count) n`,
  'CREATE INDEX ON remote (n)',
  'ANALYZE remote',
  `INSERT INTO threads (id, author_id, type, content, parent_id, root_id, level, path, hashtags, likes_count,
     replies_count, reaction_counts, created_at)
   SELECT remote.id, remote.author_id, CASE WHEN root.id IS NULL THEN 'thread' ELSE 'reply' END::thread_type,
     'Number ' || remote.n || ' of the morning by the harbor of another town.' || coalesce(' #' || remote.tag, ''),
     root.id, root.id, CASE WHEN root.id IS NULL THEN 0 ELSE 1 END,
     CASE WHEN root.id IS NULL THEN '' ELSE replace(remote.id::text, '-', '') END,
     CASE WHEN remote.tag IS NULL THEN '{}' ELSE ARRAY[remote.tag] END,
     remote.n % 3 + (remote.n % 100 = 7)::int, (remote.n % 5 = 4 AND remote.n < :count)::int,
     CASE WHEN remote.n % 10 = 3 THEN '{"love": 1}' ELSE '{}' END::jsonb, now()
   FROM remote LEFT JOIN remote root ON remote.n % 5 = 0 AND root.n = remote.n - 1`,
  `INSERT INTO feed_entries (key, actor_id, thread_id, is_listed)
   SELECT id, author_id, id, false FROM remote WHERE n % 5 <> 0`,
  `INSERT INTO remote_objects (thread_id, uri, url, has_entry, retained_at)
   SELECT id, 'https://peer.example/objects/' || id, 'https://peer.example/@peer/' || n, n % 5 <> 0,
     now() - 180 * (1 - n / :count::float8) * interval '1 day' FROM remote`,
  `INSERT INTO likes (user_id, thread_id)
   SELECT ${account('n + k')}, id FROM remote, generate_series(1, n % 3) k`,
  `INSERT INTO likes (user_id, thread_id)
   SELECT local.id, remote.id FROM remote
     JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS n, count(*) OVER () AS count FROM users
       WHERE domain IS NULL) local ON local.n = remote.n / 100 % local.count
   WHERE remote.n % 100 = 7`,
  `INSERT INTO reactions (user_id, thread_id, type) SELECT ${account('n + 3')}, id, 'love' FROM remote WHERE n % 10 = 3`,
  `INSERT INTO hashtags (id, tag, threads_count)
   SELECT uuidv7(), tag, count(*) FROM remote WHERE tag IS NOT NULL GROUP BY tag`,
  `INSERT INTO thread_hashtags (hashtag_id, thread_id)
   SELECT hashtags.id, remote.id FROM remote JOIN hashtags USING (tag)`,
  // Triggers would add the files to `remote_media`.
  `INSERT INTO remote_attachments (id, thread_id, position, type, url, mime_type, width, height)
   SELECT uuidv7(), id, 0, 'image', 'https://peer.example/files/' || id, 'image/webp', 1200, 800
   FROM remote WHERE n % 3 = 0`,
  `INSERT INTO remote_media (storage_key, owner_id, kind, uri, bytes, last_used_at)
   SELECT file.storage_key, remote.author_id, 'attachment', file.url, 100000,
     now() - 180 * (1 - remote.n / :count::float8) * interval '1 day'
   FROM remote JOIN remote_attachments file ON file.thread_id = remote.id`,
];
