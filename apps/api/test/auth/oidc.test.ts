import { authResponseSchema, identitiesSchema } from '@skein/contracts/auth';
import type { RegistrationMode } from '@skein/contracts/administration';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';
import { startEmailServer } from '../support/servers/email-server.ts';
import type { TestEmailServer } from '../support/servers/email-server.ts';
import { findFreePort } from '../support/servers/free-port.ts';
import { startOidcProvider } from '../support/servers/oidc-provider.ts';
import type { TestOidcProvider } from '../support/servers/oidc-provider.ts';
import { insertUser } from '../../src/modules/users/index.ts';

let api: TestApi;
let provider: TestOidcProvider;
let emailServer: TestEmailServer;

beforeAll(async () => {
  [provider, emailServer] = await Promise.all([
    startOidcProvider('http://skein.test/api/auth/oidc/callback'),
    startEmailServer(),
  ]);
  const oidc = { ...provider, buttonLabel: undefined };
  api = await startTestApi({ settings: { oidc, smtpUrl: emailServer.url } });
});

afterAll(async () => {
  await api.close();
  await Promise.all([provider.close(), emailServer.close()]);
});

beforeEach(() => setMode('open'));

async function setMode(registrationMode: RegistrationMode): Promise<void> {
  const { siteSettings } = api.services;
  const { version, settings } = siteSettings.describe();
  await api.database.$transaction((tx) =>
    siteSettings.save(tx, { version, settings: { ...settings, registrationMode } }),
  );
  await siteSettings.load();
}

interface Browser {
  url: string;
  cookie: string;
}

async function start(body: object = {}, path = '/sign-in', user?: User): Promise<Browser> {
  const response = await api.request
    .post(`/api/auth/oidc${path}`)
    .set(user?.auth ?? {})
    .send(body)
    .expect(200);
  const [cookie = ''] = String(response.headers['set-cookie']).split(';');
  return { url: (response.body as { url: string }).url, cookie };
}

/** Opens the callback, and returns the page to which it redirects. */
async function open(callback: URL, cookie = ''): Promise<string> {
  const response = await api.request
    .get(`${callback.pathname}${callback.search}`)
    .set('Cookie', cookie)
    .set('Accept-Language', 'en')
    .redirects(0)
    .expect(303);
  return String(response.headers['location']);
}

/** Signs in at the provider, and returns the page to which the browser returns. */
async function signIn(subject: string | null, body: object = {}): Promise<string> {
  const { url, cookie } = await start(body);
  return open(await provider.signIn(url, subject), cookie);
}

const link = async (user: User, subject: string): Promise<string> => {
  const { url, cookie } = await start({ password: user.password }, '/link', user);
  return open(await provider.signIn(url, subject), cookie);
};

function getToken(location: string): string {
  const { pathname, search, hash } = new URL(location, 'http://skein.test');
  expect(pathname + search).toBe('/login');
  return new URLSearchParams(hash.slice(1)).get('token') ?? `no token in ${location}`;
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const exchange = (token: string, body?: object) =>
  api.request.post('/api/auth/session').set(bearer(token)).send(body);

/** Completes the sign-in, and returns its session. */
async function complete(location: string) {
  const response = await exchange(getToken(location)).expect(200);
  const { token, user } = authResponseSchema.parse(response.body);
  return { user, auth: bearer(token) };
}

let count = 0;
/** Adds an account at the provider, and returns its subject and email address. */
function anAccount(claims: object = {}): { subject: string; email: string } {
  count += 1;
  const subject = `subject-${count}`;
  const email = `sso${count}@example.org`;
  provider.accounts.set(subject, { email, email_verified: true, name: 'Ada Loom', ...claims });
  return { subject, email };
}

async function createVerifiedUser(): Promise<User> {
  const user = await createUser(api);
  await api.database.user.update({
    where: { id: user.id },
    data: { emailProvenAt: api.clock.now() },
  });
  return user;
}

const listIdentities = async (auth: { Authorization: string }) =>
  identitiesSchema.parse((await api.request.get('/api/auth/identities').set(auth)).body);
const unlink = (user: Pick<User, 'auth'>, id: string, password = 'x') =>
  api.request.delete(`/api/auth/identities/${id}`).set(user.auth).send({ password });
const emailsTo = (address: string) =>
  emailServer.emails.filter(({ to }) => to.includes(address)).map(({ source }) => source);

describe('signing in with a new identity', () => {
  it('creates an account without a password, and signs in to it again later', async () => {
    const { subject, email } = anAccount({ preferred_username: 'Ada_L' });
    const first = await complete(await signIn(subject));
    expect(first.user).toMatchObject({ email, name: 'Ada Loom', username: 'ada_l' });
    const row = await api.database.user.findFirstOrThrow({ where: { id: first.user.id } });
    expect(row).toMatchObject({ passwordHash: '!', emailProvenAt: expect.any(Date) as Date });
    const login = api.request.post('/api/auth/login');
    expectError(await login.send({ email, password: '!' }), 'invalid_credentials');

    provider.accounts.set(subject, { email: 'other@example.org', email_verified: true });
    const second = await complete(await signIn(subject));
    expect(second.user).toMatchObject({ id: first.user.id, email });
    const sessions = await api.request.get('/api/auth/sessions').set(second.auth).expect(200);
    expect(sessions.body).toHaveLength(2);
    const { identities, ...rest } = await listIdentities(second.auth);
    expect(rest).toEqual({ hasPassword: false, canLink: false, canUnlink: false });
    expect(identities).toMatchObject([{ provider: provider.issuer.host }]);
    expectError(await unlink(second, identities[0]?.id ?? ''), 'conflict');
  });

  it('derives the username from the name if the provider sends none, a taken one or an email address', async () => {
    const taken = await createUser(api);
    for (const preferred_username of [undefined, 'private@example.org', taken.username]) {
      const { subject, email } = anAccount({ preferred_username, name: 'Grace Weaver' });
      const { user } = await complete(await signIn(subject));
      expect(user.username).toMatch(
        preferred_username === taken.username ? /^user\.number\d+/ : /^grace\.weaver\d*$/,
      );
      expect(user.username).not.toContain(email.split('@')[0]);
    }
  });

  it('does not verify an email address that the provider has not verified', async () => {
    const { subject, email } = anAccount({ email_verified: false });
    const { auth } = await complete(await signIn(subject));
    const status = await api.request.get('/api/auth/email').set(auth).expect(200);
    expect(status.body).toEqual({ email, isVerified: false, canVerify: true, pendingEmail: null });
    await expect.poll(() => emailsTo(email).join()).toContain('/verify-email#token');
  });

  it('requires an email address', async () => {
    const { subject } = anAccount({ email: undefined });
    expect(await signIn(subject)).toBe('/login#error=emailMissing');
  });

  it('registers nobody with a blocked email domain', async () => {
    const { accessBlocks, ...settings } = api.services.siteSettings;
    const { subject, email } = anAccount();
    const value = email.split('@')[1] ?? '';
    const input = { id: newId(), kind: 'email_domain', value } as const;
    await api.database.$transaction((tx) => accessBlocks.create(tx, input, undefined));
    await settings.load();
    expect(await signIn(subject)).toBe('/login#error=emailBlocked');
    await api.database.$transaction((tx) => accessBlocks.remove(tx, input.id));
    await settings.load();
    expect(await signIn(subject)).not.toContain('error');
  });

  it('follows the registration mode', async () => {
    await setMode('closed');
    expect(await signIn(anAccount().subject)).toBe('/login#error=registrationClosed');
    await setMode('invitation');
    expect(await signIn(anAccount().subject)).toBe('/login#error=invitationRequired');
    const invitation = 'x';
    expect(await signIn(anAccount().subject, { invitation })).toBe('/login#error=invitationEnded');
    await setMode('approval');
    const { subject, email } = anAccount();
    expect(await signIn(subject)).toBe('/login#error=requestSent');
    expect(await signIn(subject)).toBe('/login#error=pending');
    const pending = await api.database.pendingRegistration.findMany({ where: { user: { email } } });
    expect(pending).toMatchObject([{ reason: `Signed in at ${provider.issuer.host}` }]);
    expect(await api.database.identity.count({ where: { user: { email } } })).toBe(1);
  });
});

describe('signing in with the email address of an account', () => {
  it('links the identity if the address is verified on both sides, and sends an email', async () => {
    const user = await createVerifiedUser();
    const { subject } = anAccount({ email: user.email.toUpperCase() });
    const session = await complete(await signIn(subject));
    expect(session.user.id).toBe(user.id);
    await expect
      .poll(() => emailsTo(user.email).join())
      .toContain('Subject: An account was linked to yours at Skein');
  });

  it('does not take over an account whose address is not verified', async () => {
    const user = await createUser(api);
    const { subject } = anAccount({ email: user.email });
    expect(await signIn(subject)).toBe('/login#error=emailUnverified');
    expect(await api.database.identity.count({ where: { userId: user.id } })).toBe(0);
  });

  it('does not sign in with an address that the provider has not verified', async () => {
    const user = await createVerifiedUser();
    for (const email_verified of [false, undefined, 'true']) {
      const { subject } = anAccount({ email: user.email, email_verified });
      expect(await signIn(subject)).toBe('/login#error=emailUnverifiedAtProvider');
    }
  });

  it('rejects a second identity for the same account', async () => {
    const user = await createVerifiedUser();
    await complete(await signIn(anAccount({ email: user.email }).subject));
    const { subject } = anAccount({ email: user.email });
    expect(await signIn(subject)).toBe('/login#error=otherIdentity');
  });
});

describe('an account that may not sign in', () => {
  it('is rejected while it is suspended', async () => {
    const { subject } = anAccount();
    const { user } = await complete(await signIn(subject));
    await api.database.user.update({
      where: { id: user.id },
      data: { suspendedAt: api.clock.now() },
    });
    expect(await signIn(subject)).toBe('/login#error=suspended');
  });

  it('needs its second factor, for which the token is valid longer', async () => {
    const user = await createVerifiedUser();
    const post = (path: string, body: object) =>
      api.request.post(`/api/auth/two-factor${path}`).set(user.auth).send(body).expect(200);
    const setUp = await post('/setup', { password: user.password });
    const totp = new TOTP({ secret: Secret.fromBase32((setUp.body as { secret: string }).secret) });
    const code = () => totp.generate({ timestamp: api.clock.now().getTime() });
    await post('/confirm', { code: code() });

    const token = getToken(await signIn(anAccount({ email: user.email }).subject));
    api.clock.advance(4 * 60 * 1000);
    expectError(await exchange(token), 'second_factor_required');
    expectError(await exchange(token, { code: '000000' }), 'invalid_code');
    const response = await exchange(token, { code: code() }).expect(200);
    const own = authResponseSchema.parse(response.body).token;
    const session = await api.database.session.findFirstOrThrow({
      where: { userId: user.id },
      orderBy: { id: 'desc' },
    });
    expect(session).toMatchObject({ kind: 'normal', isTwoFactor: true });
    await api.request.get('/api/users/me').set(bearer(own)).expect(200);
  });
});

describe('the handover token', () => {
  it('works once, within a minute, and only to complete the sign-in', async () => {
    const { subject } = anAccount();
    const token = getToken(await signIn(subject));
    expectError(await api.request.get('/api/users/me').set(bearer(token)), 'unauthenticated');
    const responses = await Promise.all([exchange(token), exchange(token)]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    expectError(await exchange(token), 'unauthenticated');
    const late = getToken(await signIn(subject));
    api.clock.advance(61_000);
    expectError(await exchange(late), 'unauthenticated');
  });

  it('is accompanied by a path of this site only', async () => {
    const { subject } = anAccount();
    const getPath = async (to: string) =>
      new URLSearchParams((await signIn(subject, { to })).split('#')[1]).get('to');
    expect(await getPath('/search?q=wool&tab=people')).toBe('/search?q=wool&tab=people');
    for (const to of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      '/..//evil.example',
      'javascript:alert(1)',
      '@evil.example',
    ]) {
      expect([to, await getPath(to)]).toEqual([to, null]);
    }
  });
});

describe('the response of the provider', () => {
  it('is accepted once, and only in the browser that started the sign-in', async () => {
    const { subject } = anAccount();
    const { url, cookie } = await start();
    const callback = await provider.signIn(url, subject);
    expect(await open(callback)).toBe('/login#error=expired');
    expect(await open(callback, (await start()).cookie)).toBe('/login#error=expired');
    expect(await open(callback, `${cookie.slice(0, -9)}AAAAAAAAA`)).toBe('/login#error=expired');
    expect(await open(callback, cookie)).toContain('/login#token=');
    expect(await open(callback, cookie)).toBe('/login#error=expired');
  });

  it('is rejected with another state, with an old code, and after ten minutes', async () => {
    const { subject } = anAccount();
    const first = await start();
    const callback = await provider.signIn(first.url, subject);
    const tampered = new URL(callback);
    tampered.searchParams.set('state', 'x');
    expect(await open(tampered, first.cookie)).toBe('/login#error=expired');
    expect(await open(callback, first.cookie)).toContain('/login#token=');
    const second = await start();
    const replayed = await provider.signIn(second.url, subject);
    replayed.searchParams.set('code', callback.searchParams.get('code') ?? '');
    expect(await open(replayed, second.cookie)).toBe('/login#error=invalidResponse');
    const third = await start();
    const late = await provider.signIn(third.url, subject);
    api.clock.advance(11 * 60 * 1000);
    expect(await open(late, third.cookie)).toBe('/login#error=expired');
  });

  it('is rejected with another nonce or code challenge', async () => {
    const { subject } = anAccount();
    for (const parameter of ['nonce', 'code_challenge']) {
      const { url, cookie } = await start();
      const tampered = new URL(url);
      tampered.searchParams.set(parameter, 'x'.repeat(43));
      const callback = await provider.signIn(tampered.href, subject);
      expect(await open(callback, cookie)).toBe('/login#error=invalidResponse');
    }
  });

  it('may be an error', async () => {
    expect(await signIn(null)).toBe('/login#error=canceled');
    const { url, cookie } = await start();
    const callback = new URL('http://skein.test/api/auth/oidc/callback');
    callback.searchParams.set('state', new URL(url).searchParams.get('state') ?? '');
    callback.searchParams.set('iss', provider.issuer.origin);
    callback.searchParams.set('error', 'temporarily_unavailable');
    expect(await open(callback, cookie)).toBe('/login#error=unavailable');
  });

  it('is received with a cookie that scripts cannot read', async () => {
    const response = await api.request.post('/api/auth/oidc/sign-in').send({}).expect(200);
    expect(response.headers['set-cookie']?.[0]).toMatch(
      /^skein_oidc=[\w-]+; Max-Age=600; Path=\/api\/auth\/oidc\/callback; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
  });
});

describe('linking an identity in the settings', () => {
  it('requires the password, and can be undone with it', async () => {
    const user = await createUser(api);
    const startLink = (password: string) =>
      api.request.post('/api/auth/oidc/link').set(user.auth).send({ password });
    expectError(await startLink('wrong'), 'wrong_password');
    const { subject } = anAccount();
    expect(await link(user, subject)).toBe('/settings/security?identity=linked');
    expect((await complete(await signIn(subject))).user.id).toBe(user.id);
    expectError(await startLink(user.password), 'conflict');

    const { identities, ...rest } = await listIdentities(user.auth);
    expect(rest).toEqual({ hasPassword: true, canLink: false, canUnlink: true });
    const id = identities[0]?.id ?? '';
    expectError(await unlink(user, id, 'wrong'), 'wrong_password');
    const other = await createUser(api);
    expectError(await unlink(other, id, other.password), 'not_found');
    await unlink(user, id, user.password).expect(200);
    expectError(await unlink(user, id, user.password), 'not_found');
    await expect
      .poll(() => emailsTo(user.email).join())
      .toContain('Subject: An account was unlinked from yours at Skein');
    expect((await complete(await signIn(subject))).user.id).not.toBe(user.id);
  });

  it('rejects an identity of another account, and an ended session', async () => {
    const { subject } = anAccount();
    await complete(await signIn(subject));
    const user = await createUser(api);
    expect(await link(user, subject)).toBe('/settings/security?identity=identityTaken');
    const { url, cookie } = await start({ password: user.password }, '/link', user);
    const callback = await provider.signIn(url, anAccount().subject);
    await api.request.post('/api/auth/logout').set(user.auth).expect(200);
    expect(await open(callback, cookie)).toBe('/settings/security?identity=signedOut');
  });

  it('is undone by a reset link while the email address is not verified', async () => {
    const user = await createUser(api);
    await link(user, anAccount().subject);
    const { createResetLink } = await import('../../src/modules/auth/index.ts');
    const { clock, database, services } = api;
    const { publicUrl } = services.settings;
    const address = await createResetLink({ database, clock, publicUrl }, user.id);
    const [, token] = address.split('#token=');
    const password = 'another correct horse';
    await api.request
      .post('/api/auth/reset-password')
      .send({ token, password, confirmPassword: password })
      .expect(200);
    expect(await api.database.identity.count({ where: { userId: user.id } })).toBe(0);
  });
});

describe('an instance whose provider does not respond', () => {
  let other: TestApi;

  beforeAll(async () => {
    const issuer = new URL(`http://127.0.0.1:${await findFreePort()}`);
    const oidc = { issuer, clientId: 'x', clientSecret: 'x', buttonLabel: 'Example' };
    other = await startTestApi({ settings: { oidc } });
  });
  afterAll(() => other.close());

  it('reports that, and accepts passwords', async () => {
    expectError(await other.request.post('/api/auth/oidc/sign-in').send({}), 'unavailable');
    const { email, password } = await createUser(other);
    await other.request.post('/api/auth/login').send({ email, password }).expect(200);
  });
});

describe('an instance without password sign-in', () => {
  let other: TestApi;

  beforeAll(async () => {
    const oidc = { ...provider, buttonLabel: undefined };
    other = await startTestApi({
      settings: { oidc, hasPasswordSignIn: false, adminEmails: ['owner@example.org'] },
    });
  });
  afterAll(() => other.close());

  it('lets nobody register with a password, and only owners sign in with one', async () => {
    const post = (path: string, body: object) => other.request.post(`/api/auth${path}`).send(body);
    const password = 'correct horse battery';
    const person = { firstName: 'Ada', lastName: 'Loom', password, confirmPassword: password };
    const registration = { ...person, email: 'ada@example.org' };
    expectError(await post('/register', registration), 'forbidden');

    const passwordHash = '$2b$04$'.padEnd(60, '.');
    const { createPasswords } = await import('../../src/modules/auth/index.ts');
    const hash = await createPasswords({ bcryptCost: 4 }).hash(password);
    expect(hash).toHaveLength(passwordHash.length);
    const ids = await other.database.$transaction(async (tx) => {
      const insert = (email: string) =>
        insertUser(tx, { name: 'Ada Loom', email, passwordHash: hash });
      return [await insert('member@example.org'), await insert('owner@example.org')];
    });
    await other.database.user.updateMany({
      where: { id: { in: ids } },
      data: { emailProvenAt: new Date() },
    });
    expectError(await post('/login', { email: 'member@example.org', password }), 'forbidden');
    expectError(
      await post('/login', { email: 'member@example.org', password: 'wrong' }),
      'invalid_credentials',
    );
    await post('/login', { email: 'owner@example.org', password }).expect(200);
  });
});
