import { authResponseSchema, passkeySchema } from '@skein/contracts/auth';
import { passkeysMax } from '@skein/contracts/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthenticator } from '../support/authenticator.ts';
import type { Authenticator } from '../support/authenticator.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string; name: string };
  excludeCredentials: unknown[];
}

const requestOptions = (user: User, password = user.password) =>
  api.request.post('/api/auth/passkeys/options').set(user.auth).send({ password });
const getOptions = async (user: User) =>
  (await requestOptions(user).expect(200)).body as CreationOptions;
const register = (user: User, credential: object, name: unknown = 'My phone') =>
  api.request.post('/api/auth/passkeys').set(user.auth).send({ name, credential });
const list = async (user: User) => {
  const response = await api.request.get('/api/auth/passkeys').set(user.auth).expect(200);
  return passkeySchema.array().parse(response.body);
};
const startSignIn = async () =>
  (await api.request.post('/api/auth/passkeys/sign-in/options').expect(200)).body as {
    challenge: string;
    rpId: string;
  };
const signIn = (credential: object) =>
  api.request.post('/api/auth/passkeys/sign-in').send({ credential });

async function createPasskey(user: User, authenticator = createAuthenticator()) {
  const response = await register(user, authenticator.create(await getOptions(user))).expect(201);
  return { authenticator, passkey: passkeySchema.parse(response.body) };
}

describe('registering a passkey', () => {
  it('binds it to the host of the public URL and to the user', async () => {
    const user = await createUser(api);
    const options = await getOptions(user);
    expect(options).toMatchObject({
      rp: { id: 'skein.test', name: 'Skein' },
      user: { name: user.username },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    await register(user, createAuthenticator().create(options), ' My phone ').expect(201);
    expect(await list(user)).toMatchObject([{ name: 'My phone', lastUsedAt: null }]);
    expect((await getOptions(user)).excludeCredentials).toHaveLength(1);
    expect(await list(await createUser(api))).toEqual([]);
  });

  it('requires the password', async () => {
    const user = await createUser(api);
    expectError(await requestOptions(user, 'wrong'), 'wrong_password');
  });

  it.each<[string, () => Authenticator]>([
    ['another origin', () => createAuthenticator({ origin: 'https://evil.example' })],
    ['another port', () => createAuthenticator({ origin: 'http://skein.test:81' })],
    ['another host name', () => createAuthenticator({ rpId: 'evil.example' })],
    ['a user who was not verified', () => createAuthenticator({ flags: 0x01 })],
  ])('rejects one of %s', async (_case, create) => {
    const user = await createUser(api);
    const credential = create().create(await getOptions(user));
    const { errors } = expectError(await register(user, credential), 'validation_failed');
    expect(errors).toMatchObject([{ path: 'credential' }]);
  });

  it('rejects a challenge that was used, expired, changed, or is for something else', async () => {
    const [user, other] = [await createUser(api), await createUser(api)];
    const options = await getOptions(user);
    await register(user, createAuthenticator().create(options)).expect(201);
    const expired = await getOptions(user);
    api.clock.advance(5 * 60 * 1000 + 1000);
    const { challenge } = await getOptions(user);
    const changed = `${challenge.startsWith('A') ? 'B' : 'A'}${challenge.slice(1)}`;
    const challenges = [
      options.challenge,
      expired.challenge,
      changed,
      (await startSignIn()).challenge,
      (await getOptions(other)).challenge,
      'AAAA',
    ];
    for (const each of challenges) {
      const credential = createAuthenticator().create({ ...options, challenge: each });
      expectError(await register(user, credential), 'validation_failed');
    }
    expect(await list(user)).toHaveLength(1);
  });

  it('uses a challenge once for concurrent requests', async () => {
    const user = await createUser(api);
    const options = await getOptions(user);
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => register(user, createAuthenticator().create(options))),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  it('rejects a registered credential, also for another user', async () => {
    const [user, other] = [await createUser(api), await createUser(api)];
    const { authenticator } = await createPasskey(user);
    for (const each of [user, other]) {
      const credential = authenticator.create(await getOptions(each));
      expectError(await register(each, credential), 'conflict');
    }
  });

  it('is limited to 20 per user', async () => {
    const user = await createUser(api);
    const late = await getOptions(user);
    await api.database.passkey.createMany({
      data: Array.from({ length: passkeysMax }, (_, index) => ({
        id: crypto.randomUUID(),
        userId: user.id,
        credentialId: Uint8Array.from(Buffer.from(`${user.id}${index}`)),
        publicKey: new Uint8Array(1),
        counter: 0,
        name: 'x',
        createdAt: new Date(),
      })),
    });
    expectError(await requestOptions(user), 'conflict');
    expectError(await register(user, createAuthenticator().create(late)), 'conflict');
  });

  it.each([undefined, '', '  ', 7, 'x'.repeat(61)])('returns 400 for the name %j', async (name) => {
    const user = await createUser(api);
    const credential = createAuthenticator().create(await getOptions(user));
    expectError(await register(user, credential, name ?? null), 'validation_failed');
  });

  it.each([null, 'x', {}, { id: '$' }, { id: 'a', rawId: 'a', type: 'public-key', response: {} }])(
    'returns 400 for the credential %j',
    async (credential) => {
      const user = await createUser(api);
      const body = { name: 'x', credential };
      const request = api.request.post('/api/auth/passkeys').set(user.auth);
      expectError(await request.send(body), 'validation_failed');
    },
  );
});

describe('signing in with a passkey', () => {
  it('opens a session without an email address', async () => {
    const user = await createUser(api);
    const { authenticator } = await createPasskey(user);
    const options = await startSignIn();
    expect(options).toMatchObject({ rpId: 'skein.test', userVerification: 'required' });
    const response = await signIn(authenticator.get(options)).expect(200);
    const { token } = authResponseSchema.parse(response.body);
    expect(response.headers['set-cookie']?.[0]).toContain('Path=/api/chat/stream');
    const auth = { Authorization: `Bearer ${token}` };
    const me = await api.request.get('/api/users/me').set(auth).expect(200);
    expect(me.body).toMatchObject({ id: user.id });
    expect((await list(user))[0]?.lastUsedAt).not.toBeNull();
  });

  it('works with an authenticator that does not count', async () => {
    const { authenticator } = await createPasskey(await createUser(api));
    await signIn(authenticator.get(await startSignIn(), 0)).expect(200);
    await signIn(authenticator.get(await startSignIn(), 0)).expect(200);
  });

  it('rejects a counter that does not increase', async () => {
    const { authenticator } = await createPasskey(await createUser(api));
    await signIn(authenticator.get(await startSignIn(), 5)).expect(200);
    for (const count of [5, 4, 0]) {
      expectError(
        await signIn(authenticator.get(await startSignIn(), count)),
        'invalid_credentials',
      );
    }
    await signIn(authenticator.get(await startSignIn(), 6)).expect(200);
  });

  it('rejects a challenge that was used, expired, or is for a registration', async () => {
    const user = await createUser(api);
    const { authenticator } = await createPasskey(user);
    const used = await startSignIn();
    await signIn(authenticator.get(used)).expect(200);
    const expired = await startSignIn();
    api.clock.advance(5 * 60 * 1000 + 1000);
    for (const options of [used, expired, await getOptions(user), { challenge: 'AAAA' }]) {
      expectError(await signIn(authenticator.get(options)), 'invalid_credentials');
    }
  });

  it('uses a challenge once for concurrent requests', async () => {
    const { authenticator } = await createPasskey(await createUser(api));
    const credential = authenticator.get(await startSignIn());
    const responses = await Promise.all(Array.from({ length: 4 }, () => signIn(credential)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('rejects signatures from another origin, host name or key with the same error', async () => {
    const user = await createUser(api);
    const { authenticator } = await createPasskey(user);
    const messages = new Set<string>();
    const reject = async (credential: object) => {
      const { message } = expectError(await signIn(credential), 'invalid_credentials');
      messages.add(message);
    };
    const options = await startSignIn();
    const own = authenticator.get(options);
    const foreign = createAuthenticator({ origin: 'https://evil.example' }).get(options);
    await reject(createAuthenticator().get(options));
    await reject({ ...foreign, id: own.id, rawId: own.id });
    const otherHost = createAuthenticator({ rpId: 'evil.example' }).get(options);
    await reject({ ...otherHost, id: own.id, rawId: own.id });
    const { clientDataJSON } = foreign.response;
    await reject({ ...own, response: { ...own.response, clientDataJSON } });
    await reject({ ...own, response: { ...own.response, signature: 'AAAA' } });
    const userHandle = Buffer.from((await createUser(api)).id).toString('base64url');
    await reject({ ...own, response: { ...own.response, userHandle } });
    expect(messages.size).toBe(1);
    await signIn(own).expect(200);
  });

  it('rejects a removed passkey and a suspended account', async () => {
    const [user, suspended] = [await createUser(api), await createUser(api)];
    const [one, two] = [await createPasskey(user), await createPasskey(suspended)];
    await api.request
      .delete(`/api/auth/passkeys/${one.passkey.id}`)
      .set(user.auth)
      .send({ password: user.password })
      .expect(200);
    expectError(await signIn(one.authenticator.get(await startSignIn())), 'invalid_credentials');
    const data = { suspendedAt: new Date() };
    await api.database.user.update({ where: { id: suspended.id }, data });
    expectError(await signIn(two.authenticator.get(await startSignIn())), 'forbidden');
  });

  it('stores used challenges only until they expire', async () => {
    api.clock.advance(10 * 60 * 1000);
    await api.services.auth.passkeys.deleteExpiredChallenges();
    expect(await api.database.usedChallenge.count()).toBe(0);
    const { authenticator } = await createPasskey(await createUser(api));
    await startSignIn();
    await signIn(authenticator.get(await startSignIn())).expect(200);
    expect(await api.database.usedChallenge.count()).toBe(2);
    api.clock.advance(6 * 60 * 1000);
    expect(await api.services.auth.passkeys.deleteExpiredChallenges()).toBe(2);
  });
});

describe('a registered passkey', () => {
  const path = (id: string) => `/api/auth/passkeys/${id}`;

  it('is renamed and removed by its owner only', async () => {
    const [user, other] = [await createUser(api), await createUser(api)];
    const { passkey } = await createPasskey(user);
    const rename = (as: User, name: unknown) =>
      api.request.put(path(passkey.id)).set(as.auth).send({ name });
    const remove = (as: User, password: string) =>
      api.request.delete(path(passkey.id)).set(as.auth).send({ password });
    expectError(await rename(other, 'x'), 'not_found');
    expectError(await remove(other, other.password), 'not_found');
    expectError(await rename(user, ''), 'validation_failed');
    expectError(await remove(user, 'wrong'), 'wrong_password');
    await rename(user, 'Work').expect(200);
    expect(await list(user)).toMatchObject([{ name: 'Work' }]);
    await remove(user, user.password).expect(200);
    expectError(await remove(user, user.password), 'not_found');
    expectError(await rename(user, 'x'), 'not_found');
    expect(await list(user)).toEqual([]);
  });

  it('requires a session', async () => {
    expectError(await api.request.get('/api/auth/passkeys'), 'unauthenticated');
    expectError(await api.request.post('/api/auth/passkeys').send({}), 'unauthenticated');
    expectError(await api.request.post('/api/auth/passkeys/options').send({}), 'unauthenticated');
    expectError(await api.request.delete(path('x')).send({}), 'unauthenticated');
    expectError(await api.request.put(path('x')).send({}), 'unauthenticated');
  });
});
