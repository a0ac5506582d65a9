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

const getMe = (api: TestApi, person: User) => api.request.get('/api/users/me').set(person.auth);

/** Both servers know the session by heart once each has been asked after it began to listen. */
async function enterBoth(): Promise<User> {
  const person = await createUser(first);
  for (const api of [first, second, first, second]) await getMe(api, person).expect(200);
  return person;
}

async function expectSoonOut(person: User): Promise<void> {
  for (const api of [first, second]) {
    await vi.waitFor(async () => expectError(await getMe(api, person), 'unauthenticated'), {
      timeout: 20_000,
      interval: 20,
    });
  }
}

describe('a session ends on every server', () => {
  it('at once on the one where its owner signs out, soon on the other', async () => {
    const person = await enterBoth();
    await first.request.post('/api/auth/logout').set(person.auth).expect(200);
    expectError(await getMe(first, person), 'unauthenticated');
    await expectSoonOut(person);
  });

  it('when its account is suspended', async () => {
    const person = await enterBoth();
    const data = { suspendedAt: new Date() };
    await first.database.user.update({ where: { id: person.id }, data });
    await expectSoonOut(person);
  });

  it('when its owner changes the password somewhere else', async () => {
    const person = await enterBoth();
    const { email, password } = person;
    const login = await first.request.post('/api/auth/login').send({ email, password });
    const { token } = login.body as { token: string };
    const newPassword = 'something else entirely';
    const body = { currentPassword: password, newPassword, confirmPassword: newPassword };
    const change = first.request.post('/api/auth/change-password').send(body);
    await change.set({ Authorization: `Bearer ${token}` }).expect(200);
    expectError(await getMe(first, person), 'unauthenticated');
    await expectSoonOut(person);
  });

  it('when its owner deletes the account', async () => {
    const person = await enterBoth();
    const { password } = person;
    await first.request.delete('/api/users/me').set(person.auth).send({ password }).expect(200);
    expectError(await getMe(first, person), 'unauthenticated');
    await expectSoonOut(person);
  });

  it('when its account is deleted, by whatever hand', async () => {
    const person = await enterBoth();
    await first.database.$executeRaw`DELETE FROM users WHERE id = ${person.id}::uuid`;
    await expectSoonOut(person);
  });
});
