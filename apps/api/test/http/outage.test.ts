import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccessTokens } from '../../src/modules/auth/sessions/access-tokens.ts';
import { newId } from '../../src/platform/ids.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi, testJwtSecret } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;

beforeAll(async () => {
  // No server listens on port 1.
  api = await startTestApi({ databaseUrl: 'postgresql://nobody@127.0.0.1:1/nothing' });
});

afterAll(() => api.close());

describe('during a database outage', () => {
  it('a valid token results in a 503, not in a 401', async () => {
    const token = createAccessTokens({ secret: testJwtSecret }).sign(
      { userId: newId(), sessionId: newId() },
      { issuedAt: new Date(), expiresAt: new Date(Date.now() + 60_000) },
    );
    const response = await api.request.get('/api/users/me').set('Authorization', `Bearer ${token}`);
    const { message } = expectError(response, 'unavailable');
    expect(message).not.toMatch(/ECONN|prisma|127\.0\.0\.1/i);
    expect(response.headers['retry-after']).toBe('5');
  });

  it('a login results in a 503', async () => {
    const body = { email: 'ada@example.org', password: 'analytical engine' };
    expectError(await api.request.post('/api/auth/login').send(body), 'unavailable');
  });

  it('a browser shows the message and loads the page again', async () => {
    const page = `/embed/thread/${newId()}`;
    const response = await api.request.get(page).set('Accept', 'text/html,*/*;q=0.8');
    expect(response.status).toBe(503);
    expect(response.type).toBe('text/html');
    expect(response.headers['vary']).toMatch(/\bAccept(,|$)/);
    expect(response.text).toContain('<meta http-equiv="refresh" content="5" />');
    expect(response.text).not.toContain('requestId');
    expectError(await api.request.get(page), 'unavailable');
  });

  it('the server is healthy but not ready', async () => {
    await api.request.get('/api/health').expect(200);
    expectError(await api.request.get('/api/ready'), 'unavailable');
  });
});
