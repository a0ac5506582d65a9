import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../../src/platform/logger.ts';
import { lockAccounts } from '../../src/modules/users/index.ts';
import { untilLockWait } from '../support/db/wait-for-lock.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { startEmailServer } from '../support/servers/email-server.ts';
import type { TestEmailServer } from '../support/servers/email-server.ts';
import { createUser as registerUser } from '../support/factories/users.ts';
import { createApp, decide } from '../oauth/support.ts';
import type { User } from '../support/factories/users.ts';

let api: TestApi;
let emailServer: TestEmailServer;
const logged: string[] = [];

beforeAll(async () => {
  emailServer = await startEmailServer();
  const destination = { write: (line: string) => void logged.push(line) };
  const logger = createLogger({ level: 'warn', destination });
  const settings = { logger, smtpUrl: emailServer.url, emailFrom: 'Skein <post@skein.test>' };
  // One address sends more passwords and resets than allowed.
  api = await startTestApi({ limits: 'off', settings });
});

afterAll(async () => {
  await api.close();
  await emailServer.close();
});

/** Registers a user whose email address is verified, so that it can receive reset links. */
async function createUser(target: TestApi): Promise<User> {
  const user = await registerUser(target);
  const data = { emailProvenAt: new Date() };
  await target.database.user.update({ where: { id: user.id }, data });
  await expect.poll(() => emailServer.emails.some(({ to }) => to.includes(user.email))).toBe(true);
  return user;
}

const getMe = (token: string) =>
  api.request.get('/api/users/me').set({ Authorization: `Bearer ${token}` });
const login = (email: string, password: string) =>
  api.request.post('/api/auth/login').send({ email, password });
const loginToken = async (user: User): Promise<string> => {
  const response = await login(user.email, user.password).expect(200);
  return (response.body as { token: string }).token;
};

/** Excludes emails about registrations, sign-ins and changed passwords, which arrive at any time. */
const resetEmails = () =>
  emailServer.emails.filter(
    ({ source }) => !/^Subject: (?:Verify|Your password|New sign-in)/m.test(source),
  );

const badPasswords: [string, string][] = [
  ['of 7 characters', 'seven77'],
  ['of 73 bytes', 'x'.repeat(73)],
  ['of 73 bytes in few characters', 'ö'.repeat(37)],
  ['that is common', 'Password1'],
];

describe('changing the password', () => {
  const change = (user: User, body: Record<string, unknown>) =>
    api.request.post('/api/auth/change-password').set(user.auth).send(body);
  const to = (user: User, newPassword: string) => ({
    currentPassword: user.password,
    newPassword,
    confirmPassword: newPassword,
  });

  it('ends all other sessions and keeps the current one', async () => {
    const user = await createUser(api);
    const others = [await loginToken(user), await loginToken(user)];
    const otherUser = await createUser(api);
    await change(user, to(user, 'another good one')).expect(200);
    await getMe(user.token).expect(200);
    await getMe(otherUser.token).expect(200);
    for (const token of others) expectError(await getMe(token), 'unauthenticated');
    expectError(await login(user.email, user.password), 'invalid_credentials');
    await login(user.email, 'another good one').expect(200);
  });

  it('returns wrong_password for a wrong current password', async () => {
    const user = await createUser(api);
    const body = { ...to(user, 'another good one'), currentPassword: 'wrong' };
    expectError(await change(user, body), 'wrong_password');
    await login(user.email, user.password).expect(200);
  });

  it.each(badPasswords)('rejects a password %s', async (_case, password) => {
    const user = await createUser(api);
    const error = expectError(await change(user, to(user, password)), 'validation_failed');
    expect(error.errors).toMatchObject([{ path: 'newPassword' }]);
  });

  it('rejects the email address, a different confirmation and missing fields', async () => {
    const user = await createUser(api);
    for (const body of [
      to(user, user.email.toUpperCase()),
      { ...to(user, 'another good one'), confirmPassword: 'another' },
      { newPassword: 'another good one' },
      {},
    ]) {
      expectError(await change(user, body), 'validation_failed');
    }
  });

  it('returns 401 without a session', async () => {
    const response = await api.request.post('/api/auth/change-password').send({});
    expectError(response, 'unauthenticated');
  });
});

const forgot = (email: unknown) => api.request.post('/api/auth/forgot-password').send({ email });
const reset = (token: unknown, password = 'a wholly new one', confirmPassword = password) =>
  api.request.post('/api/auth/reset-password').send({ token, password, confirmPassword });

/** Requests a reset link for the user and returns its token. */
async function requestToken(user: User): Promise<string> {
  const before = resetEmails().length;
  await forgot(user.email).expect(202);
  await expect.poll(() => resetEmails().length).toBe(before + 1);
  const source = resetEmails().at(-1)?.source.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=');
  return /http:\/\/skein\.test\/reset-password#token=([\w-]{43})\s/.exec(source ?? '')?.[1] ?? '';
}

describe('a forgotten password', () => {
  it('is reset with the link of an email, which ends all sessions', async () => {
    const user = await createUser(api);
    const other = await loginToken(user);
    const token = await requestToken(user);
    expect(token).toHaveLength(43);
    const email = resetEmails().at(-1);
    expect(email).toMatchObject({ from: 'post@skein.test', to: [user.email] });
    expect(email?.source).toMatch(/^Subject: Set a new password for Skein\r$/m);
    expect(email?.source).toMatch(/^Auto-Submitted: auto-generated\r$/m);

    await reset(token).expect(200);
    for (const old of [user.token, other]) expectError(await getMe(old), 'unauthenticated');
    expectError(await login(user.email, user.password), 'invalid_credentials');
    await login(user.email, 'a wholly new one').expect(200);
  });

  it('is answered with one email for two requests at the same moment', async () => {
    const user = await createUser(api);
    const before = resetEmails().length;
    await api.database.$transaction(async (tx) => {
      await lockAccounts(tx, [user.id]);
      await Promise.all([forgot(user.email).expect(202), forgot(user.email).expect(202)]);
      await untilLockWait(api.database, 2);
    });
    await expect.poll(() => resetEmails().length).toBe(before + 1);
    expect(await requestToken(user)).toHaveLength(43);
    expect(await api.database.passwordReset.count({ where: { userId: user.id } })).toBe(2);
  });

  it("sends the email in the language of the request's Accept-Language", async () => {
    const user = await createUser(api);
    const count = resetEmails().length;
    await forgot(user.email).set('Accept-Language', 'de-AT,de;q=0.9,en;q=0.5').expect(202);
    await expect.poll(() => resetEmails().length).toBe(count + 1);
    const source = resetEmails().at(-1)?.source;
    expect(source).toMatch(/^Subject: =\?UTF-8\?Q\?Neues_Passwort_f=C3=BCr_Skein_festlegen\?=\r$/m);
    expect(source).toContain('Das geht mit diesem Link');
  });

  it('gets the same response for an unknown address, without an email', async () => {
    const user = await createUser(api);
    const forKnown = await forgot(user.email.toUpperCase()).expect(202);
    await expect.poll(() => resetEmails().at(-1)?.to).toEqual([user.email]);
    const count = resetEmails().length;
    const forUnknown = await forgot('nobody@example.org').expect(202);
    expect(forUnknown.body).toEqual(forKnown.body);
    const suspended = await createUser(api);
    const data = { suspendedAt: new Date() };
    await api.database.user.update({ where: { id: suspended.id }, data });
    expect((await forgot(suspended.email).expect(202)).body).toEqual(forKnown.body);
    await requestToken(await createUser(api));
    expect(resetEmails().length).toBe(count + 1);
  });

  it('is reset with a token that is stored only as a hash', async () => {
    const user = await createUser(api);
    const token = await requestToken(user);
    const rows = await api.database.passwordReset.findMany({ where: { userId: user.id } });
    expect(rows).toHaveLength(1);
    expect(Buffer.from(rows[0]?.tokenHash ?? []).toString('base64url')).not.toBe(token);
  });

  it.each([undefined, '', 'no address', 'a@b', 7, ['a@example.org'], 'a\0@example.org'])(
    'requires an email address: rejects %j',
    async (email) => {
      expectError(await forgot(email), 'validation_failed');
    },
  );
});

describe('a password reset link', () => {
  const invalidLink = [{ path: 'token', message: expect.any(String) as string }];
  const resetErrors = async (token: unknown) =>
    expectError(await reset(token), 'validation_failed').errors;

  it('works once', async () => {
    const token = await requestToken(await createUser(api));
    await reset(token).expect(200);
    expect(await resetErrors(token)).toEqual(invalidLink);
  });

  it('works once for concurrent requests', async () => {
    const token = await requestToken(await createUser(api));
    const responses = await Promise.all([reset(token), reset(token), reset(token)]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 400, 400,
    ]);
  });

  it('becomes invalid when another one is used', async () => {
    const user = await createUser(api);
    const [first, second] = [await requestToken(user), await requestToken(user)];
    await reset(second).expect(200);
    expect(await resetErrors(first)).toEqual(invalidLink);
  });

  it('becomes invalid when the password is changed', async () => {
    const user = await createUser(api);
    const token = await requestToken(user);
    const newPassword = 'another good one';
    const body = { currentPassword: user.password, newPassword, confirmPassword: newPassword };
    await api.request.post('/api/auth/change-password').set(user.auth).send(body).expect(200);
    expect(await resetErrors(token)).toEqual(invalidLink);
    await login(user.email, newPassword).expect(200);
  });

  it('works once for two links used concurrently', async () => {
    const user = await createUser(api);
    const tokens = [await requestToken(user), await requestToken(user)];
    const responses = await Promise.all(tokens.map((token) => reset(token)));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  it('expires after an hour', async () => {
    const user = await createUser(api);
    const token = await requestToken(user);
    api.clock.advance(61 * 60 * 1000);
    expect(await resetErrors(token)).toEqual(invalidLink);
    await login(user.email, user.password).expect(200);
  });

  it.each([undefined, '', 'x', 'x'.repeat(5000), 'a\0b', 7, ['x']])(
    'cannot have the token %j',
    async (token) => {
      expect(await resetErrors(token)).toEqual(invalidLink);
    },
  );

  it.each(badPasswords)('does not set a password %s, and stays valid', async (_case, password) => {
    const token = await requestToken(await createUser(api));
    const error = expectError(await reset(token, password), 'validation_failed');
    expect(error.errors).toMatchObject([{ path: 'password' }]);
    expectError(await reset(token, 'a wholly new one', 'another'), 'validation_failed');
    await reset(token).expect(200);
  });
});

describe('a security email', () => {
  /** Waits for the email with this subject, and returns its text. */
  async function getText(user: User, subject: string): Promise<string> {
    const find = () =>
      emailServer.emails.find(
        ({ to, source }) => to.includes(user.email) && source.includes(`Subject: ${subject}`),
      );
    await expect.poll(find).toBeDefined();
    return (find()?.source ?? '').replaceAll(/=\r\n/g, '').replaceAll('=3D', '=');
  }
  const getCount = ({ email }: User) =>
    emailServer.emails.filter(({ to }) => to.includes(email)).length;
  const end = (token: unknown) => api.request.post('/api/auth/end-sessions').send({ token });
  const tokenIn = (text: string) => /\/end-sessions#token=([\w-]+)/.exec(text)?.[1] ?? '';
  const firefox =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

  it('names the device of a new sign-in, and ends all sessions once', async () => {
    const user = await createUser(api);
    const signIn = () => login(user.email, user.password).set('User-Agent', firefox).expect(200);
    await signIn();
    const text = await getText(user, 'New sign-in to your account at Skein');
    expect(text).toContain('Device: Firefox, Windows');
    await signIn();
    const token = tokenIn(text);
    const responses = await Promise.all([end(token), end(token)]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expectError(await getMe(user.token), 'unauthenticated');
    await signIn();
    // And the one about the registration.
    expect(getCount(user)).toBe(2);
  });

  it('reports a changed password, and its link expires after a day', async () => {
    const user = await createUser(api);
    const newPassword = 'another good one';
    const body = { currentPassword: user.password, newPassword, confirmPassword: newPassword };
    await api.request.post('/api/auth/change-password').set(user.auth).send(body).expect(200);
    const token = tokenIn(await getText(user, 'Your password at Skein has changed'));
    const forged = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const wrong of [forged, '', 'x', undefined, 'x'.repeat(5000)]) {
      expectError(await end(wrong), 'validation_failed');
    }
    api.clock.advance(25 * 60 * 60 * 1000);
    expectError(await end(token), 'validation_failed');
    await getMe(user.token).expect(200);
  });

  it('reports changes of the second factor', async () => {
    const user = await createUser(api);
    const post = (path: string, content: Record<string, unknown>) =>
      api.request.post(`/api/auth/two-factor${path}`).set(user.auth).send(content);
    const { password } = user;
    const { secret } = z
      .object({ secret: z.string() })
      .parse((await post('/setup', { password }).expect(200)).body);
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    const code = totp.generate({ timestamp: api.clock.now().getTime() });
    await post('/confirm', { code }).expect(200);
    await getText(user, 'Two-factor authentication at Skein is on');
    await post('/recovery-codes', { password }).expect(200);
    await getText(user, 'New recovery codes for your account at Skein');
    await api.request.delete('/api/auth/two-factor').set(user.auth).send({ password }).expect(200);
    await getText(user, 'Two-factor authentication at Skein is off');
  });

  it('names an app or access token that can use the account, and its link revokes them', async () => {
    const user = await createUser(api);
    await decide(api, user, await createApp(api, { client_name: 'Tusky' }));
    expect(await getText(user, 'An app can use your account at Skein')).toContain('Tusky');
    const response = await api.request
      .post('/api/oauth/access-tokens')
      .set(user.auth)
      .send({ name: 'Weather bot', scopes: ['read'], expiresInDays: 30, password: user.password })
      .expect(201);
    const text = await getText(user, 'New access token for your account at Skein');
    expect(text).toContain('Weather bot');
    const { token } = z.object({ token: z.string() }).parse(response.body);
    const readFeed = () =>
      api.request.get('/api/threads').set({ Authorization: `Bearer ${token}` });
    await readFeed().expect(200);
    await end(tokenIn(text)).expect(200);
    expectError(await readFeed(), 'unauthenticated');
  });
});

describe('a failing SMTP server', () => {
  it('does not fail the request', async () => {
    const user = await createUser(api);
    emailServer.reject(1, 550);
    await forgot(user.email).expect(202);
    await expect.poll(() => emailServer.rejectionsLeft()).toBe(0);
    expect(await requestToken(user)).toHaveLength(43);
  });

  it('is logged with its error codes, without address, text and link', async () => {
    const user = await createUser(api);
    logged.length = 0;
    emailServer.reject(1, 550);
    await forgot(user.email).expect(202);
    await expect.poll(() => logged.length).toBe(1);
    const [line = ''] = logged;
    expect(JSON.parse(line)).toMatchObject({
      msg: 'an email could not be sent',
      emailError: { code: 'EMESSAGE', responseCode: 550, enhancedCode: '5.7.1', command: 'DATA' },
    });
    expect(line).not.toMatch(/@|example|token|password/);
  });
});
