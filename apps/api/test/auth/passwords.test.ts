import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../src/platform/logger.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { startEmailServer } from '../support/servers/email-server.ts';
import type { TestEmailServer } from '../support/servers/email-server.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';

let api: TestApi;
let emailServer: TestEmailServer;
const logged: string[] = [];

beforeAll(async () => {
  emailServer = await startEmailServer();
  const destination = { write: (line: string) => void logged.push(line) };
  const logger = createLogger({ level: 'warn', destination });
  const settings = { logger, smtpUrl: emailServer.url, emailFrom: 'Skein <post@skein.test>' };
  api = await startTestApi({ settings });
});

afterAll(async () => {
  await api.close();
  await emailServer.close();
});

const getMe = (token: string) =>
  api.request.get('/api/users/me').set({ Authorization: `Bearer ${token}` });
const login = (email: string, password: string) =>
  api.request.post('/api/auth/login').send({ email, password });
const loginToken = async (person: User): Promise<string> => {
  const answer = await login(person.email, person.password).expect(200);
  return (answer.body as { token: string }).token;
};

const badPasswords: [string, string][] = [
  ['of 7 characters', 'seven77'],
  ['of 73 bytes', 'x'.repeat(73)],
  ['of 73 bytes in few characters', 'ö'.repeat(37)],
  ['that everybody uses', 'Password1'],
];

describe('changing the password', () => {
  const change = (person: User, body: Record<string, unknown>) =>
    api.request.post('/api/auth/change-password').set(person.auth).send(body);
  const to = (person: User, newPassword: string) => ({
    currentPassword: person.password,
    newPassword,
    confirmPassword: newPassword,
  });

  it('ends all other sessions and keeps this one', async () => {
    const person = await createUser(api);
    const others = [await loginToken(person), await loginToken(person)];
    const stranger = await createUser(api);
    await change(person, to(person, 'another good one')).expect(200);
    await getMe(person.token).expect(200);
    await getMe(stranger.token).expect(200);
    for (const token of others) expectError(await getMe(token), 'unauthenticated');
    expectError(await login(person.email, person.password), 'invalid_credentials');
    await login(person.email, 'another good one').expect(200);
  });

  it('needs the current one', async () => {
    const person = await createUser(api);
    const body = { ...to(person, 'another good one'), currentPassword: 'wrong' };
    expectError(await change(person, body), 'wrong_password');
    await login(person.email, person.password).expect(200);
  });

  it.each(badPasswords)('refuses one %s', async (_case, password) => {
    const person = await createUser(api);
    const refusal = expectError(await change(person, to(person, password)), 'validation_failed');
    expect(refusal.errors).toMatchObject([{ path: 'newPassword' }]);
  });

  it('refuses the e-mail address, another one repeated, and half a form', async () => {
    const person = await createUser(api);
    for (const body of [
      to(person, person.email.toUpperCase()),
      { ...to(person, 'another good one'), confirmPassword: 'another' },
      { newPassword: 'another good one' },
      {},
    ]) {
      expectError(await change(person, body), 'validation_failed');
    }
  });

  it('is for who is signed in', async () => {
    const answer = await api.request.post('/api/auth/change-password').send({});
    expectError(answer, 'unauthenticated');
  });
});

const forgot = (email: unknown) => api.request.post('/api/auth/forgot-password').send({ email });
const reset = (token: unknown, password = 'a wholly new one', confirmPassword = password) =>
  api.request.post('/api/auth/reset-password').send({ token, password, confirmPassword });

/** The token in the letter that the person gets now. */
async function requestToken(person: User): Promise<string> {
  const before = emailServer.emails.length;
  await forgot(person.email).expect(202);
  await expect.poll(() => emailServer.emails.length).toBe(before + 1);
  const source = emailServer.emails.at(-1)?.source.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=');
  return /http:\/\/skein\.test\/reset-password#token=([\w-]{43})\s/.exec(source ?? '')?.[1] ?? '';
}

describe('a forgotten password', () => {
  it('is set anew with the link of a letter, which ends all sessions', async () => {
    const person = await createUser(api);
    const other = await loginToken(person);
    const token = await requestToken(person);
    expect(token).toHaveLength(43);
    const email = emailServer.emails.at(-1);
    expect(email).toMatchObject({ from: 'post@skein.test', to: [person.email] });
    expect(email?.source).toMatch(/^Subject: Set a new password for Skein\r$/m);

    await reset(token).expect(200);
    for (const old of [person.token, other]) expectError(await getMe(old), 'unauthenticated');
    expectError(await login(person.email, person.password), 'invalid_credentials');
    await login(person.email, 'a wholly new one').expect(200);
  });

  it("sends the email in the language of the request's Accept-Language", async () => {
    const person = await createUser(api);
    const count = emailServer.emails.length;
    await forgot(person.email).set('Accept-Language', 'de-AT,de;q=0.9,en;q=0.5').expect(202);
    await expect.poll(() => emailServer.emails.length).toBe(count + 1);
    const source = emailServer.emails.at(-1)?.source;
    expect(source).toMatch(/^Subject: =\?UTF-8\?Q\?Neues_Passwort_f=C3=BCr_Skein_festlegen\?=\r$/m);
    expect(source).toContain('Das geht mit diesem Link');
  });

  it('is answered the same for an address that nobody has, and sends nothing there', async () => {
    const person = await createUser(api);
    const known = await forgot(person.email.toUpperCase()).expect(202);
    await expect.poll(() => emailServer.emails.at(-1)?.to).toEqual([person.email]);
    const count = emailServer.emails.length;
    const unknown = await forgot('nobody@example.org').expect(202);
    expect(unknown.body).toEqual(known.body);
    const suspended = await createUser(api);
    const data = { suspendedAt: new Date() };
    await api.database.user.update({ where: { id: suspended.id }, data });
    expect((await forgot(suspended.email).expect(202)).body).toEqual(known.body);
    await requestToken(await createUser(api));
    expect(emailServer.emails.length).toBe(count + 1);
  });

  it('keeps no token in the database', async () => {
    const person = await createUser(api);
    const token = await requestToken(person);
    const rows = await api.database.passwordReset.findMany({ where: { userId: person.id } });
    expect(rows).toHaveLength(1);
    expect(Buffer.from(rows[0]?.tokenHash ?? []).toString('base64url')).not.toBe(token);
  });

  it('fills no letter box', async () => {
    const person = await createUser(api);
    for (let time = 0; time < 5; time += 1) await requestToken(person);
    const count = emailServer.emails.length;
    await forgot(person.email).expect(202);
    await requestToken(await createUser(api));
    expect(emailServer.emails.length).toBe(count + 1);
  });

  it.each([undefined, '', 'no address', 'a@b', 7, ['a@example.org'], 'a\0@example.org'])(
    'needs an address: %j',
    async (email) => {
      expectError(await forgot(email), 'validation_failed');
    },
  );
});

describe('the link', () => {
  const useless = [{ path: 'token', message: expect.any(String) as string }];
  const refusalsOf = async (token: unknown) =>
    expectError(await reset(token), 'validation_failed').errors;

  it('works once', async () => {
    const token = await requestToken(await createUser(api));
    await reset(token).expect(200);
    expect(await refusalsOf(token)).toEqual(useless);
  });

  it('works once for two who use it at once', async () => {
    const token = await requestToken(await createUser(api));
    const answers = await Promise.all([reset(token), reset(token), reset(token)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  });

  it('works no more once another one was used', async () => {
    const person = await createUser(api);
    const [first, second] = [await requestToken(person), await requestToken(person)];
    await reset(second).expect(200);
    expect(await refusalsOf(first)).toEqual(useless);
  });

  it('does not work after the password was changed', async () => {
    const person = await createUser(api);
    const token = await requestToken(person);
    const newPassword = 'another good one';
    const body = { currentPassword: person.password, newPassword, confirmPassword: newPassword };
    await api.request.post('/api/auth/change-password').set(person.auth).send(body).expect(200);
    expect(await refusalsOf(token)).toEqual(useless);
    await login(person.email, newPassword).expect(200);
  });

  it('sets the password of two links used at once exactly once', async () => {
    const person = await createUser(api);
    const tokens = [await requestToken(person), await requestToken(person)];
    const answers = await Promise.all(tokens.map((token) => reset(token)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  it('works for an hour', async () => {
    const person = await createUser(api);
    const token = await requestToken(person);
    api.clock.advance(61 * 60 * 1000);
    expect(await refusalsOf(token)).toEqual(useless);
    await login(person.email, person.password).expect(200);
  });

  it.each([undefined, '', 'x', 'x'.repeat(5000), 'a\0b', 7, ['x']])('is no %j', async (token) => {
    expect(await refusalsOf(token)).toEqual(useless);
  });

  it.each(badPasswords)('sets none %s, and works again', async (_case, password) => {
    const token = await requestToken(await createUser(api));
    const refusal = expectError(await reset(token, password), 'validation_failed');
    expect(refusal.errors).toMatchObject([{ path: 'password' }]);
    expectError(await reset(token, 'a wholly new one', 'another'), 'validation_failed');
    await reset(token).expect(200);
  });
});

describe('a mail server that fails', () => {
  it('fails no request', async () => {
    const person = await createUser(api);
    emailServer.reject(1, 550);
    await forgot(person.email).expect(202);
    await expect.poll(() => emailServer.rejectionsLeft()).toBe(0);
    expect(await requestToken(person)).toHaveLength(43);
  });

  it('is logged with its codes and without the address, the text and the link', async () => {
    logged.length = 0;
    emailServer.reject(1, 550);
    const person = await createUser(api);
    await forgot(person.email).expect(202);
    await expect.poll(() => logged.length).toBe(1);
    const [line = ''] = logged;
    expect(JSON.parse(line)).toMatchObject({
      msg: 'an email could not be sent',
      emailError: { code: 'EMESSAGE', responseCode: 550, enhancedCode: '5.7.1', command: 'DATA' },
    });
    expect(line).not.toMatch(/@|example|token|password/);
  });
});
