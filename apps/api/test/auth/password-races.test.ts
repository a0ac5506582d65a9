import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { untilLockWait } from '../support/db/wait-for-lock.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

const newHash = 'the hash of another one';

/** Does something while another password is being set, and lets that come to its end. */
async function whileChanging<Answer>(person: User, act: () => PromiseLike<Answer>) {
  const { acted } = await api.database.$transaction(async (tx) => {
    await tx.user.update({ where: { id: person.id }, data: { passwordHash: newHash } });
    const answer = act().then((received) => received);
    await untilLockWait(api.database);
    const where = { userId: person.id, revokedAt: null };
    await tx.session.updateMany({ where, data: { revokedAt: new Date() } });
    return { acted: answer };
  });
  return acted;
}

describe('a password that is just being replaced', () => {
  it('opens no session that would outlast it', async () => {
    const person = await createUser(api);
    const { email, password } = person;
    const answer = await whileChanging(person, () =>
      api.request.post('/api/auth/login').send({ email, password }),
    );
    expectError(answer, 'invalid_credentials');
    expect(await api.database.session.count({ where: { userId: person.id } })).toBe(1);
  });

  it('does not set yet another', async () => {
    const person = await createUser(api);
    const newPassword = 'a third one, too late';
    const body = { currentPassword: person.password, newPassword, confirmPassword: newPassword };
    const answer = await whileChanging(person, () =>
      api.request.post('/api/auth/change-password').set(person.auth).send(body),
    );
    expectError(answer, 'wrong_password');
    const after = await api.database.user.findUniqueOrThrow({ where: { id: person.id } });
    expect(after.passwordHash).toBe(newHash);
  });

  it('spends no sign-in link for a session that would outlast it', async () => {
    const person = await createUser(api);
    const where = { userId: person.id };
    await api.database.session.updateMany({ where, data: { kind: 'handover' } });
    const answer = await whileChanging(person, () =>
      api.request.post('/api/auth/session').set(person.auth),
    );
    expectError(answer, 'unauthenticated');
    expect(await api.database.session.count({ where: { ...where, revokedAt: null } })).toBe(0);
  });
});
