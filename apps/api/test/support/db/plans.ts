import { createDatabase, Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { cloneDatabase } from '@skein/db/testing';
import { inject } from 'vitest';
import { startTestApi } from '../api.ts';
import type { TestApi } from '../api.ts';

const fillStatements = [
  `INSERT INTO users (id, email, username, name, password_hash, is_private, thread_listing)
   SELECT md5('u' || n)::uuid, 'u' || n || '@example.org', 'user' || n, 'Somebody', '-', n % 10 = 0,
     CASE WHEN n % 10 = 0 THEN 'unlisted' ELSE 'listed' END::thread_listing
   FROM generate_series(1, 10000) n`,
  `INSERT INTO former_usernames (username, user_id, expires_at)
   SELECT 'former' || n, md5('u' || n)::uuid, now() + interval '30 days' FROM generate_series(1, 5000) n`,
  `INSERT INTO follows (follower_id, followee_id)
   SELECT md5('u' || n)::uuid, md5('u' || 1 + (n * 7 + k * 13) % 1000)::uuid
   FROM generate_series(1, 1000) n, generate_series(1, 20) k
   WHERE (n * 7 + k * 13 + 1 - n) % 1000 <> 0 ON CONFLICT DO NOTHING`,
  `INSERT INTO link_cards (id, url, title, requested_at)
   SELECT md5('c' || n)::uuid, 'https://example.org/' || n, 'A page', now()
   FROM generate_series(1, 10000) n`,
  `INSERT INTO threads (id, author_id, content, link_card_id)
   SELECT uuidv7(n * interval '1 minute'), md5('u' || n)::uuid, repeat('words ', 20),
     CASE WHEN n % 10 = 0 THEN md5('c' || n)::uuid END
   FROM generate_series(1, 10000) n`,
  `INSERT INTO threads (id, author_id, content, type, root_id, parent_id, level, path)
   SELECT uuidv7(interval '30 days'), author_id, 'reply', 'reply', id, id, 1, id::text FROM threads`,
  `INSERT INTO feed_entries (key, actor_id, thread_id, is_listed)
   SELECT thread.id, author_id, thread.id, NOT is_private
   FROM threads thread JOIN users author ON author.id = author_id WHERE root_id IS NULL`,
  ...['likes', 'bookmarks'].map(
    (table) => `INSERT INTO ${table} (user_id, thread_id)
      SELECT md5('u' || 1 + n % 1000)::uuid, id
      FROM (SELECT id, row_number() OVER () AS n FROM threads) t`,
  ),
  `INSERT INTO notifications (id, recipient_id, actor_id, type, thread_id, read_at)
   SELECT uuidv7(n % 1000 * interval '1 minute'), author_id, user_id, 'like', id,
     CASE WHEN n % 3 > 0 THEN now() END
   FROM (SELECT *, row_number() OVER () AS n FROM likes JOIN threads ON id = thread_id) l
   WHERE author_id <> user_id`,
  `INSERT INTO reactions (user_id, thread_id, type) SELECT user_id, thread_id, 'wow' FROM likes`,
  `INSERT INTO thread_mentions (user_id, thread_id) SELECT user_id, thread_id FROM likes`,
  `INSERT INTO reposts (id, user_id, thread_id) SELECT thread_id, user_id, thread_id FROM likes`,
  `INSERT INTO pinned_threads (user_id, thread_id)
   SELECT author_id, id FROM threads WHERE root_id IS NULL`,
  `INSERT INTO polls (id, thread_id, question, expires_at) SELECT id, id, 'Which?', now() FROM threads`,
  `INSERT INTO poll_options (id, poll_id, position, text) SELECT id, id, 0, 'This' FROM polls`,
  `INSERT INTO poll_ballots (poll_id, user_id) SELECT thread_id, user_id FROM likes`,
  `INSERT INTO poll_votes (poll_id, user_id, option_id) SELECT poll_id, user_id, poll_id FROM poll_ballots`,
  `INSERT INTO media (id, owner_id, thread_id, type, storage_key, file_name, mime_type, bytes)
   SELECT id, author_id, id, 'image', id::text, 'original.webp', 'image/webp', 1 FROM threads`,
  ...['blocks (blocker_id, blocked_id)', 'mutes (muter_id, muted_id)'].map(
    (target) => `INSERT INTO ${target} SELECT followee_id, follower_id FROM follows LIMIT 5000`,
  ),
  `INSERT INTO notification_permissions (recipient_id, sender_id)
   SELECT followee_id, follower_id FROM follows LIMIT 5000`,
  `INSERT INTO user_notes (author_id, user_id, text) SELECT followee_id, follower_id, '-' FROM follows LIMIT 5000`,
  `INSERT INTO repost_mutes (muter_id, muted_id) SELECT followee_id, follower_id FROM follows LIMIT 5000`,
  `INSERT INTO thread_mutes (user_id, thread_id) SELECT user_id, thread_id FROM likes LIMIT 5000`,
  `INSERT INTO keyword_filters (id, user_id, phrase, is_whole_word, contexts, action)
   SELECT md5('f' || n)::uuid, md5('u' || n)::uuid, 'word', true, '{feeds,search}', 'hide'
   FROM generate_series(1, 5000) n`,
  `INSERT INTO filtered_threads (id, user_id, group_id, thread_id)
   SELECT filter.id, filter.user_id, filter.id, thread.id
   FROM (SELECT *, row_number() OVER () AS n FROM keyword_filters) filter
     JOIN (SELECT id, row_number() OVER () AS n FROM threads) thread USING (n)`,
  `INSERT INTO hashtags (id, tag, threads_count)
   SELECT md5('h' || n)::uuid, 'tag' || n, 10 FROM generate_series(1, 10000) n`,
  `INSERT INTO thread_hashtags (hashtag_id, thread_id)
   SELECT md5('h' || 1 + n % 1000)::uuid, id
   FROM (SELECT id, row_number() OVER () AS n FROM threads) t`,
  `INSERT INTO hashtag_follows (user_id, tag)
   SELECT md5('u' || n)::uuid, 'tag' || n FROM generate_series(1, 5000) n`,
  `INSERT INTO user_lists (id, owner_id, name)
   SELECT uuidv7(n * interval '1 second'), md5('u' || n)::uuid, 'Friends' FROM generate_series(1, 500) n`,
  `INSERT INTO user_list_members (list_id, user_id)
   SELECT list.id, followee_id FROM user_lists list JOIN follows ON follower_id = owner_id`,
  `INSERT INTO conversations (id, pair_key)
   SELECT uuidv7(), least(follower_id, followee_id) || ':' || greatest(follower_id, followee_id)
   FROM follows LIMIT 5000 ON CONFLICT DO NOTHING`,
  `INSERT INTO conversation_members (conversation_id, user_id)
   SELECT id, unnest(string_to_array(pair_key, ':'))::uuid FROM conversations`,
  `INSERT INTO video_conversions (media_id, owner_id, storage_key, is_playable, queued_at, due_at)
   SELECT id, owner_id, storage_key, false, now(), now() FROM media`,
  'VACUUM (ANALYZE)',
];

/** Filling takes several seconds and copying one, so the files of a process share this database. */
let filledTemplate: Promise<string> | undefined;

/** Starts an instance with ten thousand users and threads, with replies and rows in all other tables. */
export async function startFilledApi(): Promise<TestApi> {
  filledTemplate ??= createFilledTemplate();
  return startTestApi({ templateUrl: await filledTemplate });
}

async function createFilledTemplate(): Promise<string> {
  const { url } = await cloneDatabase(inject('templateUrl'));
  await runLong(url, fillStatements.map(Prisma.raw));
  return url;
}

/** Runs statements that may take longer than the statement timeout of requests. */
export async function runLong(
  databaseUrl: string,
  statements: readonly Prisma.Sql[],
): Promise<void> {
  const settings = { poolSize: 1, statementTimeoutMs: 60_000, onError: () => undefined };
  const database = createDatabase({ url: databaseUrl, ...settings });
  try {
    for (const statement of statements) await database.$executeRaw(statement);
  } finally {
    await database.$disconnect();
  }
}

export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  /** The average of all loops. Set only in an executed plan. */
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  Plans?: PlanNode[];
}

/** Returns all nodes of the statement's generic plan. */
export async function explain(
  database: Pick<Database, '$queryRaw'>,
  statement: Prisma.Sql,
): Promise<PlanNode[]> {
  const [row] = await database.$queryRaw<{ 'QUERY PLAN': { Plan: PlanNode }[] }[]>(
    Prisma.sql`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${statement}`,
  );
  return (row?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => flatten(Plan));
}

/** Executes the statement and returns all nodes of its plan that were needed. */
export async function executePlan(
  database: Pick<Database, '$queryRaw'>,
  statement: Prisma.Sql,
): Promise<PlanNode[]> {
  const [row] = await database.$queryRaw<{ 'QUERY PLAN': { Plan: PlanNode }[] }[]>(
    Prisma.sql`EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`,
  );
  return (row?.['QUERY PLAN'] ?? [])
    .flatMap(({ Plan }) => flatten(Plan))
    .filter((node) => node['Actual Loops'] !== 0);
}

/** The rows that a node of an executed plan has returned. */
export function countRows(node: PlanNode): number {
  return (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 0);
}

/** The data have no threads of other servers: PostgreSQL reads empty tables without an index. */
const emptyTables = new Set<string | undefined>([
  'remote_objects',
  'remote_attachments',
  'remote_media',
  'remote_emojis',
  'remote_messages',
]);

/** The tables that a plan reads completely. */
export function findSequentialScans(nodes: readonly PlanNode[]): (string | undefined)[] {
  return nodes
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => node['Relation Name'])
    .filter((table) => !emptyTables.has(table));
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}

/** Wraps a database to record its SQL queries, including those in transactions. */
export function recordStatements(database: Database) {
  const statements: Prisma.Sql[] = [];
  const record = (client: Pick<Database, 'query'>) => ({
    query(statement: Prisma.Sql) {
      statements.push(statement);
      return client.query(statement);
    },
  });
  const recording = {
    ...record(database),
    $transaction: (work: (tx: unknown) => Promise<unknown>) =>
      database.$transaction((tx) =>
        work({
          ...record(tx),
          // Changes settings, which have no plan.
          execute: (statement: Prisma.Sql) => tx.execute(statement),
        }),
      ),
  };
  // Statements of models are not recorded, because Prisma writes them.
  const recordingDatabase = new Proxy(database, {
    get: (target, name): unknown => Reflect.get(name in recording ? recording : target, name),
  });
  return { database: recordingDatabase, statements };
}
