import type { ErrorCode } from '@skein/contracts/http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readRateLimits } from '../../src/platform/config/rate-limit-rules.ts';
import type { RateLimitRules } from '../../src/platform/config/rate-limit-rules.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { postThread, publish } from '../support/factories/publish.ts';

const rules: RateLimitRules = {
  ...requireRules(),
  reads: { max: 20, seconds: 60 },
  writes: { max: 5, seconds: 60 },
  posts: { max: 3, seconds: 86_400 },
  uploads: { max: 1, seconds: 60 },
  registrations: { max: 2, seconds: 60 },
  signedOut: { max: 3, seconds: 60 },
  public: { max: 10, seconds: 60 },
  // A window that does not end during the test on a slow machine.
  messages: { max: 60, seconds: 600, steadySeconds: 600 },
};

// On a busy machine a count may take longer than the default timeout.
const settings = {
  rateLimitRules: rules,
  trustedProxies: 1,
  fixedSettings: { hasLinkCards: true },
};

function requireRules(): RateLimitRules {
  const defaultRules = readRateLimits({ RATE_LIMIT_FACTOR: '1' });
  if (defaultRules === null) throw new Error('Rate limits are disabled.');
  return defaultRules;
}

const minuteMs = 60_000;

let api: TestApi;
let ada: User;
let ben: User;

beforeAll(async () => {
  api = await startTestApi({ settings });
});

/** Users of earlier tests have used their limits; the limits of IP addresses are per minute. */
beforeEach(async () => {
  api.clock.advance(minuteMs);
  await api.database.rateLimit.deleteMany();
  ada = await createUser(api);
  ben = await createUser(api);
});

afterAll(() => api.close());

/** Runs the test while requests cannot be counted in the database. */
async function withoutTable(test: () => Promise<void>): Promise<void> {
  await api.database.$executeRaw`ALTER TABLE rate_limits RENAME TO rate_limits_away`;
  try {
    await test();
  } finally {
    await api.database.$executeRaw`ALTER TABLE rate_limits_away RENAME TO rate_limits`;
  }
}

const getCurrentUser = (user: User) => api.request.get('/api/users/me').set(user.auth);

const register = (address: string) =>
  api.request.post('/api/auth/register').set('X-Forwarded-For', address).send({});

async function getStatuses(count: number, send: () => PromiseLike<{ status: number }>) {
  const responses = await Promise.all(Array.from({ length: count }, () => send()));
  return responses.map(({ status }) => status).toSorted((a, b) => a - b);
}

describe('rate limits of a user', () => {
  it('accept exactly the maximum of concurrent requests', async () => {
    const statuses = await getStatuses(30, () => getCurrentUser(ada));
    expect(statuses).toEqual([...Array<number>(20).fill(200), ...Array<number>(10).fill(429)]);
  });

  it('are counted separately for each user', async () => {
    await getStatuses(21, () => getCurrentUser(ada));
    expectError(await getCurrentUser(ada), 'rate_limited');
    expect((await getCurrentUser(ben)).status).toBe(200);
  });

  it('send the remaining requests with each response and Retry-After with a rejection', async () => {
    const first = await getCurrentUser(ada);
    expect(first.headers['ratelimit-policy']).toBe('"reads";q=20;w=60');
    expect(first.headers['ratelimit']).toMatch(/^"reads";r=19;t=\d+$/);
    await getStatuses(19, () => getCurrentUser(ada));
    const rejected = await getCurrentUser(ada);
    expect(rejected.headers['retry-after']).toMatch(/^[1-9]\d?$/);
    expect(rejected.headers['ratelimit']).toMatch(/^"reads";r=0;t=\d+$/);
    const { message } = expectError(rejected, 'rate_limited');
    expect(message).toMatch(/^Too many requests\. Please try again in \d+ seconds?\.$/);
  });

  it('count writes separately from reads and before the input is validated', async () => {
    const write = () => api.request.post('/api/threads').set(ada.auth).send({});
    expect(await getStatuses(7, write)).toEqual([400, 400, 400, 400, 400, 429, 429]);
    expect((await getCurrentUser(ada)).status).toBe(200);
  });

  it('count only requests with files as uploads', async () => {
    const post = () => api.request.post('/api/threads').set(ada.auth);
    const withFile = () =>
      post()
        .field('content', 'a text')
        .attach('media', Buffer.from('no picture'), { filename: 'a.png' });
    expect((await post().field('content', 'without')).status).toBe(201);
    expectError(await withFile(), 'unsupported_media');
    expectError(await withFile(), 'rate_limited');
    // Files are deleted after the response.
    await expect.poll(() => api.listUploads()).toEqual([]);
  });

  it('accept a burst of sixty messages', async () => {
    const send = () =>
      api.request.post('/api/chat/send').set(ada.auth).send({ receiverId: ben.id, content: 'hi' });
    expect((await send()).headers).not.toHaveProperty('ratelimit');
    const statuses = await getStatuses(60, send);
    expect(statuses.filter((status) => status === 201)).toHaveLength(59);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });
});

describe('rate limits of an IP address', () => {
  it('apply to signed-out requests regardless of forged X-Forwarded-For headers', async () => {
    expect(await getStatuses(3, () => register('203.0.113.7'))).toEqual([400, 400, 429]);
    // The trusted proxy added only the last address.
    expectError(await register('198.51.100.1, 203.0.113.7'), 'rate_limited');
    expectError(await register('198.51.100.2, ::ffff:203.0.113.7'), 'rate_limited');
    expectError(await register('203.0.113.8'), 'validation_failed');
  });

  it('apply to other spellings of the same path', async () => {
    expect(await getStatuses(2, () => register('203.0.113.7'))).toEqual([400, 400]);
    const codes: Record<string, ErrorCode> = {
      '/api/auth/register/': 'rate_limited',
      '/api/auth/REGISTER': 'rate_limited',
      '/api/auth/%72egister': 'not_found',
      '/api//auth/register': 'not_found',
    };
    for (const [path, code] of Object.entries(codes)) {
      const response = await api.request.post(path).set('X-Forwarded-For', '203.0.113.7').send({});
      expectError(response, code);
    }
  });

  it('treat an IPv6 /64 network as one address', async () => {
    const addresses = Array.from({ length: 30 }, (_, n) => `2001:db8:0:1::${n.toString(16)}`);
    const statuses = [];
    for (const address of addresses) statuses.push((await register(address)).status);
    expect(statuses.filter((status) => status !== 429)).toEqual([400, 400]);
    expectError(await register('2001:db8:0:2::1'), 'validation_failed');
  });

  it('count requests with invalid tokens', async () => {
    const sendInvalidToken = () =>
      api.request
        .get('/api/users/me')
        .set('Authorization', 'Bearer guessed')
        .set('X-Forwarded-For', '203.0.113.7');
    expect((await sendInvalidToken()).headers['ratelimit']).toMatch(/^"signedOut";r=2;t=\d+$/);
    expect(await getStatuses(4, sendInvalidToken)).toEqual([401, 401, 429, 429]);
    const signedIn = getCurrentUser(ada).set('X-Forwarded-For', '203.0.113.7');
    expect((await signedIn).status).toBe(200);
  });
});

describe('the rate limit of public content', () => {
  const getFrom = (path: string, address = '203.0.113.7') =>
    api.request.get(path).set('X-Forwarded-For', address);

  it('applies per IP address to all public paths together', async () => {
    const paths = ['/', '/media/a/b.webp', '/api/openapi.json', '/api/docs', '/api/nothing'];
    for (const path of paths) expect((await getFrom(path)).status).not.toBe(429);
    expect((await api.request.options('/api/users/me')).status).toBe(204);
    const health = await getFrom('/api/health');
    expect(health.headers['ratelimit']).toMatch(/^"public";r=4;t=\d+$/);
    expect(await getStatuses(4, () => getFrom('/api/ready'))).toEqual([200, 200, 200, 200]);

    for (const path of [...paths, '/api/health', '/api/docs/assets/swagger-ui.css']) {
      const rejected = await getFrom(path);
      expectError(rejected, 'rate_limited');
      expect(rejected.headers['retry-after']).toMatch(/^\d+$/);
      expect(rejected.headers['ratelimit-policy']).toBe('"public";q=10;w=60');
    }
    expect((await getFrom('/api/health', '203.0.113.8')).status).toBe(200);
    const signedIn = getCurrentUser(ada).set('X-Forwarded-For', '203.0.113.7');
    expect((await signedIn).status).toBe(200);
  });

  it('is counted without the database', async () => {
    await withoutTable(async () => {
      expect(await getStatuses(12, () => getFrom('/api/health'))).toEqual([
        ...Array<number>(10).fill(200),
        ...Array<number>(2).fill(429),
      ]);
    });
  });
});

describe('the daily limit of posts', () => {
  it('counts threads, replies and quotes together, but not rejected requests', async () => {
    const thread = await publish(api, ada, { fields: { content: 'One' } });
    const fields = { content: 'Two', parentThreadId: thread.id };
    await publish(api, ada, { fields });
    await postThread(api, ada, { fields: { content: 'No', parentThreadId: ben.id } }).expect(404);
    const path = `/api/threads/${thread.id}/repost`;
    const quote = () => api.request.post(path).set(ada.auth).send({ quoteContent: 'Three' });
    await quote().expect(201);
    expectError(await postThread(api, ada, { fields: { content: 'Four' } }), 'rate_limited');
    await publish(api, ben, { fields: { content: 'Mine' } });
  });

  it('rejects only further posts until the day is over', async () => {
    for (const content of ['One', 'Two', 'Three']) await publish(api, ben, { fields: { content } });
    const response = await postThread(api, ben, { fields: { content: 'Four' } });
    expectError(response, 'rate_limited');
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(80_000);
    expect(response.text).toContain('24 hours');
    expect((await getCurrentUser(ben)).status).toBe(200);
  });

  it('counts edits, each of which stores a revision', async () => {
    const { id } = await publish(api, ada, { fields: { content: 'One' } });
    const edit = (content: string) =>
      api.request.put(`/api/threads/${id}`).set(ada.auth).field({ content });
    await edit('https://a.example').expect(200);
    await edit('Two').expect(200);
    expectError(await edit('Three'), 'rate_limited');
  });

  it('does not count a retry with the same idempotency key', async () => {
    const form = { fields: { content: 'One' }, key: 'once' };
    const first = await publish(api, ben, form);
    expect((await publish(api, ben, form)).id).toBe(first.id);
    expect((await publish(api, ben, form)).id).toBe(first.id);
    for (const content of ['Two', 'Three']) await publish(api, ben, { fields: { content } });
  });
});

describe('rate limit counters', () => {
  it('are shared by all servers', async () => {
    const other = await startTestApi({
      databaseUrl: api.databaseUrl,
      settings,
    });
    try {
      const send = (request: TestApi['request']) => request.get('/api/users/me').set(ada.auth);
      const [ofFirst, ofSecond] = await Promise.all([
        getStatuses(20, () => send(api.request)),
        getStatuses(20, () => send(other.request)),
      ]);
      expect([...ofFirst, ...ofSecond].filter((status) => status === 200)).toHaveLength(20);
    } finally {
      await other.close();
    }
  });

  it('are deleted after their window has ended', async () => {
    await getCurrentUser(ada);
    await api.database.$executeRaw`UPDATE rate_limits SET expire = 1`;
    expect(await api.services.rateLimiter.removeExpired()).toBe(1);
    expect(await api.database.rateLimit.count()).toBe(0);
  });

  // The last test, because the server does not count in the database for a while after a failure.
  it('fall back to memory while the table is unavailable, and are deleted right afterwards', async () => {
    await getCurrentUser(ada);
    await api.database.$executeRaw`UPDATE rate_limits SET expire = 1`;
    await withoutTable(async () => {
      const statuses = await getStatuses(8, () =>
        api.request.post('/api/threads').set(ada.auth).send({}),
      );
      expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429]);
    });
    expect(await api.services.rateLimiter.removeExpired()).toBe(1);
  });
});
