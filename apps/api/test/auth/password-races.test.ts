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

const newHash = 'the hash of another password';

/**
 * Sends a request while the password is being changed in another transaction, which then commits.
 */
async function whileChanging<TestResponse>(
  user: User,
  sendRequest: () => PromiseLike<TestResponse>,
) {
  const { pending } = await api.database.$transaction(async (tx) => {
    await tx.user.update({ where: { id: user.id }, data: { passwordHash: newHash } });
    const response = sendRequest().then((received) => received);
    await untilLockWait(api.database);
    const where = { userId: user.id, revokedAt: null };
    await tx.session.updateMany({ where, data: { revokedAt: new Date() } });
    return { pending: response };
  });
  return pending;
}

describe('a password that is being changed concurrently', () => {
  it('opens no session', async () => {
    const user = await createUser(api);
    const { email, password } = user;
    const response = await whileChanging(user, () =>
      api.request.post('/api/auth/login').send({ email, password }),
    );
    expectError(response, 'invalid_credentials');
    expect(await api.database.session.count({ where: { userId: user.id } })).toBe(1);
  });

  it('cannot be used to set another password', async () => {
    const user = await createUser(api);
    const newPassword = 'a third one, too late';
    const body = { currentPassword: user.password, newPassword, confirmPassword: newPassword };
    const response = await whileChanging(user, () =>
      api.request.post('/api/auth/change-password').set(user.auth).send(body),
    );
    expectError(response, 'wrong_password');
    const after = await api.database.user.findFirstOrThrow({ where: { id: user.id } });
    expect(after.passwordHash).toBe(newHash);
  });

  it('exchanges no handover token', async () => {
    const user = await createUser(api);
    const where = { userId: user.id };
    await api.database.session.updateMany({ where, data: { kind: 'handover' } });
    const response = await whileChanging(user, () =>
      api.request.post('/api/auth/session').set(user.auth),
    );
    expectError(response, 'unauthenticated');
    expect(await api.database.session.count({ where: { ...where, revokedAt: null } })).toBe(0);
  });
});
