import { createHmac } from 'node:crypto';
import { authResponseSchema } from '@skein/contracts/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../support/http/responses.ts';
import { startTestApi, testJwtSecret } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const getMe = (token: string) => api.request.get('/api/users/me').set(bearer(token));
const login = (email: string, password: string) =>
  api.request.post('/api/auth/login').send({ email, password });

describe('signing in', () => {
  it('opens a new session each time', async () => {
    const account = await createUser(api);
    const response = await login(account.email.toUpperCase(), account.password).expect(200);
    const { token, user } = authResponseSchema.parse(response.body);
    expect(user.id).toBe(account.id);
    expect(token).not.toBe(account.token);
    await getMe(token).expect(200);
    await getMe(account.token).expect(200);
  });

  it('returns the same error for an unknown address and a wrong password', async () => {
    const user = await createUser(api);
    const wrong = expectError(await login(user.email, 'wrong'), 'invalid_credentials');
    const unknown = expectError(await login('no@example.org', 'wrong'), 'invalid_credentials');
    expect(wrong.message).toBe('Invalid email or password.');
    expect({ ...wrong, requestId: '' }).toEqual({ ...unknown, requestId: '' });
  });

  it.each([
    [{}, ['email', 'password']],
    [{ email: '', password: '' }, ['email', 'password']],
    [{ email: ' \t', password: 'x' }, ['email']],
    [{ email: 'ann@example.org', password: '' }, ['password']],
  ])('returns 400 and names the blank fields of %j', async (body, paths) => {
    const response = await api.request.post('/api/auth/login').send(body);
    const { errors } = expectError(response, 'validation_failed');
    expect(errors?.map(({ path }) => path)).toEqual(paths);
    expect(errors?.every(({ message }) => message.endsWith(' is required.'))).toBe(true);
  });

  it('returns 403 for a suspended account only with the right password', async () => {
    const user = await createUser(api);
    const data = { suspendedAt: new Date() };
    await api.database.user.update({ where: { id: user.id }, data });
    expectError(await login(user.email, user.password), 'forbidden');
    expectError(await login(user.email, 'wrong'), 'invalid_credentials');
    expectError(await getMe(user.token), 'unauthenticated');
  });
});

describe('a token', () => {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

  it.each([
    ['no token', {}],
    ['no bearer', { Authorization: 'Basic YTpi' }],
    ['nonsense', bearer('nonsense')],
    ['a cookie instead', { Cookie: 'skein_stream=x' }],
  ])('is required: %s', async (_case, headers) => {
    expectError(await api.request.get('/api/users/me').set(headers), 'unauthenticated');
  });

  it('is rejected when tampered with', async () => {
    const { token, id } = await createUser(api);
    const [header = '', payload = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    const other = encode({ ...claims, sub: '01900000-0000-7000-8000-000000000000' });
    const none = encode({ alg: 'none', typ: 'JWT' });
    const sign512 = createHmac('sha512', testJwtSecret);
    const head512 = encode({ alg: 'HS512', typ: 'JWT' });
    const signed512 = sign512.update(`${head512}.${payload}`).digest('base64url');
    for (const forged of [
      `${header}.${other}.${signature}`,
      `${none}.${payload}.`,
      `${head512}.${payload}.${signed512}`,
      `${header}.${payload}.${signature.slice(0, -2)}`,
    ]) {
      expectError(await getMe(forged), 'unauthenticated');
    }
    expect((await getMe(token)).body).toMatchObject({ id });
  });

  it('expires after seven days', async () => {
    const { token } = await createUser(api);
    api.clock.advance(7 * 24 * 60 * 60 * 1000 - 60_000);
    await getMe(token).expect(200);
    api.clock.advance(120_000);
    expectError(await getMe(token), 'unauthenticated');
  });

  it('is rejected after its account is deleted', async () => {
    const { token, id } = await createUser(api);
    await api.database.user.delete({ where: { id } });
    expectError(await getMe(token), 'unauthenticated');
  });
});

describe('signing out', () => {
  it('ends the current session only', async () => {
    const user = await createUser(api);
    const second = authResponseSchema.parse((await login(user.email, user.password)).body);
    const response = await api.request.post('/api/auth/logout').set(user.auth).expect(200);
    expect(response.headers['set-cookie']?.[0]).toMatch(
      /^skein_stream=; Path=\/api\/chat\/stream;/,
    );
    expect(response.headers['clear-site-data']).toBe('"cache"');
    expectError(await getMe(user.token), 'unauthenticated');
    expectError(await api.request.post('/api/auth/logout').set(user.auth), 'unauthenticated');
    await getMe(second.token).expect(200);
  });
});

describe('exchanging a token', () => {
  const exchange = (token: string) => api.request.post('/api/auth/session').set(bearer(token));

  it('returns a normal token unchanged, with the stream cookie', async () => {
    const user = await createUser(api);
    const response = await exchange(user.token).expect(200);
    expect(authResponseSchema.parse(response.body).token).toBe(user.token);
    expect(response.headers['set-cookie']?.[0]).toContain('Path=/api/chat/stream');
  });

  it('exchanges a handover token for a session once', async () => {
    const user = await createUser(api);
    await api.database.session.updateMany({
      where: { userId: user.id },
      data: { kind: 'handover' },
    });
    const responses = await Promise.all(Array.from({ length: 8 }, () => exchange(user.token)));
    const granted = responses.filter((response) => response.status === 200);
    expect(granted).toHaveLength(1);
    const { token } = authResponseSchema.parse(granted[0]?.body);
    expect(token).not.toBe(user.token);
    await getMe(token).expect(200);
    expectError(await getMe(user.token), 'unauthenticated');
  });

  it('keeps a handover token valid when the session could not be opened', async () => {
    const user = await createUser(api);
    await api.database.session.updateMany({
      where: { userId: user.id },
      data: { kind: 'handover' },
    });
    await api.database
      .$executeRaw`ALTER TABLE sessions ADD CONSTRAINT no_more CHECK (kind <> 'normal') NOT VALID`;
    expectError(await exchange(user.token), 'internal');
    await api.database.$executeRaw`ALTER TABLE sessions DROP CONSTRAINT no_more`;
    await exchange(user.token).expect(200);
  });
});
