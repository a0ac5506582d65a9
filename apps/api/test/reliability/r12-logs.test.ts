import { request as connect } from 'node:http';
import { connect as connectTcp } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../src/platform/logger.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';

let api: TestApi;
let user: User;
let other: User;
let lines: string[] = [];

/** All log output. */
const logger = createLogger({
  level: 'trace',
  destination: { write: (line) => void lines.push(line) },
});

beforeAll(async () => {
  api = await startTestApi({ settings: { logger } });
  user = await createUser(api);
  other = await createUser(api);
});

beforeEach(() => {
  lines = [];
});

afterAll(() => api.close());

interface Line {
  msg: string;
  requestId?: string;
  userId?: string;
  route?: string;
  status?: number;
}

/** Parses all log lines, after the last of this many requests is logged. */
async function readLog(requestsCount: number): Promise<Line[]> {
  const read = () => lines.map((line) => JSON.parse(line) as Line);
  const ofRequests = () => read().filter(({ msg }) => msg === 'request');
  await expect.poll(() => ofRequests().length).toBeGreaterThanOrEqual(requestsCount);
  expect(ofRequests()).toHaveLength(requestsCount);
  for (const line of lines) expect(line).toMatch(/^\{[^\n]*\}\n$/);
  return read();
}

/** Sends a secret word in every kind of request. Returns the number of requests. */
async function sendSecrets(): Promise<number> {
  const actions = createUserActions(api);
  const created = await actions.post(user, '/threads').send({ content: 'zorbaword' }).expect(201);
  const { id } = created.body as { id: string };
  const thread = `/threads/${id}`;
  const poll = JSON.stringify({
    question: 'zorbaword',
    options: ['zorbaword', 'b'],
    durationMinutes: 9,
  });
  const message = { receiverId: other.id, content: 'zorbaword' };
  const responses = [
    await actions.post(user, '/threads').field('content', 'zorbaword').field('poll', poll),
    await actions.post(user, '/threads/multiple-media').attach('media', Buffer.from('zorbaword'), {
      filename: 'zorbaword.png',
    }),
    await actions.post(user, `${thread}/repost`).send({ quoteContent: 'zorbaword' }),
    await api.request.put(`/api${thread}`).set(user.auth).send({ content: 'zorbaword' }),
    await actions.post(user, '/chat/send').send(message),
    await api.request.put('/api/users/me').set(user.auth).send({ bio: 'zorbaword' }),
    await actions.read(user, '/threads/search?q=zorbaword'),
    await actions.read(user, '/threads/hashtag/zorbaword'),
    await actions.read(user, '/users/zorbaword'),
    await actions.read(user, '/hashtags/suggestions?q=zorbaword'),
    await api.request.get('/media/zorbaword/original.webp'),
    await api.request.get('/api/zorbaword?zorbaword'),
    await api.request.get('/zorbaword'),
  ];
  return responses.length + 1;
}

describe('a request', () => {
  it('is logged as one line with user, route and result', async () => {
    const response = await createUserActions(api).profile(user, other.username).expect(200);
    await api.request.get('/api/users/me').set('Authorization', 'Bearer none').expect(401);
    const requestId = response.headers['x-request-id'];
    const [first, second, ...others] = await readLog(2);
    const expectedLine = { msg: 'request', method: 'GET' };
    expect(first).toMatchObject({
      ...expectedLine,
      requestId,
      userId: user.id,
      route: '/api/users/:userIdOrUsername',
      status: 200,
      ms: expect.any(Number) as number,
    });
    expect(second).toMatchObject({ ...expectedLine, route: '/api/users/me', status: 401 });
    expect(second).not.toHaveProperty('userId');
    expect(others).toEqual([]);
  });

  it('is logged without what users write, search for or open', async () => {
    const requestsCount = await sendSecrets();
    await readLog(requestsCount);
    expect(lines.join('').toLowerCase()).not.toContain('zorba');
  });

  it('that fails in the database is logged without its text', async () => {
    await api.database.$executeRaw`ALTER TABLE threads ADD CONSTRAINT none CHECK (false) NOT VALID`;
    await api.database
      .$executeRaw`ALTER TABLE messages ADD CONSTRAINT none CHECK (false) NOT VALID`;
    const actions = createUserActions(api);
    const message = { receiverId: other.id, content: 'zorbaword' };
    const responses = [
      await actions.post(user, '/threads').send({ content: 'zorbaword #zorbatag' }),
      await actions.post(user, '/chat/send').send(message),
    ];
    await api.database.$executeRaw`ALTER TABLE threads DROP CONSTRAINT none`;
    await api.database.$executeRaw`ALTER TABLE messages DROP CONSTRAINT none`;
    expect(responses.map(({ status }) => status)).toEqual([500, 500]);
    const failures = (await readLog(2)).filter(({ msg }) => msg === 'request failed');
    expect(failures.map(({ requestId }) => requestId)).toEqual(
      responses.map(({ headers }) => headers['x-request-id']),
    );
    expect(lines.join('')).not.toMatch(/zorba|INSERT|Bearer/);
  });

  it.each([
    ['a line of its own', '/api/users/me%0A{"msg":"zorbaforged"}'],
    ['a path that cannot be decoded', '/api/users/%E0%A4%A-zorba'],
    ['a long path', `/api/threads/${'zorba'.repeat(2000)}`],
    ['an escape sequence', '/api/users/%1b[2Jzorba'],
    ['a prototype', '/api/__proto__/zorba?__proto__[zorba]=1'],
  ])('with %s is logged as one line', async (_name, path) => {
    const headers = { 'X-Request-Id': 'zorba\tforged', 'User-Agent': 'zorba', ...user.auth };
    await new Promise((resolve, reject) => {
      const options = { port: api.port, path, headers, agent: false };
      connect({ host: '127.0.0.1', ...options }, (response) => {
        response.resume().once('end', resolve);
      })
        .once('error', reject)
        .end();
    });
    const [line] = await readLog(1);
    expect(line?.status).toBe(404);
    expect(lines.join('')).not.toMatch(/zorba|\p{Cc}[^\n]/u);
    expect(lines.join('')).not.toContain(user.token);
  });

  it('that is not HTTP is not logged', async () => {
    const socket = connectTcp(api.port, '127.0.0.1');
    socket.end('zorba / HTTP/9.9\r\nAuthorization: Bearer zorba\r\n\r\n').resume();
    await new Promise((resolve) => socket.once('close', resolve));
    await api.request.get('/api/health').expect(200);
    await readLog(1);
    expect(lines.join('')).not.toContain('zorba');
  });
});

describe('a log record', () => {
  it('has its secrets redacted', () => {
    const secret = { password: 'zorba', token: 'zorba', authorization: 'zorba', cookie: 'zorba' };
    logger.fatal({ ...secret, request: secret }, 'a message');
    logger.trace({ body: secret }, 'a message');
    expect(lines).toHaveLength(2);
    expect(lines.join('')).toContain('[redacted]');
    expect(lines.join('')).not.toContain('zorba');
  });
});
