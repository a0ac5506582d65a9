import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { startMailServer } from '../support/mail-server.ts';
import type { TestMailServer } from '../support/mail-server.ts';
import { createPerson } from '../support/people.ts';

const named = 'owner@example.org';
let api: TestApi;
let mailServer: TestMailServer;

beforeAll(async () => {
  mailServer = await startMailServer();
  api = await startTestApi({ settings: { smtpUrl: mailServer.url, adminEmails: [named] } });
});

afterAll(async () => {
  await api.close();
  await mailServer.close();
});

const readFigures = (token: string) =>
  api.request.get('/api/admin/figures').set({ Authorization: `Bearer ${token}` });

const readOwn = (token: string) =>
  api.request.get('/api/users/me').set({ Authorization: `Bearer ${token}` });

/** Of the letters to the named address. */
const listLetters = () =>
  mailServer.letters
    .filter(({ to }) => to.includes(named))
    .map(({ source }) => source.replaceAll(/=\r\n/g, '').replaceAll('=3D', '='));

it('an address named as an administrator’s gives the role to who proves to own it, not to who is quick', async () => {
  const stranger = await createPerson(api, { email: named });
  expectRefusal(await readFigures(stranger.token), 'forbidden');
  expect((await readOwn(stranger.token).expect(200)).body).toMatchObject({ isAdmin: false });

  await expect.poll(() => listLetters().length).toBe(1);
  const [letter = ''] = listLetters();
  expect(letter).toMatch(/^Subject: Administer Skein\r$/m);
  const token = /\/reset-password#token=([\w-]{43})\s/.exec(letter)?.[1];
  const password = 'a password of the owner';
  const reset = { token, password, confirmPassword: password };
  await api.request.post('/api/auth/reset-password').send(reset).expect(200);

  expectRefusal(await readFigures(stranger.token), 'unauthenticated');
  const old = { email: named, password: stranger.password };
  expectRefusal(await api.request.post('/api/auth/login').send(old), 'invalid_credentials');
  const login = await api.request.post('/api/auth/login').send({ email: named, password });
  const owner = login.body as { token: string; user: { isAdmin: boolean } };
  expect(owner.user.isAdmin).toBe(true);
  await readFigures(owner.token).expect(200);
  const people = await api.request
    .get('/api/admin/people')
    .set({ Authorization: `Bearer ${owner.token}` })
    .query({ q: stranger.username })
    .expect(200);
  expect(people.body).toMatchObject({ content: [{ id: stranger.id, isAdmin: true }] });
});

it('a changed password proves no address', async () => {
  const email = 'second@example.org';
  const other = await startTestApi({ settings: { adminEmails: [email] } });
  const stranger = await createPerson(other, { email });
  const changed = {
    currentPassword: stranger.password,
    newPassword: 'another good one',
    confirmPassword: 'another good one',
  };
  await other.request
    .post('/api/auth/change-password')
    .set(stranger.auth)
    .send(changed)
    .expect(200);
  expectRefusal(await other.request.get('/api/admin/figures').set(stranger.auth), 'forbidden');
  await other.close();
});

it('who registers with any other address is sent nothing', async () => {
  const before = mailServer.letters.length;
  await createPerson(api);
  await api.request.post('/api/auth/forgot-password').send({ email: named }).expect(202);
  await expect.poll(() => mailServer.letters.length).toBe(before + 1);
  expect(mailServer.letters.at(-1)?.to).toEqual([named]);
});
