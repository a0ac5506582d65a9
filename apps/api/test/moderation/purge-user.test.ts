import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { insertThread } from '../support/factories/threads.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';
import { createUserActions } from '../support/http/user-actions.ts';

const reason = 'Only spam';
let api: TestApi;
let actions: ReturnType<typeof createUserActions>;
let admin: User;
let colleague: User;
let moderator: User;
let user: User;

beforeAll(async () => {
  api = await startTestApi();
  actions = createUserActions(api);
  admin = await createWithRole('admin');
  colleague = await createWithRole('admin');
  moderator = await createWithRole('moderator');
});

beforeEach(async () => {
  user = await createUser(api);
});

afterAll(() => api.close());

async function createWithRole(role: 'moderator' | 'admin'): Promise<User> {
  const account = await createUser(api);
  await api.database.user.update({ where: { id: account.id }, data: { role } });
  return account;
}

const purge = (by: User, { id, username }: Pick<User, 'id' | 'username'>) =>
  actions.post(by, `/admin/users/${id}/purge`).send({ username, reason });

const countUsers = (id: string) => api.database.user.count({ where: { id } });

it('deletes an account with its threads and sessions, resolves reports and is recorded', async () => {
  const threadId = await insertThread(api.database, user.id);
  await actions
    .post(moderator, '/reports')
    .send({ targetType: 'thread', targetId: threadId, reason: 'spam' })
    .expect(201);
  await purge(admin, { id: user.id, username: `@${user.username.toUpperCase()}` }).expect(200);
  expect(await countUsers(user.id)).toBe(0);
  expect(await api.database.thread.count({ where: { id: threadId, deletedAt: null } })).toBe(0);
  expectError(await actions.read(user, '/users/me'), 'unauthenticated');
  const report = await api.database.report.findFirst({ where: { targetId: threadId } });
  expect(report).toMatchObject({ status: 'resolved', resolverId: admin.id });
  const entries = await api.database.auditEntry.findMany({ where: { targetId: user.id } });
  expect(entries).toMatchObject([{ action: 'delete', actorId: admin.id, details: { reason } }]);
  expectError(await purge(admin, user), 'not_found');
});

it('needs the username of the account and a reason', async () => {
  const other = await purge(admin, { id: user.id, username: admin.username });
  expectError(other, 'validation_failed');
  const noReason = actions.post(admin, `/admin/users/${user.id}/purge`);
  expectError(await noReason.send({ username: user.username, reason: ' ' }), 'validation_failed');
  expect(await countUsers(user.id)).toBe(1);
});

it('is for administrators, and not for the own account or one whose role is not lower', async () => {
  expectError(await purge(moderator, user), 'forbidden');
  expectError(await purge(user, moderator), 'forbidden');
  expectError(await purge(admin, admin), 'validation_failed');
  expectError(await purge(admin, colleague), 'conflict');
  expectError(await purge(admin, { id: newId(), username: 'nobody' }), 'not_found');
  expect(await countUsers(colleague.id)).toBe(1);
});

it('happens once if two administrators delete an account at once', async () => {
  const responses = await Promise.all([purge(admin, user), purge(colleague, user)]);
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  expect(await api.database.auditEntry.count({ where: { targetId: user.id } })).toBe(1);
});
