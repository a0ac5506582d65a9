import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
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

async function readOutbox({ dataDirectory }: TestApi): Promise<string> {
  const directory = path.join(dataDirectory, 'outbox');
  const list = () => readdir(directory).catch(() => []);
  await expect.poll(list).toHaveLength(1);
  return readFile(path.join(directory, String((await list())[0])), 'utf8');
}

const readToken = (email = '') => /\/verify-email#token=([\w-]{43})\s/.exec(email)?.[1];

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

  // The owner of the address frees it, because the account is of somebody else.
  await expect.poll(() => listEmails().length).toBe(1);
  const release = { token: readToken(listEmails()[0]) };
  await api.request.post('/api/auth/release-email').send(release).expect(200);
  expectError(await readStats(otherUser.token), 'forbidden');

  const registered = await createUser(api, { email: adminEmail });
  expectError(await readStats(registered.token), 'forbidden');
  await expect.poll(() => listEmails().length).toBe(2);
  const verify = { token: readToken(listEmails()[1]) };
  await api.request.post('/api/auth/verify-email').set(registered.auth).send(verify).expect(200);
  const { email, password } = registered;
  const login = await api.request.post('/api/auth/login').send({ email, password });
  const owner = login.body as { token: string; user: { isAdmin: boolean } };
  expect(owner.user.isAdmin).toBe(true);
  await readStats(owner.token).expect(200);
  const users = await api.request
    .get('/api/admin/users')
    .set({ Authorization: `Bearer ${owner.token}` })
    .query({ q: registered.username })
    .expect(200);
  expect(users.body).toMatchObject({ content: [{ id: registered.id, isAdmin: true }] });
});

it('makes one with the link in the outbox of an instance without a mail server', async () => {
  const other = await startTestApi({ settings: { adminEmails: [adminEmail] } });
  const otherUser = await createUser(other, { email: adminEmail });
  const token = /\/reset-password#token=([\w-]{43})\s/.exec(await readOutbox(other))?.[1];
  // A passkey that was added by somebody else.
  const bytes = new Uint8Array([1]);
  const passkey = { name: 'x', credentialId: bytes, publicKey: bytes, transports: [], counter: 0 };
  await other.database.passkey.create({
    data: { id: newId(), userId: otherUser.id, createdAt: new Date(), ...passkey },
  });
  const password = 'a password of the owner';
  const reset = { token, password, confirmPassword: password };
  await other.request.post('/api/auth/reset-password').send(reset).expect(200);
  expectError(await other.request.get('/api/admin/stats').set(otherUser.auth), 'unauthenticated');
  expect(await other.database.passkey.count({ where: { userId: otherUser.id } })).toBe(0);
  const login = { email: adminEmail, password };
  const response = await other.request.post('/api/auth/login').send(login).expect(200);
  expect(response.body).toMatchObject({ user: { isAdmin: true } });
  await other.close();
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
