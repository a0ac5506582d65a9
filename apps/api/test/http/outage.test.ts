import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccessTokens } from '../../src/modules/auth/access-tokens.ts';
import { newId } from '../../src/platform/ids.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi, testJwtSecret } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;

beforeAll(async () => {
  // Nothing listens on the first port.
  api = await startTestApi({ databaseUrl: 'postgresql://nobody@127.0.0.1:1/nothing' });
});

afterAll(() => api.close());

describe('while the database is away', () => {
  it('a good token is not called a bad one', async () => {
    const token = createAccessTokens({ secret: testJwtSecret }).sign(
      { userId: newId(), sessionId: newId() },
      { issuedAt: new Date(), expiresAt: new Date(Date.now() + 60_000) },
    );
    const answer = await api.request.get('/api/users/me').set('Authorization', `Bearer ${token}`);
    const { message } = expectError(answer, 'unavailable');
    expect(message).not.toMatch(/ECONN|prisma|127\.0\.0\.1/i);
    expect(answer.headers['retry-after']).toBe('5');
  });

  it('sign-in waits for better times', async () => {
    const body = { email: 'ada@example.org', password: 'analytical engine' };
    expectError(await api.request.post('/api/auth/login').send(body), 'unavailable');
  });

  it('the process is alive but not ready', async () => {
    await api.request.get('/api/health').expect(200);
    expectError(await api.request.get('/api/ready'), 'unavailable');
  });
});
