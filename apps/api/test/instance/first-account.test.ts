import type { CurrentUser } from '@skein/contracts/users';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';

let api: TestApi;

beforeEach(async () => {
  api = await startTestApi();
});
afterEach(() => api.close());

const read = async ({ auth }: User) =>
  (await api.request.get('/api/users/me').set(auth).expect(200)).body as CurrentUser;

const claim = ({ auth }: User) => api.request.put('/api/instance/owner').set(auth);

it('may become the owner of a new instance, once, and no other account', async () => {
  const [ada, ben] = [await createUser(api), await createUser(api)];
  expect(await read(ada)).toMatchObject({ canSetUp: true, role: 'member' });
  expect(await read(ben)).not.toHaveProperty('canSetUp');
  expectError(await claim(ben), 'forbidden');
  await claim(ada).expect(200);
  const owner = await read(ada);
  expect(owner).toMatchObject({ isAdmin: true, role: 'owner' });
  expect(owner).not.toHaveProperty('canSetUp');
  await api.request.get('/api/admin/settings').set(ada.auth).expect(200);
  expectError(await claim(ada), 'forbidden');
  expect(await api.database.auditEntry.findMany()).toMatchObject([
    { action: 'change_role', actorId: ada.id, targetId: ada.id, details: { to: 'owner' } },
  ]);
});

it('cannot when somebody has a role already', async () => {
  const [ada, ben] = [await createUser(api), await createUser(api)];
  await api.database.user.update({ where: { id: ben.id }, data: { role: 'admin' } });
  expect(await read(ada)).not.toHaveProperty('canSetUp');
  expectError(await claim(ada), 'forbidden');
});

it('cannot after a week, such as on an instance that was administrated on the command line only', async () => {
  const ada = await createUser(api);
  await api.database.user.update({
    where: { id: ada.id },
    data: { createdAt: new Date(Date.now() - 8 * 24 * 60 * 60 * 1000) },
  });
  expect(await read(ada)).not.toHaveProperty('canSetUp');
  expectError(await claim(ada), 'forbidden');
});

it('cannot when the setup was finished', async () => {
  const ada = await createUser(api);
  await api.database.instanceSetting.create({
    data: { section: 'general', content: {}, version: 1, updatedAt: new Date() },
  });
  await api.services.siteSettings.load();
  expectError(await claim(ada), 'forbidden');
});

it('cannot when ADMIN_EMAILS has chosen the owners', async () => {
  const other = await startTestApi({ settings: { adminEmails: ['owner@example.org'] } });
  const ada = await createUser(other);
  expectError(await other.request.put('/api/instance/owner').set(ada.auth), 'forbidden');
  await other.close();
});
