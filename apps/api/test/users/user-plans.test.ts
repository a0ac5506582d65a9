import { Prisma } from '@skein/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRelationshipsModule } from '../../src/modules/relationships/index.ts';
import { createProfilesModule, createUsersModule } from '../../src/modules/users/index.ts';
import type { TestApi } from '../support/api.ts';
import {
  countRows,
  executePlan,
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
  await runLong(api.databaseUrl, [
    Prisma.sql`INSERT INTO follow_requests (id, requester_id, target_id)
      SELECT gen_random_uuid(), followee_id, follower_id FROM follows`,
    Prisma.sql`INSERT INTO suggestion_dismissals (user_id, dismissed_id)
      SELECT follower_id, followee_id FROM follows`,
    Prisma.sql`VACUUM (ANALYZE) follow_requests, suggestion_dismissals`,
  ]);
  const { id } = await api.database.user.findFirstOrThrow({ where: { username: 'user11' } });
  viewer = { userId: id, sessionId: '' };
  recorded = recordStatements(api.database);
}, 60_000);

afterAll(() => api.close());

function createModules() {
  const { clock, services } = api;
  const { database } = recorded;
  const users = createUsersModule({ database });
  const { media } = services;
  const relationships = createRelationshipsModule({
    database,
    users,
    protection: services.protection,
    clock,
    bus: api.services.bus,
    federation: undefined,
  });
  return {
    relationships,
    profiles: createProfilesModule({
      database,
      users,
      media,
      approveFollowRequests: relationships.approvePendingRequests,
      endRemoteFollows: relationships.endRemoteFollows,
      findFamiliarFollowers: relationships.findFamiliarFollowers,
      listNotes: relationships.listNotes,
      refreshFeatured: () => undefined,
    }),
  };
}

type Modules = ReturnType<typeof createModules>;

const page = { page: 0, size: 20 };

describe('the query plan', () => {
  it.each<[string, number, (modules: Modules) => Promise<unknown>]>([
    ['a profile by its id', 1, ({ profiles }) => profiles.get(viewer, viewer.userId)],
    [
      'a profile by its name, familiar followers and note',
      3,
      ({ profiles }) => profiles.get(viewer, 'user12'),
    ],
    ['suggestions', 1, ({ profiles }) => profiles.suggest(viewer, 5)],
    ['suggestions by hashtag', 1, ({ profiles }) => profiles.suggest(viewer, 5, ['wool', 'tag1'])],
    ...(['active', 'new'] as const).map(
      (order): [string, number, (modules: Modules) => Promise<unknown>] => [
        `the directory by ${order}`,
        1,
        ({ profiles }) => profiles.listDirectory(viewer, { order, offset: 0, limit: 40 }),
      ],
    ),
    [
      'followers',
      2,
      ({ relationships }) => relationships.listFollowers(viewer, 'user11', { ...page, q: '' }),
    ],
    ['blocked users', 1, ({ relationships }) => relationships.listBlocked(viewer, page)],
    ['dismissed suggestions', 1, ({ relationships }) => relationships.listDismissed(viewer, page)],
    ['muted users', 1, ({ relationships }) => relationships.listMuted(viewer, page)],
    ['pending follow requests', 1, ({ relationships }) => relationships.listPending(viewer, 50)],
    [
      'sent follow requests',
      1,
      ({ relationships }) => relationships.listSentRequests(viewer, { page: 0, size: 50 }),
    ],
  ])('of %s contains no sequential scan, in %i statements', async (_list, count, read) => {
    recorded.statements.length = 0;
    await read(createModules());
    expect(recorded.statements).toHaveLength(count);
    for (const statement of recorded.statements) {
      const nodes = await explain(api.database, statement);
      expect(findSequentialScans(nodes)).toEqual([]);
    }
  });

  const prefixIndex = 'users_folded_names_prefix_idx';

  it.each<[string, string[], (modules: Modules) => Promise<unknown>]>([
    [
      'a user search by part of a name',
      [prefixIndex],
      ({ profiles }) => profiles.search(viewer, { q: 'user77', limit: 10 }),
    ],
    [
      'a user search by one character',
      [prefixIndex],
      ({ profiles }) => profiles.search(viewer, { q: 'u', limit: 10 }),
    ],
    [
      'a name search in a list of followees',
      [],
      ({ relationships }) => relationships.listFollowing(viewer, 'user11', { ...page, q: 'some' }),
    ],
  ])('of %s can be read from indexes', async (_list, otherIndexes, read) => {
    recorded.statements.length = 0;
    await read(createModules());
    const statement = recorded.statements.at(-1);
    const nodes = await api.database.$transaction(async (tx) => {
      // With so few users, PostgreSQL prefers to read all of them from the table or from one index.
      await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
      await tx.$executeRaw`SET LOCAL enable_indexonlyscan = off`;
      return statement ? explain(tx, statement) : [];
    });
    const indexes = nodes
      .map((node) => node['Index Name'])
      .filter((name) => name?.includes('names'));
    expect(new Set(indexes)).toEqual(new Set(['users_folded_names_column_idx', ...otherIndexes]));
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan');
  });
});

describe('a user search', () => {
  const search = (q: string, limit = 10) => createModules().profiles.search(viewer, { q, limit });

  // Behind the most followed users, that a search reads first.
  beforeAll(async () => {
    await runLong(api.databaseUrl, [
      Prisma.sql`UPDATE users SET followers_count = CASE WHEN n <= 2500 THEN 9 ELSE n % 7 END,
        name = CASE WHEN n <= 2500 AND n % 50 = 0 THEN 'Zoe Known' WHEN n = 40 THEN 'Joana Unknown'
          WHEN n % 1000 = 1 THEN 'Known Name' WHEN n % 300 = 2 THEN 'Anna Other'
          WHEN n % 900 = 3 THEN 'Ina Annann' ELSE name END
        FROM (SELECT id, substr(username, 5)::int AS n FROM users WHERE username LIKE 'user%') numbered
        WHERE users.id = numbered.id`,
      Prisma.sql`VACUUM (ANALYZE) users`,
    ]);
  });

  it.each(['user7', 'known', 'ann', 'ina', 'nown', 'user2500', 'oana', 'k', 'user99', '@u'])(
    'for %s returns the first users of all that match',
    async (q) => {
      const text = q.replace('@', '');
      const expected = await api.database.$queryRaw<{ username: string }[]>`
        SELECT username FROM users
        WHERE folded_names LIKE ${`%${text}%`} AND (${text.length >= 3}::boolean
            OR folded_names LIKE ${`${text}%`} OR username LIKE ${`${text}%`} OR folded_names LIKE ${`% ${text}%`})
          AND NOT EXISTS (SELECT FROM blocks WHERE (blocker_id, blocked_id) IN
            ((id, ${viewer.userId}::uuid), (${viewer.userId}::uuid, id)))
        ORDER BY CASE WHEN username = ${text} THEN 0
            WHEN folded_names LIKE ${`${text}%`} OR username LIKE ${`${text}%`} THEN 1
            WHEN folded_names LIKE ${`% ${text}%`} THEN 2 ELSE 3 END,
          followers_count DESC, id LIMIT 10`;
      const found = await search(q);
      expect(found.slice(0, expected.length)).toMatchObject(expected);
      expect(expected).not.toEqual([]);
    },
  );

  it('for a common text reads the most followed users, but not the table', async () => {
    for (const q of ['user7', 'some', 'u']) {
      recorded.statements.length = 0;
      await search(q);
      const [statement = Prisma.empty] = recorded.statements;
      const executed = await executePlan(api.database, statement);
      const reads = executed.filter((node) => node['Index Name']?.startsWith('users_'));
      expect(reads.map((node) => node['Index Name'])).toContain('users_by_followers_idx');
      expect(executed.map((node) => node['Node Type'])).not.toContain('Bitmap Heap Scan');
      expect(findSequentialScans(executed)).not.toContain('users');
      expect(Math.max(...reads.map(countRows))).toBe(2000);
    }
  });
});
