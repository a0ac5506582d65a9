import path from 'node:path';
import bcrypt from 'bcrypt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleImage } from '../media/sample-images.ts';
import { startTestApi, testJwtSecret } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { sendRequest } from '../support/http/requests.ts';
import type { TestRequest } from '../support/http/requests.ts';
import { startSharedProcess } from '../support/servers/server-process.ts';
import type { ServerProcess } from '../support/servers/server-process.ts';
import { timeFactor } from '../support/time-factor.ts';
import { measureAttacks } from './load/attack.ts';
import type { AttackRequest, AttackResult } from './load/attack.ts';

const rounds = 3;
const password = 'correct horse battery';
const feedPath = '/api/threads?feed=all&size=30';
/** Shorter differences are not noticed by users and are caused by other programs. */
const noticeableMs = 60;

/** The attacks of accounts and addresses below. */
const attacksCount = 5;

let api: TestApi;
let honest: User[];
let attackers: User[];
let image: Buffer;
let server: ServerProcess;
let address: string;

beforeAll(async () => {
  api = await startTestApi();
  honest = await createUsers(12);
  attackers = await createUsers(rounds * attacksCount);
  // With a quarter of the default cost: who waits matters here, not how long a hash takes.
  const passwordHash = await bcrypt.hash(password, 9);
  await api.database.user.updateMany({ data: { passwordHash } });
  await fillFeed();
  image = await sampleImage(1200, 900).png().toBuffer();
  // It has the default limits. Each request names its address.
  server = startSharedProcess({
    DATA_DIR: path.join(api.dataDirectory, 'server'),
    DATABASE_URL: api.databaseUrl,
    JWT_SECRET: testJwtSecret,
    LOG_LEVEL: 'warn',
    TRUST_PROXY: '1',
  });
  address = await server.ready;
});

afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.exited;
  await api.close();
});

async function createUsers(count: number): Promise<User[]> {
  const users: User[] = [];
  for (let n = 0; n < count; n += 1) users.push(await createUser(api, { password }));
  return users;
}

async function fillFeed(): Promise<void> {
  const authors = [...honest, ...attackers].map(({ id }) => id);
  await api.database.$executeRaw`
    WITH thread AS (
      INSERT INTO threads (id, author_id, content)
      SELECT uuidv7(), (${authors}::uuid[])[1 + n % ${authors.length}::int],
        'Words for the feed, number ' || n || repeat(' and some more of them', 8)
      FROM generate_series(1, 5000) n RETURNING id, author_id
    )
    INSERT INTO feed_entries (key, actor_id, thread_id) SELECT id, author_id, id FROM thread`;
  await api.database.$executeRaw`ANALYZE`;
}

const from = (client: string) => ({ 'X-Forwarded-For': client });
const honestAddress = (count: number) => `2001:db8:1:${(count % 5000).toString(16)}::1`;
const attackAddress = (round: number) => `203.0.113.${round + 1}`;

function readFeed(count: number): TestRequest {
  const user = honest[count % honest.length];
  return { path: feedPath, token: user?.token, headers: from(honestAddress(count)) };
}

const repeat = (count: number, create: (index: number) => AttackRequest) =>
  Array.from({ length: count }, (_, index) => create(index));

const attackEachRound = (create: (attacker: User, round: number) => readonly AttackRequest[]) =>
  // Each attack has its own accounts, which have their whole limits.
  attackers.splice(0, rounds).map((attacker, round) => ({ requests: create(attacker, round) }));

function expectUnaffected(result: AttackResult): void {
  const { before, during, statuses, attackStatuses } = result;
  expect([...statuses].filter((status) => status >= 400)).toEqual([]);
  expect(attackStatuses).not.toHaveProperty('503');
  // On a shared machine, other programs delay single requests: only the median is meaningful.
  const [percentile, factor] = timeFactor > 1 ? (['p50', 3] as const) : (['p95', 2] as const);
  const limit = Math.max(factor * before[percentile], before[percentile] + noticeableMs);
  expect(during[percentile]).toBeLessThan(limit);
}

it('a browser that opens several tabs at once gets no 429', async () => {
  const token = honest[0]?.token;
  const paths = [feedPath, '/api/users/me', '/api/notifications', '/api/chat/unread-count'];
  const requests = Array.from({ length: 100 }, (_, index) =>
    sendRequest(address, { path: paths[index % paths.length] ?? feedPath, token }),
  );
  const statuses = (await Promise.all(requests)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

describe('another user is not affected by', { timeout: 300_000 }, () => {
  it('300 reads of one account at once', async () => {
    const attacks = attackEachRound(({ token }) => repeat(300, () => ({ path: feedPath, token })));
    expectUnaffected(await measureAttacks({ name: 'reads', address, honest: readFeed, attacks }));
  });

  it('56 writes of one account at once, which wait for the same row lock', async () => {
    const attacks = attackEachRound(({ token }) =>
      repeat(56, (index) => ({ path: '/api/lists', token, body: { name: `List ${index}` } })),
    );
    expectUnaffected(await measureAttacks({ name: 'writes', address, honest: readFeed, attacks }));
  });

  it('60 web feeds of one address at once', async () => {
    const attacks = attackEachRound((attacker, round) =>
      repeat(60, () => ({
        path: `/profile/${attacker.username}/feed.atom`,
        headers: from(attackAddress(round)),
      })),
    );
    /** Reads the home feed and a web feed in turn. */
    const read = (count: number): TestRequest =>
      count % 2 === 0
        ? readFeed(count)
        : {
            path: `/profile/${honest[0]?.username}/feed.atom`,
            headers: from(honestAddress(count)),
          };
    expectUnaffected(await measureAttacks({ name: 'feeds', address, honest: read, attacks }));
  });

  it('15 wrong logins of one address at once, when signing in', async () => {
    const signIn = (count: number): TestRequest => {
      const { email } = honest[count % honest.length] ?? {};
      const headers = from(honestAddress(count));
      return { path: '/api/auth/login', body: { email, password }, headers };
    };
    const attacks = attackEachRound(({ email }, round) =>
      repeat(15, () => ({
        path: '/api/auth/login',
        body: { email, password: 'wrong horse battery' },
        headers: from(attackAddress(round)),
      })),
    );
    const measurement = { name: 'logins', address, honest: signIn, attacks, samples: 8 };
    expectUnaffected(await measureAttacks(measurement));
  });

  it('30 uploads of one account at once', async () => {
    const attacks = attackEachRound(({ token }) =>
      repeat(30, () => ({ method: 'POST', path: '/api/threads/multiple-media', token })),
    ).map((attack) => ({ ...attack, file: image }));
    expectUnaffected(await measureAttacks({ name: 'uploads', address, honest: readFeed, attacks }));
  });
});
