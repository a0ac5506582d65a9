import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { startEmailServer } from '../support/servers/email-server.ts';
import type { TestEmailServer } from '../support/servers/email-server.ts';
import { createUser } from '../support/factories/users.ts';

const adminEmail = 'owner@example.org';
let api: TestApi;
let emailServer: TestEmailServer;

beforeAll(async () => {
  emailServer = await startEmailServer();
  api = await startTestApi({ settings: { smtpUrl: emailServer.url, adminEmails: [adminEmail] } });
});

afterAll(async () => {
  await api.close();
  await emailServer.close();
});

const readStats = (token: string) =>
  api.request.get('/api/admin/stats').set({ Authorization: `Bearer ${token}` });

const getCurrentUser = (token: string) =>
  api.request.get('/api/users/me').set({ Authorization: `Bearer ${token}` });

/** The emails to the configured address. */
const listEmails = () =>
  emailServer.emails
    .filter(({ to }) => to.includes(adminEmail))
    .map(({ source }) => source.replaceAll(/=\r\n/g, '').replaceAll('=3D', '='));

it('makes a configured administrator only after the email address is proven', async () => {
  const otherUser = await createUser(api, { email: adminEmail });
  expectError(await readStats(otherUser.token), 'forbidden');
  expect((await getCurrentUser(otherUser.token).expect(200)).body).toMatchObject({
    isAdmin: false,
  });

  await expect.poll(() => listEmails().length).toBe(1);
  const [email = ''] = listEmails();
  expect(email).toMatch(/^Subject: Confirm that you are an administrator of Skein\r$/m);
  const token = /\/reset-password#token=([\w-]{43})\s/.exec(email)?.[1];
  const password = 'a password of the owner';
  const reset = { token, password, confirmPassword: password };
  await api.request.post('/api/auth/reset-password').send(reset).expect(200);

  expectError(await readStats(otherUser.token), 'unauthenticated');
  const oldLogin = { email: adminEmail, password: otherUser.password };
  expectError(await api.request.post('/api/auth/login').send(oldLogin), 'invalid_credentials');
  const login = await api.request.post('/api/auth/login').send({ email: adminEmail, password });
  const owner = login.body as { token: string; user: { isAdmin: boolean } };
  expect(owner.user.isAdmin).toBe(true);
  await readStats(owner.token).expect(200);
  const users = await api.request
    .get('/api/admin/users')
    .set({ Authorization: `Bearer ${owner.token}` })
    .query({ q: otherUser.username })
    .expect(200);
  expect(users.body).toMatchObject({ content: [{ id: otherUser.id, isAdmin: true }] });
});

it('does not treat a changed password as proof of the email address', async () => {
  const email = 'second@example.org';
  const other = await startTestApi({ settings: { adminEmails: [email] } });
  const otherUser = await createUser(other, { email });
  const changed = {
    currentPassword: otherUser.password,
    newPassword: 'another good one',
    confirmPassword: 'another good one',
  };
  await other.request
    .post('/api/auth/change-password')
    .set(otherUser.auth)
    .send(changed)
    .expect(200);
  expectError(await other.request.get('/api/admin/stats').set(otherUser.auth), 'forbidden');
  await other.close();
});

it('sends no email to a user who registers with another address', async () => {
  const before = emailServer.emails.length;
  await createUser(api);
  await api.request.post('/api/auth/forgot-password').send({ email: adminEmail }).expect(202);
  await expect.poll(() => emailServer.emails.length).toBe(before + 1);
  expect(emailServer.emails.at(-1)?.to).toEqual([adminEmail]);
});
