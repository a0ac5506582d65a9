import { fillSearchDocuments } from '@skein/db/seed/volume';
import type pg from 'pg';

const accounts = 20_000;
const hosts = 1000;
const batch = 100_000;

/**
 * Adds threads of other servers with their feed entries and words, as old as the others. Each user here follows three of
 * their authors.
 */
export async function addRemoteThreads(
  client: pg.Client,
  count: number,
  log: (line: string) => void,
): Promise<void> {
  await client.query(
    `WITH account AS (
       INSERT INTO users (id, username, domain, name, is_shown_outside, message_permission, threads_count)
       SELECT md5('remote ' || n)::uuid, 'remote' || n || '@peer-' || n % $2::int || '.example',
         'peer-' || n % $2::int || '.example', 'Remote ' || n, false, 'nobody', $3::int / $1::int
       FROM generate_series(1, $1::int) n RETURNING id, username, domain
     )
     INSERT INTO remote_actors (user_id, uri, inbox, shared_inbox, keys, fetched_at)
     SELECT id, 'https://' || domain || '/users/' || id, 'https://' || domain || '/users/' || id || '/inbox',
       'https://' || domain || '/inbox', '[]', now() FROM account`,
    [accounts, hosts, count],
  );
  await client.query(
    `INSERT INTO servers (domain) SELECT DISTINCT domain FROM users WHERE domain IS NOT NULL
     ON CONFLICT DO NOTHING`,
  );
  // Each local user follows three accounts.
  await client.query(
    `INSERT INTO follows (follower_id, followee_id)
     SELECT id, md5('remote ' || 1 + (n * 3 + k) % $1::int)::uuid
     FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM users WHERE domain IS NULL) local,
       generate_series(0, 2) k ON CONFLICT DO NOTHING`,
    [accounts],
  );
  for (let first = 1; first <= count; first += batch) {
    const last = Math.min(first + batch - 1, count);
    log(`Adding the threads of other servers ${first} to ${last}`);
    await client.query(insertThreads, [first, last, count, accounts]);
  }
  // A search reads documents in order of arrival, which is that of the ids.
  await client.query('TRUNCATE search_documents');
  await fillSearchDocuments(client);
  await client.query('VACUUM (ANALYZE)');
}

const insertThreads = `
  WITH thread AS (
    INSERT INTO threads (id, author_id, content, likes_count)
    SELECT uuidv7(-(180 * 86400 * (1 - n / $3::float8)) * interval '1 second'),
      md5('remote ' || 1 + n % $4::int)::uuid,
      'Number ' || n || ' of the morning by the harbor of another town.', n % 3
    FROM generate_series($1::int, $2::int) n RETURNING id, author_id
  ), entry AS (
    INSERT INTO feed_entries (key, actor_id, thread_id, is_listed)
    SELECT id, author_id, id, false FROM thread
  )
  INSERT INTO remote_objects (thread_id, uri, has_entry)
  SELECT id, 'https://peer.example/objects/' || id, true FROM thread`;
