import { createDatabase, Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { cloneDatabase } from '@skein/db/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { deleteDeliveriesBefore } from '../../src/modules/chat/messages/inbox.queries.ts';
import { claimActivities } from '../../src/modules/federation/inbox/inbox.repository.ts';
import { claimDeliveries } from '../../src/modules/federation/outbox/queue.repository.ts';
import {
  markNotificationsRead,
  removeReadNotifications,
} from '../../src/modules/notifications/notifications.repository.ts';
import { deleteUnused } from '../../src/modules/oauth/retention.repository.ts';
import { deleteEndedMutes } from '../../src/modules/relationships/blocks.repository.ts';
import { removeUnusedHashtags } from '../../src/modules/search/hashtags/remove-unused.repository.ts';
import { claimDue } from '../../src/modules/threads/link-cards/link-cards.repository.ts';
import { claimDueDeliveries } from '../../src/modules/webhooks/delivery-queue.repository.ts';
import { deleteClaimsBefore } from '../../src/platform/idempotency/idempotency.repository.ts';
import { createSessionRetention } from '../../src/server/jobs/ended-sessions.repository.ts';

const { sql } = Prisma;

const waiting = 10_000;
const groups = 1000;
const users = 101;
const webhooks = 10;
const dueAt = new Date();
const monthMs = 30 * 24 * 60 * 60 * 1000;
const later = new Date(dueAt.getTime() + monthMs);

const numbers = sql`generate_series(0, ${waiting - 1}::int) n`;
const toId = (number: Prisma.Sql) => sql`md5((${number})::text)::uuid`;
const firstUser = toId(sql`0`);
/** All pairs of two different users. */
const pairs = sql`generate_series(0, ${users - 1}::int) one, generate_series(0, ${users - 1}::int) other
  WHERE one <> other`;

const insertNotifications = (readAt: Prisma.Sql) => sql`
  INSERT INTO notifications (id, recipient_id, actor_id, type, read_at)
  SELECT uuidv7(), ${toId(sql`one`)}, ${toId(sql`other`)}, 'follow', ${readAt} FROM ${pairs}`;

interface Queue {
  name: string;
  table: string;
  insert: Prisma.Sql;
  process: (database: Database) => Promise<unknown>;
}

const queues: Queue[] = [
  {
    name: 'deliveries to other servers',
    table: 'federation_queue',
    insert: sql`
      WITH activity AS (
        INSERT INTO federation_activities (id, body) VALUES (gen_random_uuid(), '{}') RETURNING id
      )
      INSERT INTO federation_queue (id, activity_id, actor_id, inbox, host, due_at)
      SELECT uuidv7(), activity.id, activity.id, 'https://' || n % ${groups}::int || '.example/inbox',
        n % ${groups}::int || '.example', ${dueAt}
      FROM activity, ${numbers}`,
    process: (database) => claimDeliveries(database, later, { limit: 64, runningHosts: [] }),
  },
  {
    name: 'received activities',
    table: 'federation_inbox',
    insert: sql`
      INSERT INTO federation_inbox (id, sender_uri, host, body, due_at, received_at)
      SELECT uuidv7(), 'https://0.example/' || n % ${groups}::int, n % ${groups}::int || '.example',
        '{}', ${dueAt}, ${dueAt}
      FROM ${numbers}`,
    process: (database) =>
      claimActivities(database, later, { limit: 16, perHostMax: 4, runningHosts: [] }),
  },
  {
    name: 'deliveries of webhooks',
    table: 'webhook_deliveries',
    insert: sql`
      INSERT INTO webhook_deliveries (id, webhook_id, event, data, due_at, created_at)
      SELECT uuidv7(), ${toId(sql`n % ${webhooks}::int`)}, 'report.created', '{}', ${dueAt}, ${dueAt}
      FROM ${numbers}`,
    process: (database) => claimDueDeliveries(database, later, 8),
  },
  {
    name: 'links without a card',
    table: 'link_cards',
    insert: sql`
      INSERT INTO link_cards (id, url, requested_at, due_at, requested_by_id)
      SELECT ${toId(sql`n`)}, 'https://example.org/' || n, ${dueAt}, ${dueAt}, ${toId(sql`n % ${groups}::int`)}
      FROM ${numbers}`,
    process: (database) => database.$transaction((tx) => claimDue(tx, later, 4)),
  },
  {
    name: 'unused hashtags',
    table: 'hashtags',
    insert: sql`INSERT INTO hashtags (id, tag) SELECT ${toId(sql`n`)}, 'tag' || n FROM ${numbers}`,
    process: (database) => removeUnusedHashtags(database),
  },
  {
    name: 'deliveries of messages',
    table: 'message_deliveries',
    insert: sql`
      INSERT INTO message_deliveries (message_id, user_id, seq)
      SELECT id, ${firstUser}, seq FROM messages`,
    process: (database) => deleteDeliveriesBefore(database, later),
  },
  {
    name: 'ended sessions',
    table: 'sessions',
    insert: sql`
      INSERT INTO sessions (id, user_id, created_at, expires_at)
      SELECT uuidv7(), ${firstUser}, ${dueAt}::timestamptz - interval '1 day', ${dueAt} FROM ${numbers}`,
    process: (database) =>
      createSessionRetention({
        database,
        clock: { now: () => later },
        readAddressDays: () => 1,
      }).deleteEnded(),
  },
  {
    name: 'unused apps',
    table: 'oauth_apps',
    insert: sql`
      INSERT INTO oauth_apps (id, name, redirect_uris, scopes, secret_hash, created_at)
      SELECT ${toId(sql`n`)}, 'App', '{}', '{}', '', ${dueAt} FROM ${numbers}`,
    process: (database) => deleteUnused(database, later),
  },
  {
    name: 'expired idempotency keys',
    table: 'idempotency_keys',
    insert: sql`
      INSERT INTO idempotency_keys (user_id, key, fingerprint, made_id, created_at)
      SELECT ${firstUser}, n::text, '', uuidv7(), ${dueAt} FROM ${numbers}`,
    process: (database) => deleteClaimsBefore(database, later),
  },
  {
    name: 'mutes that have ended',
    table: 'mutes',
    insert: sql`
      INSERT INTO mutes (muter_id, muted_id, expires_at)
      SELECT ${toId(sql`one`)}, ${toId(sql`other`)}, ${dueAt} FROM ${pairs}`,
    process: (database) => deleteEndedMutes(database),
  },
  {
    name: 'old notifications',
    table: 'notifications',
    insert: insertNotifications(sql`${dueAt}::timestamptz`),
    process: (database) => removeReadNotifications(database, later),
  },
  {
    name: 'unread notifications of a user',
    table: 'notifications',
    insert: insertNotifications(sql`NULL`),
    process: async (database) => {
      const [user] = await database.query<{ id: string }>(sql`SELECT ${firstUser} AS id`);
      if (user) await markNotificationsRead(database, user.id, undefined, later);
    },
  },
];

describe('tables that fill and empty', () => {
  let database: Database;

  beforeAll(async () => {
    const { url } = await cloneDatabase(inject('templateUrl'));
    database = createDatabase({
      url,
      poolSize: 1,
      statementTimeoutMs: 60_000,
      onError: () => undefined,
    });
    await database.execute(sql`
      INSERT INTO users (id, email, username, name, password_hash)
      SELECT ${toId(sql`n`)}, n || '@example.org', 'user' || n, 'Somebody', '-'
      FROM generate_series(0, ${users - 1}::int) n`);
    await database.execute(sql`
      WITH inbox AS (
        INSERT INTO chat_inboxes (user_id, last_seq) VALUES (${firstUser}, ${waiting})
      ), conversation AS (
        INSERT INTO conversations (id, pair_key) VALUES (${firstUser}, '') RETURNING id
      )
      INSERT INTO messages (id, conversation_id, seq, content)
      SELECT uuidv7(), conversation.id, n + 1, '-' FROM conversation, ${numbers}`);
    await database.execute(sql`
      INSERT INTO webhooks (id, url, events, encrypted_secret, created_at)
      SELECT ${toId(sql`n`)}, 'https://example.org', '{}', '', ${dueAt}
      FROM generate_series(0, ${webhooks - 1}::int) n`);
  });

  afterAll(() => database.$disconnect());

  // With such statistics, PostgreSQL expects one row, so that an index has no advantage over reading everything for each row.
  it.each(queues)(
    'reads $name a few times although there were none when statistics were collected',
    async ({ table, insert, process }) => {
      const name = Prisma.raw(table);
      await database.execute(sql`DELETE FROM ${name}`);
      await database.execute(insert);
      await database.execute(sql`DELETE FROM ${name}`);
      await database.execute(sql`ANALYZE ${name}`);
      await database.execute(insert);

      const before = await countReadRows(database, table);
      await process(database);
      const readRows = (await countReadRows(database, table)) - before;
      expect(readRows).toBeGreaterThan(0);
      expect(readRows).toBeLessThan(10 * waiting);
    },
  );
});

/** The rows of the table that this connection has read, with or without an index. */
async function countReadRows(database: Database, table: string): Promise<number> {
  await database.query(sql`SELECT pg_stat_force_next_flush()`);
  const [row] = await database.query<{ count: number }>(sql`
    SELECT (read.seq_tup_read + (
      SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relid = read.relid))::float8 AS count
    FROM pg_stat_user_tables read WHERE relname = ${table}`);
  return row?.count ?? 0;
}
