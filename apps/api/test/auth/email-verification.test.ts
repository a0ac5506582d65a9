import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRateLimits } from '../../src/platform/config/rate-limit-rules.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { startEmailServer } from '../support/servers/email-server.ts';
import type { TestEmailServer } from '../support/servers/email-server.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';

/** To one address per hour. */
const emailsMax = 3;
let api: TestApi;
let emailServer: TestEmailServer;

beforeAll(async () => {
  emailServer = await startEmailServer();
  const rules = readRateLimits({ RATE_LIMIT_FACTOR: '1000' });
  const rateLimitRules = rules && { ...rules, securityEmails: { max: emailsMax, seconds: 3600 } };
  api = await startTestApi({ settings: { smtpUrl: emailServer.url, rateLimitRules } });
});

afterAll(async () => {
  await api.close();
  await emailServer.close();
});

const sourcesTo = (address: string) =>
  emailServer.emails
    .filter(({ to }) => to.includes(address))
    .map(({ source }) => source.replaceAll(/=\r\n/g, '').replaceAll('=3D', '='));

/** Waits for this email to the address, the first being 1, and returns the token of its link. */
async function getToken(address: string, number = 1): Promise<string> {
  await expect.poll(() => sourcesTo(address).length).toBe(number);
  return /\/verify-email#token=([\w-]{43})\s/.exec(sourcesTo(address)[number - 1] ?? '')?.[1] ?? '';
}

const post = (path: string, body: object = {}) => api.request.post(`/api/auth${path}`).send(body);
const verify = (user: User, token: unknown) => post('/verify-email', { token }).set(user.auth);
const release = (token: unknown) => post('/release-email', { token });
const readStatus = async (user: User): Promise<unknown> =>
  (await api.request.get('/api/auth/email').set(user.auth).expect(200)).body;
const statuses = (responses: readonly { status: number }[]) =>
  responses.map(({ status }) => status).toSorted((a, b) => a - b);
const registration = (email: string) => ({
  firstName: 'Rightful',
  lastName: 'Owner',
  email,
  password: 'correct horse battery',
  confirmPassword: 'correct horse battery',
});

describe('the link of a registration', () => {
  it('verifies the address once, and only in a session of the account', async () => {
    const user = await createUser(api);
    const { email } = user;
    expect(await readStatus(user)).toEqual({
      email,
      isVerified: false,
      canVerify: true,
      pendingEmail: null,
    });
    const token = await getToken(email);
    expectError(await verify(await createUser(api), token), 'forbidden');
    expectError(await post('/verify-email', { token }), 'unauthenticated');
    expect(statuses(await Promise.all([verify(user, token), verify(user, token)]))).toEqual([
      200, 400,
    ]);
    expect(await readStatus(user)).toEqual({
      email,
      isVerified: true,
      canVerify: true,
      pendingEmail: null,
    });
    expectError(await post('/email/verification').set(user.auth), 'conflict');

    await post('/forgot-password', { email }).expect(202);
    await expect.poll(() => sourcesTo(email).length).toBe(2);
    expect(sourcesTo(email)[1]).toContain('/reset-password#token=');
  });

  it('expires after a day, is stored as a hash, and can be sent again up to a limit', async () => {
    const user = await createUser(api);
    const token = await getToken(user.email);
    const [row] = await api.database.emailVerification.findMany({ where: { userId: user.id } });
    expect(Buffer.from(row?.tokenHash ?? []).toString('base64url')).not.toBe(token);
    api.clock.advance(25 * 60 * 60 * 1000);
    expectError(await verify(user, token), 'validation_failed');
    for (const wrong of ['', 'x', undefined, 'x'.repeat(5000)]) {
      expectError(await release(wrong), 'validation_failed');
    }
    // The email of the registration was sent in an earlier window.
    for (let count = 0; count < emailsMax; count += 1) {
      await post('/email/verification').set(user.auth).expect(202);
    }
    expectError(await post('/email/verification').set(user.auth), 'rate_limited');
    await verify(user, await getToken(user.email, emailsMax + 1)).expect(200);
  });
});

describe('an address that an unverified account of somebody else has', () => {
  it('gets no reset link, and its owner can remove it and register', async () => {
    const squatter = await createUser(api);
    const { email } = squatter;
    await getToken(email);
    await post('/forgot-password', { email }).expect(202);
    await getToken(email, 2);
    expectError(await post('/register', registration(email)), 'email_taken');
    const token = await getToken(email, 3);
    expect(sourcesTo(email).join('')).not.toContain('/reset-password');

    await post('/register', registration(`${squatter.id}@released.invalid`)).expect(201);
    expect(statuses(await Promise.all([release(token), release(token)]))).toEqual([200, 400]);
    expect(await readStatus(squatter)).toMatchObject({ email: '', isVerified: false });
    const me = await api.request.get('/api/users/me').set(squatter.auth).expect(200);
    expect(me.body).toMatchObject({ id: squatter.id, email: '' });
    expectError(await post('/email/verification').set(squatter.auth), 'conflict');
    expectError(
      await post('/login', { email, password: squatter.password }),
      'invalid_credentials',
    );

    const attempts = [1, 2, 3].map(() => post('/register', registration(email)));
    const responses = await Promise.all(attempts);
    expect(statuses(responses)).toEqual([201, 409, 409]);
    const created = responses.find(({ status }) => status === 201);
    expect(created?.body).toMatchObject({ user: { email, threadsCount: 0 } });
  });

  it('stays with the account that verifies it first', async () => {
    const user = await createUser(api);
    const token = await getToken(user.email);
    await post('/email/verification').set(user.auth).expect(202);
    const other = await getToken(user.email, 2);
    const responses = await Promise.all([verify(user, token), release(other)]);
    expect(statuses(responses)).toEqual([200, 400]);
    const wasVerified = responses[0].status === 200;
    const { email } = user;
    expect(await readStatus(user)).toMatchObject({
      email: wasVerified ? email : '',
      isVerified: wasVerified,
    });
  });
});

const change = (user: User, email: string, password = user.password) =>
  api.request.put('/api/auth/email').set(user.auth).send({ email, password });

describe('replacing the address', () => {
  it('works until it is verified, and makes links to the address before invalid', async () => {
    const user = await createUser(api);
    const old = await getToken(user.email);
    const taken = await createUser(api);
    expectError(await change(user, taken.email), 'email_taken');
    expectError(await change(user, 'new@example.org', 'wrong'), 'wrong_password');
    expectError(await change(user, 'no address'), 'validation_failed');
    await change(user, 'New@example.org').expect(200);
    expectError(await verify(user, old), 'validation_failed');
    await verify(user, await getToken('new@example.org')).expect(200);
    expectError(await change(user, 'new@example.org'), 'conflict');
    await post('/login', { email: 'new@example.org', password: user.password }).expect(200);
  });

  it('is not possible without a mail server', async () => {
    const other = await startTestApi();
    const user = await createUser(other);
    const { email, password, auth } = user;
    const status = await other.request.get('/api/auth/email').set(auth).expect(200);
    expect(status.body).toEqual({ email, isVerified: false, canVerify: false, pendingEmail: null });
    const put = other.request.put('/api/auth/email').set(auth);
    expectError(await put.send({ email: 'a@example.org', password }), 'conflict');
    expectError(await other.request.post('/api/auth/email/verification').set(auth), 'conflict');
    await other.close();
  });
});

describe('changing a verified address', () => {
  const restore = (token: string) => post('/restore-email', { token });
  const logIn = (email: string, { password }: User) => post('/login', { email, password });
  let count = 0;
  const newAddress = () => `changed${(count += 1)}@example.org`;

  async function createVerifiedUser(): Promise<User> {
    const user = await createUser(api);
    await verify(user, await getToken(user.email)).expect(200);
    return user;
  }

  /** Waits for the link that the former address receives. */
  async function getRestoreToken(address: string): Promise<string> {
    const find = () =>
      /\/restore-email#token=([\w-]{43})\s/.exec(sourcesTo(address).join('\n'))?.[1];
    await expect.poll(find).toBeDefined();
    return find() ?? '';
  }

  it('takes effect once the link to the new address is opened in a session of the account', async () => {
    const user = await createVerifiedUser();
    const email = newAddress();
    expectError(await change(user, email, 'wrong'), 'wrong_password');
    expectError(await change(user, user.email), 'conflict');
    await change(user, email).set('Accept-Language', 'de').expect(200);
    expect(await readStatus(user)).toMatchObject({
      email: user.email,
      isVerified: true,
      pendingEmail: email,
    });
    const token = await getToken(email);
    expect(sourcesTo(email)[0]).toContain('seine jetzige Adresse');
    // The present address gets a notice that names the new one.
    await expect.poll(() => sourcesTo(user.email).length).toBe(2);
    expect(sourcesTo(user.email)[1]).toContain(email);
    expect(sourcesTo(user.email)[1]).toContain('/end-sessions#token=');
    await logIn(user.email, user).expect(200);
    expectError(await logIn(email, user), 'invalid_credentials');
    expectError(await post('/verify-email', { token }), 'unauthenticated');
    expectError(await verify(await createUser(api), token), 'forbidden');
    expectError(await restore(token), 'validation_failed');

    expect(statuses(await Promise.all([verify(user, token), verify(user, token)]))).toEqual([
      200, 400,
    ]);
    expect(await readStatus(user)).toMatchObject({ email, isVerified: true, pendingEmail: null });
    await logIn(email, user).expect(200);
    expectError(await logIn(user.email, user), 'invalid_credentials');
  });

  it('can be undone by the owner of the former address, who gets the account back', async () => {
    const user = await createVerifiedUser();
    const [second, third] = [newAddress(), newAddress()];
    await change(user, second).expect(200);
    await verify(user, await getToken(second)).expect(200);
    const token = await getRestoreToken(user.email);
    expect(sourcesTo(user.email).join('\n')).toContain(`has the email address ${second}`);
    // Whoever has taken the account over changes the address again.
    await change(user, third).expect(200);
    await verify(user, await getToken(third)).expect(200);
    const laterToken = await getRestoreToken(second);

    expectError(await verify(user, token), 'validation_failed');
    expectError(await release(token), 'validation_failed');
    expect(statuses(await Promise.all([restore(token), restore(token)]))).toEqual([200, 400]);
    expectError(await restore(laterToken), 'validation_failed');
    expectError(await api.request.get('/api/users/me').set(user.auth), 'unauthenticated');
    const login = await logIn(user.email, user).expect(200);
    const { token: session } = login.body as { token: string };
    const auth = { Authorization: `Bearer ${session}` };
    expect(await readStatus({ ...user, auth })).toMatchObject({
      email: user.email,
      isVerified: true,
    });
  });

  it('does not reveal whether another account has the new address', async () => {
    const [user, other] = [await createVerifiedUser(), await createVerifiedUser()];
    const free = await change(user, newAddress()).expect(200);
    const taken = await change(user, other.email).expect(200);
    expect(taken.body).toEqual(free.body);
    expect(await readStatus(user)).toMatchObject({ pendingEmail: other.email });
    await expect.poll(() => sourcesTo(user.email).length).toBe(3);
    expect(sourcesTo(other.email)).toHaveLength(1);
  });

  it('is decided by the last request, and by the first account that has the address', async () => {
    const [user, rival] = [await createVerifiedUser(), await createVerifiedUser()];
    const [first, wanted] = [newAddress(), newAddress()];
    await change(user, first).expect(200);
    await change(user, wanted).expect(200);
    expectError(await verify(user, await getToken(first)), 'validation_failed');
    const token = await getToken(wanted);
    await change(rival, wanted).expect(200);
    const rivalToken = await getToken(wanted, 2);
    const responses = await Promise.all([verify(user, token), verify(rival, rivalToken)]);
    expect(statuses(responses)).toEqual([200, 409]);
    // The owner of an address can refuse it.
    const refused = newAddress();
    await change(rival, refused).expect(200);
    await release(await getToken(refused)).expect(200);
    expect(await readStatus(rival)).toMatchObject({ pendingEmail: null });
  });

  it('expires after a day, and can be undone for a week', async () => {
    const user = await createVerifiedUser();
    const [first, second] = [newAddress(), newAddress()];
    const hourMs = 60 * 60 * 1000;
    await change(user, first).expect(200);
    const expired = await getToken(first);
    api.clock.advance(25 * hourMs);
    expectError(await verify(user, expired), 'validation_failed');
    expect(await readStatus(user)).toMatchObject({ pendingEmail: null });
    await change(user, second).expect(200);
    await verify(user, await getToken(second)).expect(200);
    const token = await getRestoreToken(user.email);
    api.clock.advance(7 * 24 * hourMs);
    expectError(await restore(token), 'validation_failed');
  });
});
