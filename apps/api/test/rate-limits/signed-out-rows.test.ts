import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeExpiredCounters } from '../../src/platform/rate-limits/counters.repository.ts';
import { readRateLimits } from '../../src/platform/config/rate-limit-rules.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import { startEmailServer } from '../support/servers/email-server.ts';
import type { TestEmailServer } from '../support/servers/email-server.ts';

/** Each attack lasts until a limit rejects it, at most this many requests. */
const requestsMax = 150;
const dayMs = 24 * 60 * 60 * 1000;

let api: TestApi;
let emailServer: TestEmailServer;

beforeAll(async () => {
  emailServer = await startEmailServer();
  api = await startTestApi({
    settings: {
      smtpUrl: emailServer.url,
      rateLimitRules: readRateLimits({ RATE_LIMIT_FACTOR: '1' }),
      trustedProxies: 1,
    },
  });
});

afterAll(async () => {
  await api.close();
  await emailServer.close();
});

/** Requests without an account, each repeated from one address until it is rejected. */
const attacks: readonly ((index: number) => [path: string, body: object])[] = [
  (index) => [
    '/api/v1/apps',
    {
      client_name: 'x'.repeat(100),
      redirect_uris: Array.from({ length: 5 }, (_, n) =>
        `https://client.example/${index}/${n}`.padEnd(300, 'x'),
      ),
      website: 'https://client.example/'.padEnd(300, 'x'),
      scopes: 'read write follow push',
    },
  ],
  (index) => ['/api/auth/forgot-password', { email: `flooded${index}@example.org` }],
  (index) => ['/api/auth/login', { email: `unknown${index}@example.org`, password: 'a wrong one' }],
  () => ['/api/auth/login', { email: 'known@example.org', password: 'a wrong one' }],
  () => ['/api/auth/passkeys/sign-in/options', {}],
  () => ['/api/auth/passkeys/sign-in', { credential: {} }],
  () => ['/oauth/token', { grant_type: 'authorization_code', code: 'unknown' }],
  () => ['/oauth/revoke', { token: 'unknown' }],
  () => ['/oauth/introspect', { token: 'unknown' }],
  () => ['/csp-reports', { 'csp-report': { 'effective-directive': 'script-src' } }],
  () => ['/api/auth/verify-email', { token: 'x'.repeat(43) }],
  () => ['/api/auth/restore-email', { token: 'x'.repeat(43) }],
  () => ['/api/auth/release-email', { token: 'x'.repeat(43) }],
  () => ['/api/auth/reset-password', { token: 'x', password: 'x', confirmPassword: 'x' }],
  () => ['/api/auth/end-sessions', { token: 'x' }],
  () => ['/api/appeals', { token: 'x', text: 'x' }],
];

async function countRows(): Promise<Map<string, { rows: number; bytes: number }>> {
  const tables = await api.database.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`;
  const counts = new Map<string, { rows: number; bytes: number }>();
  for (const { name } of tables) {
    const [row] = await api.database.$queryRawUnsafe<{ rows: number; bytes: number }[]>(
      `SELECT count(*)::int AS rows, coalesce(sum(pg_column_size(t.*)), 0)::int AS bytes FROM "${name}" t`,
    );
    if (row !== undefined) counts.set(name, row);
  }
  return counts;
}

async function grownTables(before: Awaited<ReturnType<typeof countRows>>) {
  const after = await countRows();
  return [...after]
    .map(([table, { rows, bytes }]) => ({
      table,
      rows: rows - (before.get(table)?.rows ?? 0),
      bytes: bytes - (before.get(table)?.bytes ?? 0),
    }))
    .filter(({ rows }) => rows > 0);
}

it('a visitor without an account can store only few rows, which expire', async () => {
  await createUser(api, { email: 'known@example.org' });
  const flooded = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      createUser(api, { email: `flooded${index}@example.org` }),
    ),
  );
  await expect.poll(() => emailServer.emails.length).toBe(9);
  const data = { emailProvenAt: new Date() };
  // Some get reset links, the others links to verify or remove the address.
  const proven = { in: flooded.slice(0, 3).map(({ id }) => id) };
  await api.database.user.updateMany({ where: { id: proven }, data });
  // Creates the key of push messages, which is stored once.
  await api.services.push.getPublicKey();
  const before = await countRows();

  const statuses = new Map<string, number[]>();
  for (const [number, attack] of attacks.entries()) {
    for (let index = 0; index < requestsMax; index += 1) {
      const [path, body] = attack(index);
      const type = path === '/csp-reports' ? 'application/csp-report' : 'application/json';
      const { status } = await api.request
        .post(path)
        .set('X-Forwarded-For', `203.0.113.${number + 1}`)
        .set('Content-Type', type)
        .send(JSON.stringify(body));
      statuses.set(path, [...(statuses.get(path) ?? []), status]);
      if (status === 429) break;
    }
  }
  expect([...statuses.values()].flat().filter((status) => status >= 500)).toEqual([]);
  expect(statuses.get('/api/v1/apps')).toEqual([...Array<number>(10).fill(200), 429]);
  await expect.poll(() => emailServer.emails.length).toBe(14);

  const grown = await grownTables(before);
  const bounds: Record<string, { rows: number; bytes: number }> = {
    oauth_apps: { rows: 10, bytes: 30_000 },
    password_resets: { rows: 5, bytes: 1000 },
    email_verifications: { rows: 5, bytes: 1500 },
    // Limits of the address, and of the accounts and addresses that it has tried.
    rate_limits: { rows: 150, bytes: 25_000 },
  };
  expect(Object.keys(bounds)).toEqual(expect.arrayContaining(grown.map(({ table }) => table)));
  for (const { table, rows, bytes } of grown) {
    expect(rows, `rows of ${table}`).toBeLessThanOrEqual(bounds[table]?.rows ?? 0);
    expect(bytes, `bytes of ${table}`).toBeLessThanOrEqual(bounds[table]?.bytes ?? 0);
  }

  api.clock.advance(dayMs + 1000);
  await api.services.oauth.removeUnused();
  await api.services.auth.removeExpiredLinks();
  await api.services.auth.passkeys.deleteExpiredChallenges();
  // Counters use the time of the system.
  await api.database.$executeRaw`UPDATE rate_limits SET expire = 1`;
  await api.services.rateLimiter.removeExpired();
  expect(await grownTables(before)).toEqual([]);
});

it('beyond the maximum, the counters that expire first are deleted', async () => {
  await api.database.$executeRaw`DELETE FROM rate_limits`;
  const now = Date.now();
  await api.database.$executeRaw`
    INSERT INTO rate_limits (key, points, expire)
    SELECT 'flood:' || n, 1, ${now}::bigint + 60000 * n FROM generate_series(0, 9) AS n`;
  expect(await removeExpiredCounters(api.database, Date.now(), 4)).toBeLessThanOrEqual(1);
  const rows = await api.database.rateLimit.findMany({ orderBy: { expire: 'asc' } });
  expect(rows.map(({ key }) => key)).toEqual(['flood:6', 'flood:7', 'flood:8', 'flood:9']);
});
