import type { Session } from '@skein/contracts/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

async function signIn(user: User): Promise<string> {
  const response = await api.request
    .post('/api/auth/login')
    .set('User-Agent', firefox)
    .send({ email: user.email, password: user.password })
    .expect(200);
  return (response.body as { token: string }).token;
}

async function list(token: string): Promise<Session[]> {
  const response = await api.request
    .get('/api/auth/sessions')
    .set({ Authorization: `Bearer ${token}` })
    .expect(200);
  return response.body as Session[];
}

const end = (token: string, id: string) =>
  api.request.delete(`/api/auth/sessions/${id}`).set({ Authorization: `Bearer ${token}` });

it('keeps 200 sessions of a user: deletes those that have ended, then the oldest', async () => {
  const user = await createUser(api);
  const insert = (count: number, revokedAt: Date | null) =>
    api.database.$executeRaw`
      INSERT INTO sessions (id, user_id, expires_at, revoked_at)
      SELECT uuidv7(), ${user.id}::uuid, now() + interval '7 days', ${revokedAt}
      FROM generate_series(1, ${count}::int)`;
  const counts = async () => {
    const of = (where: object) =>
      api.database.session.count({ where: { userId: user.id, ...where } });
    return { open: await of({ revokedAt: null }), ended: await of({ revokedAt: { not: null } }) };
  };
  await insert(150, new Date());
  await insert(100, null);
  const token = await signIn(user);
  expect(await counts()).toEqual({ open: 102, ended: 98 });
  await insert(200, null);
  await api.request.get('/api/auth/sessions').set(user.auth).expect(200);
  const latest = await signIn(user);
  expect(await counts()).toEqual({ open: 200, ended: 0 });
  await api.request.get('/api/auth/sessions').set(user.auth).expect(401);
  await api.request.get('/api/auth/sessions').set('Authorization', `Bearer ${token}`).expect(401);
  expect(await list(latest)).toHaveLength(100);
});

describe('the list of sessions', () => {
  it('lists the devices of the user', async () => {
    const user = await createUser(api);
    const token = await signIn(user);
    const sessions = await list(token);
    expect(sessions).toHaveLength(2);
    expect(sessions.find(({ isCurrent }) => isCurrent)).toMatchObject({
      device: 'Firefox on Linux',
      address: '127.0.0.1',
    });
    expect(sessions.find(({ isCurrent }) => !isCurrent)).toMatchObject({
      device: 'Unknown device',
      address: null,
    });
  });

  it('lists the last used session first, with a precision of minutes', async () => {
    const user = await createUser(api);
    const first = user.token;
    const second = await signIn(user);
    expect((await list(second))[0]?.isCurrent).toBe(true);
    api.clock.advance(10 * 60 * 1000);
    const [latest] = await list(first);
    expect(latest?.isCurrent).toBe(true);
    const sinceMs = api.clock.now().getTime() - new Date(latest?.lastSeenAt ?? 0).getTime();
    expect(sinceMs).toBeLessThan(5000);
  });

  it('omits ended sessions and those of other users', async () => {
    const user = await createUser(api);
    await createUser(api);
    const other = await signIn(user);
    await api.request.post('/api/auth/logout').set({ Authorization: `Bearer ${other}` });
    expect(await list(user.token)).toHaveLength(1);
    api.clock.advance(8 * 24 * 60 * 60 * 1000);
    expect(await list(await signIn(user))).toHaveLength(1);
  });
});

describe('ending a session', () => {
  it('invalidates its token', async () => {
    const user = await createUser(api);
    const other = await signIn(user);
    const id = (await list(user.token)).find(({ isCurrent }) => !isCurrent)?.id ?? '';
    await end(user.token, id).expect(200);
    const response = await api.request
      .get('/api/users/me')
      .set({ Authorization: `Bearer ${other}` });
    expectError(response, 'unauthenticated');
    expectError(await end(user.token, id), 'not_found');
  });

  it('works for the current session', async () => {
    const user = await createUser(api);
    const [current] = await list(user.token);
    await end(user.token, current?.id ?? '').expect(200);
    expectError(await end(user.token, current?.id ?? ''), 'unauthenticated');
  });

  it('returns 404 for a session of another user and an unknown id', async () => {
    const [user, other] = [await createUser(api), await createUser(api)];
    const [othersSession] = await list(other.token);
    for (const id of [othersSession?.id ?? '', user.id, 'no-id', '%00']) {
      expectError(await end(user.token, id), 'not_found');
    }
    expect(await list(other.token)).toHaveLength(1);
    expectError(await api.request.get('/api/auth/sessions'), 'unauthenticated');
  });
});
