import { afterAll, beforeAll, describe, it, vi } from 'vitest';
import { startBackgroundJobs } from '../../src/server/jobs/background-jobs.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';

let first: TestApi;
let second: TestApi;
let stopJobs: (() => Promise<void>)[];

beforeAll(async () => {
  first = await startTestApi();
  second = await startTestApi({ databaseUrl: first.databaseUrl });
  stopJobs = [first, second].map((api) => startBackgroundJobs(api.services, api.databaseUrl));
});

afterAll(async () => {
  for (const stop of stopJobs) await stop();
  await second.close();
  await first.close();
});

const getMe = (api: TestApi, user: User) => api.request.get('/api/users/me').set(user.auth);

/** Creates a user whose session both servers have cached. */
async function createCachedUser(): Promise<User> {
  const user = await createUser(first);
  for (const api of [first, second, first, second]) await getMe(api, user).expect(200);
  return user;
}

async function expectSignedOut(user: User): Promise<void> {
  for (const api of [first, second]) {
    await vi.waitFor(async () => expectError(await getMe(api, user), 'unauthenticated'), {
      timeout: 20_000,
      interval: 20,
    });
  }
}

describe('a session on several servers', () => {
  it('ends immediately on the server of the logout and soon on the other', async () => {
    const user = await createCachedUser();
    await first.request.post('/api/auth/logout').set(user.auth).expect(200);
    expectError(await getMe(first, user), 'unauthenticated');
    await expectSignedOut(user);
  });

  it('ends when its account is suspended', async () => {
    const user = await createCachedUser();
    const data = { suspendedAt: new Date() };
    await first.database.user.update({ where: { id: user.id }, data });
    await expectSignedOut(user);
  });

  it('ends when the password is changed in another session', async () => {
    const user = await createCachedUser();
    const { email, password } = user;
    const login = await first.request.post('/api/auth/login').send({ email, password });
    const { token } = login.body as { token: string };
    const newPassword = 'something else entirely';
    const body = { currentPassword: password, newPassword, confirmPassword: newPassword };
    const change = first.request.post('/api/auth/change-password').send(body);
    await change.set({ Authorization: `Bearer ${token}` }).expect(200);
    expectError(await getMe(first, user), 'unauthenticated');
    await expectSignedOut(user);
  });

  it('ends when its user deletes the account', async () => {
    const user = await createCachedUser();
    const { password } = user;
    await first.request.delete('/api/users/me').set(user.auth).send({ password }).expect(200);
    expectError(await getMe(first, user), 'unauthenticated');
    await expectSignedOut(user);
  });

  it('ends when its account is deleted in the database', async () => {
    const user = await createCachedUser();
    await first.database.$executeRaw`DELETE FROM users WHERE id = ${user.id}::uuid`;
    await expectSignedOut(user);
  });
});
