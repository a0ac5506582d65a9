import { Prisma } from '@skein/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selectFollowers } from '../../src/modules/relationships/relationships.queries.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';

const followersCount = 6000;
let api: TestApi;
let popularUser: User;

beforeAll(async () => {
  api = await startTestApi();
  popularUser = await createUser(api);
  await api.database.$executeRaw`
    INSERT INTO users (id, email, username, name, password_hash)
    SELECT uuidv7(), n || '@f.example', 'f' || lpad(n::text, 5, '0'),
      CASE n % 2 WHEN 0 THEN 'Anna' ELSE 'Bert' END, '-'
    FROM generate_series(1, ${followersCount}::int) n`;
  await api.database.$executeRaw`
    INSERT INTO follows (follower_id, followee_id, created_at)
    SELECT id, ${popularUser.id}::uuid, now() - right(username, 5)::int / 3 * interval '1 minute'
    FROM users WHERE email LIKE '%@f.example'`;
  // Reading half of the users one after the other costs as much as reading them through the index. The
  // plan would depend on the pages of the index, so most users are in no list.
  await api.database.$executeRaw`
    INSERT INTO users (id, email, username, name, password_hash)
    SELECT uuidv7(), n || '@g.example', 'g' || lpad(n::text, 5, '0'), 'Carl', '-'
    FROM generate_series(1, ${2 * followersCount}::int) n`;
  await api.database.$executeRaw`VACUUM (ANALYZE)`;
});

afterAll(() => api.close());

const listIds = async (q: string): Promise<string[]> => {
  const rows = await api.database.$queryRaw<{ id: string }[]>`
    SELECT follower_id AS id FROM follows JOIN users ON users.id = follower_id
    WHERE followee_id = ${popularUser.id}::uuid AND (name ILIKE ${`%${q}%`} OR username ILIKE ${`%${q}%`})
    ORDER BY follows.created_at DESC, follower_id DESC`;
  return rows.map(({ id }) => id);
};

const readPage = async (query: Record<string, string>) => {
  const response = await api.request
    .get(`/api/users/${popularUser.id}/followers`)
    .set(popularUser.auth)
    .query(query)
    .expect(200);
  return response.body as { content: { id: string }[]; last: boolean; nextCursor: string | null };
};

describe('a list of thousands of users', () => {
  it.each([
    ['nothing', ''],
    ['a name with many matches', 'anna'],
    ['a name with few matches', 'f0012'],
    ['a name with one match', 'F04711'],
    ['a name without matches', 'nobody'],
    ['two characters with many matches', 'nn'],
    ['two characters with few matches', '77'],
    ['two characters without matches', 'zq'],
  ])('can be searched for %s, and paged', async (_case, q) => {
    const expected = await listIds(q);
    const first = await readPage({ q, size: '50' });
    expect(first.content.map(({ id }) => id)).toEqual(expected.slice(0, 50));
    expect(first.last).toBe(expected.length <= 50);
    if (first.nextCursor === null) return;
    const next = await readPage({ q, size: '50', cursor: first.nextCursor });
    expect(next.content.map(({ id }) => id)).toEqual(expected.slice(50, 100));
    const third = await readPage({ q, size: '50', page: '2' });
    expect(third.content.map(({ id }) => id)).toEqual(expected.slice(100, 150));
  });

  it.each(['', 'anna', 'f0012', 'zzz', 'nn'])('is not read completely for %j', async (q) => {
    expect(await countUsersRead(popularUser, q)).toBeLessThan(followersCount);
  });
});

it.each(['', 'anna', 'zzz', 'nn', '!!!', '__', '東京都'])(
  'reads only the names in a short list for %j',
  async (q) => {
    const user = await createUser(api);
    await api.database.$executeRaw`
      INSERT INTO follows (follower_id, followee_id)
      SELECT id, ${user.id}::uuid FROM users WHERE email LIKE '%@f.example' LIMIT 10`;
    // Except for some thousand index matches.
    expect(await countUsersRead(user, q)).toBeLessThan(2100);
  },
);

async function countUsersRead(listed: User, q: string): Promise<number> {
  const extent = { after: null, skip: 0, take: 21 };
  const statement = selectFollowers(listed.id, listed.id, { q, ...extent });
  const rows = await api.database.$queryRaw<{ 'QUERY PLAN': [{ Plan: ExecutedPlanNode }] }[]>(
    Prisma.sql`EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`,
  );
  const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
  if (plan === undefined) throw new Error('There is no plan.');
  return countRows(plan.Plan, 'users');
}

interface ExecutedPlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: ExecutedPlanNode[];
}

function countRows(node: ExecutedPlanNode, relation: string): number {
  const rows = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
  const ownRows = node['Relation Name'] === relation ? rows * node['Actual Loops'] : 0;
  return (node.Plans ?? []).reduce((sum, child) => sum + countRows(child, relation), ownRows);
}
