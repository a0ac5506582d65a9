import type { ErrorCode } from '@skein/contracts/http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toRateLimitRules } from '../../src/platform/config/rate-limit-rules.ts';
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
  // Of a second the slowest machine would see the end.
  messages: { max: 60, seconds: 600, steadySeconds: 600 },
};

// On a busy machine a count may take longer than it is usually waited for.
const settings = { rateLimitRules: rules, trustedProxies: 1, counterTimeoutMs: 20_000 };

function requireRules(): RateLimitRules {
  const byDefault = toRateLimitRules({ RATE_LIMIT_FACTOR: 1 });
  if (byDefault === null) throw new Error('There are no limits.');
  return byDefault;
}

let api: TestApi;
let ada: User;
let ben: User;

beforeEach(async () => {
  api = await startTestApi({ settings });
  ada = await createUser(api);
  ben = await createUser(api);
});

afterEach(() => api.close());

const readOwn = (person: User) => api.request.get('/api/users/me').set(person.auth);

const register = (address: string) =>
  api.request.post('/api/auth/register').set('X-Forwarded-For', address).send({});

async function statusesOf(count: number, ask: () => PromiseLike<{ status: number }>) {
  const answers = await Promise.all(Array.from({ length: count }, () => ask()));
  return answers.map(({ status }) => status).toSorted((a, b) => a - b);
}

describe('what a person may do how often', () => {
  it('lets through exactly as many as the limit says, however many come at once', async () => {
    const statuses = await statusesOf(30, () => readOwn(ada));
    expect(statuses).toEqual([...Array<number>(20).fill(200), ...Array<number>(10).fill(429)]);
  });

  it('counts each person for themselves', async () => {
    await statusesOf(21, () => readOwn(ada));
    expectError(await readOwn(ada), 'rate_limited');
    expect((await readOwn(ben)).status).toBe(200);
  });

  it('says in each answer what is left, and with a refusal when to come again', async () => {
    const first = await readOwn(ada);
    expect(first.headers['ratelimit-policy']).toBe('"reads";q=20;w=60');
    expect(first.headers['ratelimit']).toMatch(/^"reads";r=19;t=\d+$/);
    await statusesOf(19, () => readOwn(ada));
    const refused = await readOwn(ada);
    expect(refused.headers['retry-after']).toMatch(/^[1-9]\d?$/);
    expect(refused.headers['ratelimit']).toMatch(/^"reads";r=0;t=\d+$/);
    const { message } = expectError(refused, 'rate_limited');
    expect(message).toMatch(/^That was too often\. Please try again in \d+ seconds?\.$/);
  });

  it('counts writing apart from reading, and before it looks at what was sent', async () => {
    const write = () => api.request.post('/api/threads').set(ada.auth).send({});
    expect(await statusesOf(7, write)).toEqual([400, 400, 400, 400, 400, 429, 429]);
    expect((await readOwn(ada)).status).toBe(200);
  });

  it('counts a request with files once, and one without not at all', async () => {
    const post = () => api.request.post('/api/threads').set(ada.auth);
    const withFile = () =>
      post()
        .field('content', 'a text')
        .attach('media', Buffer.from('no picture'), { filename: 'a.png' });
    expect((await post().field('content', 'without')).status).toBe(201);
    expectError(await withFile(), 'unsupported_media');
    expectError(await withFile(), 'rate_limited');
    // Removed once the answer is out.
    await expect.poll(() => api.listUploads()).toEqual([]);
  });

  it('lets sixty messages through at once', async () => {
    const send = () =>
      api.request.post('/api/chat/send').set(ada.auth).send({ receiverId: ben.id, content: 'hi' });
    expect((await send()).headers).not.toHaveProperty('ratelimit');
    const statuses = await statusesOf(60, send);
    expect(statuses.filter((status) => status === 201)).toHaveLength(59);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });
});

describe('addresses', () => {
  it('counts whoever is signed out by their address, not by what they claim it to be', async () => {
    expect(await statusesOf(3, () => register('203.0.113.7'))).toEqual([400, 400, 429]);
    // Only the last address was added by a proxy that is trusted.
    expectError(await register('198.51.100.1, 203.0.113.7'), 'rate_limited');
    expectError(await register('198.51.100.2, ::ffff:203.0.113.7'), 'rate_limited');
    expectError(await register('203.0.113.8'), 'validation_failed');
  });

  it('is not misled by another way of writing the path', async () => {
    expect(await statusesOf(2, () => register('203.0.113.7'))).toEqual([400, 400]);
    const codes: Record<string, ErrorCode> = {
      '/api/auth/register/': 'rate_limited',
      '/api/auth/REGISTER': 'rate_limited',
      '/api/auth/%72egister': 'not_found',
      '/api//auth/register': 'not_found',
    };
    for (const [path, code] of Object.entries(codes)) {
      const answer = await api.request.post(path).set('X-Forwarded-For', '203.0.113.7').send({});
      expectError(answer, code);
    }
  });

  it('counts a network of IPv6 as one address', async () => {
    const addresses = Array.from({ length: 300 }, (_, n) => `2001:db8:0:1::${n.toString(16)}`);
    const statuses = [];
    for (const address of addresses) statuses.push((await register(address)).status);
    expect(statuses.filter((status) => status !== 429)).toEqual([400, 400]);
    expectError(await register('2001:db8:0:2::1'), 'validation_failed');
  });

  it('counts tokens that are none against the address', async () => {
    const guess = () =>
      api.request
        .get('/api/users/me')
        .set('Authorization', 'Bearer guessed')
        .set('X-Forwarded-For', '203.0.113.7');
    expect((await guess()).headers['ratelimit']).toMatch(/^"signedOut";r=2;t=\d+$/);
    expect(await statusesOf(4, guess)).toEqual([401, 401, 429, 429]);
    const signedIn = readOwn(ada).set('X-Forwarded-For', '203.0.113.7');
    expect((await signedIn).status).toBe(200);
  });
});

describe('what needs no account', () => {
  const addressed = (path: string, address = '203.0.113.7') =>
    api.request.get(path).set('X-Forwarded-For', address);

  it('is limited per address, whatever is requested', async () => {
    const paths = ['/', '/media/a/b.webp', '/api/openapi.json', '/api/docs', '/api/nothing'];
    for (const path of paths) expect((await addressed(path)).status).not.toBe(429);
    expect((await api.request.options('/api/users/me')).status).toBe(204);
    const health = await addressed('/api/health');
    expect(health.headers['ratelimit']).toMatch(/^"public";r=4;t=\d+$/);
    expect(await statusesOf(4, () => addressed('/api/ready'))).toEqual([200, 200, 200, 200]);

    for (const path of [...paths, '/api/health', '/api/docs/assets/swagger-ui.css']) {
      const refused = await addressed(path);
      expectError(refused, 'rate_limited');
      expect(refused.headers['retry-after']).toMatch(/^\d+$/);
      expect(refused.headers['ratelimit-policy']).toBe('"public";q=10;w=60');
    }
    expect((await addressed('/api/health', '203.0.113.8')).status).toBe(200);
    const signedIn = readOwn(ada).set('X-Forwarded-For', '203.0.113.7');
    expect((await signedIn).status).toBe(200);
  });

  it('is counted without the database', async () => {
    await api.database.$executeRaw`ALTER TABLE rate_limits RENAME TO rate_limits_away`;
    expect(await statusesOf(12, () => addressed('/api/health'))).toEqual([
      ...Array<number>(10).fill(200),
      ...Array<number>(2).fill(429),
    ]);
  });
});

describe('the daily limit of posts', () => {
  it('counts threads, replies and quotes together, and not what was rejected', async () => {
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

  it('rejects further posts until the day is over, and nothing else', async () => {
    for (const content of ['One', 'Two', 'Three']) await publish(api, ben, { fields: { content } });
    const answer = await postThread(api, ben, { fields: { content: 'Four' } });
    expectError(answer, 'rate_limited');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(80_000);
    expect(answer.text).toContain('24 hours');
    expect((await readOwn(ben)).status).toBe(200);
  });

  it('does not count a retry with the same idempotency key', async () => {
    const form = { fields: { content: 'One' }, key: 'once' };
    const first = await publish(api, ben, form);
    expect((await publish(api, ben, form)).id).toBe(first.id);
    expect((await publish(api, ben, form)).id).toBe(first.id);
    for (const content of ['Two', 'Three']) await publish(api, ben, { fields: { content } });
  });
});

describe('several servers, and faults', () => {
  it('counts over all servers', async () => {
    const other = await startTestApi({
      databaseUrl: api.databaseUrl,
      settings,
    });
    try {
      const ask = (request: TestApi['request']) => request.get('/api/users/me').set(ada.auth);
      const [here, there] = await Promise.all([
        statusesOf(20, () => ask(api.request)),
        statusesOf(20, () => ask(other.request)),
      ]);
      expect([...here, ...there].filter((status) => status === 200)).toHaveLength(20);
    } finally {
      await other.close();
    }
  });

  it('counts in memory while the counters are away', async () => {
    await api.database.$executeRaw`ALTER TABLE rate_limits RENAME TO rate_limits_away`;
    const statuses = await statusesOf(8, () =>
      api.request.post('/api/threads').set(ada.auth).send({}),
    );
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429]);
  });

  it('forgets counters whose time is over', async () => {
    await readOwn(ada);
    await api.database.$executeRaw`UPDATE rate_limits SET expire = 1`;
    expect(await api.services.rateLimiter.removeExpired()).toBe(1);
    expect(await api.database.rateLimit.count()).toBe(0);
  });
});
