import { Prisma } from '@skein/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerForFollowers } from '../../src/domain/events/notification-writer.queries.ts';
import { createNotificationsModule } from '../../src/modules/notifications/index.ts';
import type { TestApi } from '../support/api.ts';
import { createThreadsOn } from '../support/threads-module.ts';
import {
  explain,
  findSequentialScans,
  recordStatements,
  runLong,
  startFilledApi,
} from '../support/db/plans.ts';

let api: TestApi;
let recorded: ReturnType<typeof recordStatements>;
let viewer: { userId: string; sessionId: string };

beforeAll(async () => {
  api = await startFilledApi();
  const { id } = await api.database.user.findFirstOrThrow({ where: { username: 'user11' } });
  viewer = { userId: id, sessionId: '' };
  // Twenty thousand groups, one with ten thousand notifications; half of all are read.
  await runLong(api.databaseUrl, [
    Prisma.sql`INSERT INTO notifications (id, recipient_id, actor_id, type, thread_id, read_at)
      SELECT uuidv7(), ${id}::uuid, author_id, 'mention', id, CASE WHEN path = '' THEN now() END
      FROM threads WHERE author_id <> ${id}::uuid`,
    Prisma.sql`INSERT INTO notifications (id, recipient_id, actor_id, type, thread_id)
      SELECT uuidv7(), ${id}::uuid, users.id, 'reaction', thread.id
      FROM users, (SELECT id FROM threads WHERE author_id = ${id}::uuid LIMIT 1) thread
      WHERE users.id <> ${id}::uuid`,
    Prisma.sql`INSERT INTO notification_preferences (user_id) SELECT id FROM users`,
    Prisma.sql`INSERT INTO follow_requests (id, requester_id, target_id)
      SELECT gen_random_uuid(), follower_id, followee_id FROM follows`,
    Prisma.sql`VACUUM (ANALYZE) notifications, notification_preferences, follow_requests`,
  ]);
  recorded = recordStatements(api.database);
}, 60_000);

afterAll(() => api.close());

function createModule() {
  const { clock, services } = api;
  const { bus } = services;
  const { database } = recorded;
  const threads = createThreadsOn(database, api);
  return createNotificationsModule({ database, threads, clock, bus });
}

type Module = ReturnType<typeof createModule>;

describe('query plans', () => {
  it('look for followers who want notifications of threads only among them', async () => {
    const { userId } = viewer;
    const thread = Prisma.sql`SELECT * FROM threads WHERE author_id = ${userId}::uuid LIMIT 1`;
    const plan = await explain(
      api.database,
      Prisma.sql`WITH thread AS (${thread}), ${registerForFollowers} SELECT FROM thread`,
    );
    const read = plan.filter((node) => node['Relation Name'] === 'follows');
    expect(read.map((node) => node['Index Name'])).toEqual(['follows_followee_id_follower_id_idx']);
  });

  it.each<[string, number, (module: Module) => Promise<unknown>]>([
    ['mentions', 2, (module) => module.list(viewer, { tab: 'mentions', page: 0, size: 30 })],
    ['requests', 1, (module) => module.list(viewer, { tab: 'requests', page: 0, size: 30 })],
    [
      'a short page of all',
      2,
      (module) => module.list(viewer, { tab: 'mentions', page: 9, size: 3 }),
    ],
    ['the unread count', 1, (module) => module.countUnread(viewer.userId)],
    ['the summary', 2, (module) => module.summary(viewer.userId)],
  ])('read %s without a sequential scan, with %i statement(s)', async (_, count, read) => {
    recorded.statements.length = 0;
    await read(createModule());
    expect(recorded.statements).toHaveLength(count);
    for (const statement of recorded.statements) {
      expect(findSequentialScans(await explain(api.database, statement))).toEqual([]);
    }
  });

  it('merge the types in the order of the index, and read each group once, by its subject', async () => {
    recorded.statements.length = 0;
    await createModule().list(viewer, { tab: 'all', page: 0, size: 30 });
    const [statement] = recorded.statements;
    if (statement === undefined) throw new Error('The first statement lists the groups.');
    const nodes = await explain(api.database, statement);
    expect(nodes.map((node) => node['Node Type'])).toContain('Merge Append');
    const members = nodes.filter(
      (node) => 'Alias' in node && String(node.Alias).startsWith('entry'),
    );
    expect(members.map((node) => node['Index Name'])).toEqual(['notifications_act_key']);
  });

  it('read a page with a group of ten thousand in a bounded number of statements', async () => {
    recorded.statements.length = 0;
    const { content } = await createModule().list(viewer, { tab: 'all', page: 0, size: 30 });
    const reactions = content.find(({ type }) => type === 'reaction');
    expect(reactions?.actorsCount).toBeGreaterThan(9900);
    expect(content).toHaveLength(30);
    expect(recorded.statements.length).toBeLessThan(10);
  });
});
