import type { CurrentUser } from '@skein/contracts/users';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;

beforeEach(async () => {
  api = await startTestApi({ settings: { isFirstAccountOwner: true } });
});
afterEach(() => api.close());

const password = 'correct horse battery';
const register = (name: string) =>
  api.request.post('/api/auth/register').send({
    firstName: name,
    lastName: 'Tester',
    email: `${name}@example.org`,
    password,
    confirmPassword: password,
    reason: 'Chess',
  });

async function registerUser(name: string): Promise<CurrentUser> {
  const response = await register(name).expect(201);
  return (response.body as { user: CurrentUser }).user;
}

it('makes the first account an owner, which is offered the setup, and no other', async () => {
  expect(await registerUser('ada')).toMatchObject({ role: 'owner', isAdmin: true });
  expect(await registerUser('ben')).toMatchObject({ role: 'member', isAdmin: false });
  const { token } = (
    await api.request.post('/api/auth/login').send({ email: 'ada@example.org', password })
  ).body as { token: string };
  const settings = await api.request
    .get('/api/admin/settings')
    .set('Authorization', `Bearer ${token}`)
    .expect(200);
  expect(settings.body).toMatchObject({ version: 0 });
});

it('does not let the first account wait for approval', async () => {
  await api.database.instanceSetting.create({
    data: {
      section: 'general',
      content: { registrationMode: 'approval' },
      version: 1,
      updatedAt: new Date(),
    },
  });
  await api.services.siteSettings.load();
  expect(await registerUser('ada')).toMatchObject({ role: 'owner' });
  await register('ben').expect(202);
});

it('makes only one of several simultaneous registrations an owner', async () => {
  const users = await Promise.all(['ada', 'ben', 'cleo', 'dora'].map(registerUser));
  expect(users.filter(({ role }) => role === 'owner')).toHaveLength(1);
});

it('makes nobody an owner after an account was created on the command line', async () => {
  await api.database.user.create({
    data: {
      id: '00000000-0000-7000-8000-000000000001',
      email: 'owner@example.org',
      username: 'owner',
      name: 'Owner',
      passwordHash: '',
    },
  });
  expect(await registerUser('ada')).toMatchObject({ role: 'member' });
});
