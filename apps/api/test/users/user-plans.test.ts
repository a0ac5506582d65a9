import { Prisma } from '@skein/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRelationshipsModule } from '../../src/modules/relationships/index.ts';
import { createProfilesModule, createUsersModule } from '../../src/modules/users/index.ts';
import type { TestApi } from '../support/api.ts';
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
  await runLong(api.databaseUrl, [
    Prisma.sql`INSERT INTO follow_requests (id, requester_id, target_id)
      SELECT gen_random_uuid(), followee_id, follower_id FROM follows`,
    Prisma.sql`INSERT INTO suggestion_dismissals (user_id, dismissed_id)
      SELECT follower_id, followee_id FROM follows`,
    Prisma.sql`VACUUM (ANALYZE) follow_requests, suggestion_dismissals`,
  ]);
  const { id } = await api.database.user.findUniqueOrThrow({ where: { username: 'user11' } });
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
    clock,
    bus: api.services.bus,
  });
  return {
    relationships,
    profiles: createProfilesModule({
      database,
      users,
      media,
      approveFollowRequests: relationships.approvePendingRequests,
      findFamiliarFollowers: relationships.findFamiliarFollowers,
    }),
  };
}

type Modules = ReturnType<typeof createModules>;

const page = { page: 0, size: 20 };

describe('the query plan', () => {
  it.each<[string, number, (modules: Modules) => Promise<unknown>]>([
    ['a profile by its id', 1, ({ profiles }) => profiles.get(viewer, viewer.userId)],
    [
      'a profile by its name and familiar followers',
      2,
      ({ profiles }) => profiles.get(viewer, 'user12'),
    ],
    ['suggestions', 1, ({ profiles }) => profiles.suggest(viewer, 5)],
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

  it.each<[string, (modules: Modules) => Promise<unknown>]>([
    [
      'a user search by part of a name',
      ({ profiles }) => profiles.search(viewer, { q: 'user77', limit: 10 }),
    ],
    [
      'a user search by one character',
      ({ profiles }) => profiles.search(viewer, { q: 'u', limit: 10 }),
    ],
    [
      'a name search in a list of followees',
      ({ relationships }) => relationships.listFollowing(viewer, 'user11', { ...page, q: 'some' }),
    ],
  ])('of %s can be read from indexes', async (_list, read) => {
    recorded.statements.length = 0;
    await read(createModules());
    const statement = recorded.statements.at(-1);
    const nodes = await api.database.$transaction(async (tx) => {
      // With so few users, PostgreSQL prefers a sequential scan.
      await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
      return statement ? explain(tx, statement) : [];
    });
    const indexes = nodes
      .map((node) => node['Index Name'])
      .filter((name) => name?.includes('names'));
    expect(new Set(indexes)).toEqual(new Set(['users_folded_names_column_idx']));
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan');
  });
});
