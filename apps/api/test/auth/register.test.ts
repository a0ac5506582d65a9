import { authResponseSchema } from '@skein/contracts/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;

beforeAll(async () => {
  // One address registers more accounts than allowed.
  api = await startTestApi({ limits: 'off' });
});

afterAll(() => api.close());

let count = 0;
const ada = (changes: Record<string, unknown> = {}) => ({
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: `ada${(count += 1)}@example.org`,
  password: 'analytical engine',
  confirmPassword: 'analytical engine',
  ...changes,
});

const register = (body: object) => api.request.post('/api/auth/register').send(body);

describe('registering', () => {
  it('returns the account and a valid token', async () => {
    const body = ada({ lastName: 'King Noël', email: 'Zorba+1@Example.org' });
    const response = await register(body).expect(201);
    const { token, user } = authResponseSchema.parse(response.body);
    expect(user).toMatchObject({
      name: 'Ada King Noël',
      email: 'zorba+1@example.org',
      username: 'ada.king.noel',
    });
    const me = await api.request.get('/api/users/me').set('Authorization', `Bearer ${token}`);
    expect(me.body).toEqual(user);
  });

  it('sets a cookie for the event stream only', async () => {
    const response = await register(ada());
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^skein_stream=[^;]+; Path=\/api\/chat\/stream; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
      ),
    ]);
  });

  it('stores the password as a hash only', async () => {
    const body = ada();
    await register(body);
    const row = await api.database.user.findFirstOrThrow({ where: { email: body.email } });
    expect(row.passwordHash).toMatch(/^\$2b\$04\$/);
  });

  it('assigns unique usernames to twenty users of one name who register concurrently', async () => {
    const twins = Array.from({ length: 20 }, () => ada({ firstName: 'Twin', lastName: 'Sister' }));
    const responses = await Promise.all(twins.map(register));
    const usernames = responses.map(
      (response) => authResponseSchema.parse(response.body).user.username,
    );
    expect(new Set(usernames).size).toBe(20);
    expect(usernames).toContain('twin.sister');
    for (const username of usernames) expect(username).toMatch(/^twin\.sister\d*$/);
  });

  it('accepts a username that no account has', async () => {
    const response = await register(ada({ username: 'Countess_1' })).expect(201);
    expect(response.body).toMatchObject({ user: { username: 'countess_1' } });
    expectError(await register(ada({ username: 'countess_1' })), 'username_taken');
    for (const username of ['admin', 'no', 'a..b']) {
      const error = expectError(await register(ada({ username })), 'validation_failed');
      expect(error.errors).toMatchObject([{ path: 'username' }]);
    }
  });

  it('gives a username to one of two accounts that register at the same time', async () => {
    const responses = await Promise.all(
      [1, 2].map(() => register(ada({ username: 'wanted_by_two' }))),
    );
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  });

  it('suggests available usernames', async () => {
    const suggest = async (query: Record<string, string>) =>
      (await api.request.get('/api/auth/usernames').query(query).expect(200)).body as unknown;
    await register(ada({ firstName: 'Mary', lastName: 'Spool', username: 'spool' })).expect(201);
    expect(await suggest({ name: 'Mary Spool' })).toEqual({
      isAvailable: null,
      suggestions: ['mary.spool', 'mary.spool2', 'mary.spool3'],
    });
    expect(await suggest({ name: 'Mary Spool', username: 'Spool' })).toEqual({
      isAvailable: false,
      suggestions: ['mary.spool', 'spool2', 'spool3'],
    });
    expect(await suggest({ username: 'spool2' })).toMatchObject({ isAvailable: true });
    expect(await suggest({ username: 'admin' })).toMatchObject({
      isAvailable: false,
      suggestions: ['admin2', 'admin3', 'admin4'],
    });
    expect(await suggest({})).toEqual({ isAvailable: null, suggestions: [] });
    expectError(await api.request.get('/api/auth/usernames?username=no'), 'validation_failed');
  });

  it('returns 409 for an email address in use, in any case', async () => {
    const body = ada();
    await register(body).expect(201);
    const again = await register({ ...body, email: body.email.toUpperCase() });
    expect(expectError(again, 'email_taken').message).toBe(
      'An account with this email already exists.',
    );
  });

  it('creates one account for twenty concurrent requests', async () => {
    const body = ada();
    const responses = await Promise.all(Array.from({ length: 20 }, () => register(body)));
    const statuses = Map.groupBy(responses, (response) => response.status);
    expect(statuses.get(201)).toHaveLength(1);
    expect(statuses.get(409)).toHaveLength(19);
    expect(await api.database.user.count({ where: { email: body.email } })).toBe(1);
  });
});

describe('registering with invalid input', () => {
  it.each([
    ['without a first name', { firstName: ' ' }, 'firstName'],
    ['with a last name of invisible characters', { lastName: '\u200B\u2060' }, 'lastName'],
    [
      'with names too long together',
      { firstName: 'a'.repeat(41), lastName: 'b'.repeat(40) },
      'lastName',
    ],
    ['without a valid email address', { email: 'ada at example' }, 'email'],
    ['with an email address of non-ASCII characters', { email: '日本@example.org' }, 'email'],
    [
      'with an email address that is too long',
      { email: `${'a'.repeat(250)}@example.org` },
      'email',
    ],
    ['with 7 characters', { password: '7 chars', confirmPassword: '7 chars' }, 'password'],
    [
      'with 73 bytes',
      { password: 'é'.repeat(36) + 'x', confirmPassword: 'é'.repeat(36) + 'x' },
      'password',
    ],
    ['with a common password', { password: 'Password1', confirmPassword: 'Password1' }, 'password'],
    ['with a different confirmation', { confirmPassword: 'another one' }, 'confirmPassword'],
    [
      'with a NUL in the password',
      { password: 'long\0enough', confirmPassword: 'long\0enough' },
      'password',
    ],
    ['with half a character', { firstName: '\uD83D' }, 'firstName'],
    ['with a list for a string', { email: ['ada@example.org'] }, 'email'],
  ])('rejects registering %s', async (_case, changes, path) => {
    const before = await api.database.user.count();
    const body = expectError(await register(ada(changes)), 'validation_failed');
    expect(body.errors?.map((error) => error.path)).toContain(path);
    expect(await api.database.user.count()).toBe(before);
  });

  it('rejects the email address as password', async () => {
    const email = 'long.enough@example.org';
    const body = ada({ email, password: email, confirmPassword: email });
    expectError(await register(body), 'validation_failed');
  });

  it('reports all invalid fields', async () => {
    const { errors } = expectError(await register({}), 'validation_failed');
    expect(errors?.map((error) => error.path)).toEqual([
      'firstName',
      'lastName',
      'email',
      'password',
      'confirmPassword',
    ]);
  });

  it('ignores unknown fields', async () => {
    const body = ada({ isVerified: true, role: 'admin', id: 'x' });
    await register(body).expect(201);
    const row = await api.database.user.findFirstOrThrow({ where: { email: body.email } });
    expect(row).toMatchObject({ isVerified: false, role: 'member' });
  });
});
