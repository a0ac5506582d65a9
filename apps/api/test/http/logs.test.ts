import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../src/platform/logger.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
let lines: string[] = [];

beforeAll(async () => {
  const logger = createLogger({
    level: 'info',
    destination: { write: (line) => void lines.push(line) },
  });
  api = await startTestApi({ settings: { logger } });
});

beforeEach(() => {
  lines = [];
});

afterAll(() => api.close());

/** Waits for the expected number of records and returns all, including unexpected ones. */
async function readLog(count: number): Promise<Record<string, unknown>[]> {
  await expect.poll(() => lines.length).toBeGreaterThanOrEqual(count);
  await sleep(20);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

const ada = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.org',
  password: 'analytical engine',
  confirmPassword: 'analytical engine',
};

describe('the log', () => {
  it('has one line per request without the query', async () => {
    const response = await api.request.get('/api/health?token=secret').expect(200);
    const [{ time, ms, ...line } = {}, ...others] = await readLog(1);
    expect(line).toEqual({
      level: 30,
      requestId: response.headers['x-request-id'],
      method: 'GET',
      route: '/api/health',
      status: 200,
      msg: 'request',
    });
    expect([typeof time, typeof ms]).toEqual(['string', 'number']);
    expect(others).toEqual([]);
  });

  it('never contains passwords, tokens, cookies or email addresses', async () => {
    const registration = await api.request.post('/api/auth/register').send(ada).expect(201);
    const { token } = registration.body as { token: string };
    await api.request.post('/api/auth/register').send(ada).expect(409);
    await api.request.post('/api/auth/login').send(ada).expect(200);
    await api.request
      .post('/api/auth/login')
      .type('json')
      .send(`${JSON.stringify(ada)}}`);
    const bearer = { Authorization: `Bearer ${token}`, Cookie: `skein_stream=${token}` };
    await api.request.get('/api/users/me').set(bearer).expect(200);
    await api.request.get('/api/users/me').set('Authorization', 'Bearer x.y.z').expect(401);

    await readLog(6);
    expect(lines).toHaveLength(6);
    expect(lines.join('')).not.toMatch(/analytical|Bearer|x\.y\.z|skein_stream|@example|\$2b\$/);
    expect(lines.join('')).not.toContain(token);
  });

  it('contains a failure once with its cause, but without input', async () => {
    await api.database
      .$executeRaw`ALTER TABLE users ADD CONSTRAINT no_more CHECK (email = '') NOT VALID`;
    const body = { ...ada, email: 'failing@example.org' };
    const response = await api.request.post('/api/auth/register').send(body);
    await api.database.$executeRaw`ALTER TABLE users DROP CONSTRAINT no_more`;

    const { requestId } = expectError(response, 'internal');
    const records = await readLog(2);
    const failures = records.filter((record) => 'err' in record);
    expect(failures).toMatchObject([{ level: 50, requestId, msg: 'request failed' }]);
    expect(JSON.stringify(failures)).toContain('no_more');
    expect(records).toHaveLength(2);
    expect(records).toContainEqual(expect.objectContaining({ requestId, status: 500 }));
    expect(lines.join('')).not.toMatch(/analytical|failing@|\$2b\$|secretKey|INSERT/);
  });
});
