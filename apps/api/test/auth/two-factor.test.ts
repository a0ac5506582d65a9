import { twoFactorStatusSchema } from '@skein/contracts/auth';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRateLimits } from '../../src/platform/config/rate-limit-rules.ts';
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

const stepMs = 30_000;
const post = (user: User, path: string, body: object) =>
  api.request.post(`/api/auth/two-factor${path}`).set(user.auth).send(body);
const login = (user: User, code?: unknown, password = user.password) =>
  api.request.post('/api/auth/login').send({ email: user.email, password, code });
const turnOff = (user: User, password: string) =>
  api.request.delete('/api/auth/two-factor').set(user.auth).send({ password });
const getStatus = async (user: User) => {
  const response = await api.request.get('/api/auth/two-factor').set(user.auth).expect(200);
  return twoFactorStatusSchema.parse(response.body);
};

/** Moves the clock to the start of a later step, so that no test crosses the end of one. */
function skipSteps(count = 1): void {
  const now = api.clock.now().getTime();
  api.clock.advance(count * stepMs - (now % stepMs) + 500);
}

interface Authenticator {
  /** The code of this step from now. */
  code: (steps?: number) => string;
}

async function setUp(user: User): Promise<Authenticator> {
  const response = await post(user, '/setup', { password: user.password }).expect(200);
  const { secret, uri } = response.body as { secret: string; uri: string };
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  skipSteps();
  expect(uri).toContain(`otpauth://totp/Skein:${user.username}?issuer=Skein&secret=${secret}`);
  return {
    code: (steps = 0) => totp.generate({ timestamp: api.clock.now().getTime() + steps * stepMs }),
  };
}

/** A user with two-factor authentication, and a time after the code that turned it on. */
async function createProtectedUser() {
  const user = await createUser(api);
  const authenticator = await setUp(user);
  const response = await post(user, '/confirm', { code: authenticator.code() }).expect(200);
  const { recoveryCodes } = response.body as { recoveryCodes: string[] };
  skipSteps(3);
  return { user, ...authenticator, recoveryCodes };
}

describe('setting up two-factor authentication', () => {
  it('turns it on with a code and returns ten recovery codes', async () => {
    const user = await createUser(api);
    expect(await getStatus(user)).toEqual({
      isEnabled: false,
      enabledAt: null,
      recoveryCodesLeft: 0,
    });
    const { code } = await setUp(user);
    expect(await getStatus(user)).toMatchObject({ isEnabled: false });
    await login(user).expect(200);
    const response = await post(user, '/confirm', { code: code() }).expect(200);
    const { recoveryCodes } = response.body as { recoveryCodes: string[] };
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const each of recoveryCodes) expect(each).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    expect(await getStatus(user)).toMatchObject({ isEnabled: true, recoveryCodesLeft: 10 });
  });

  it('requires the password', async () => {
    const user = await createUser(api);
    expectError(await post(user, '/setup', { password: 'wrong' }), 'wrong_password');
    expectError(await post(user, '/setup', {}), 'validation_failed');
  });

  it('rejects a wrong code, and a code without or long after the setup', async () => {
    const user = await createUser(api);
    expectError(await post(user, '/confirm', { code: '123456' }), 'conflict');
    const { code } = await setUp(user);
    for (const wrong of [code(5), '', 'abc', '0'.repeat(99)]) {
      const { errors } = expectError(
        await post(user, '/confirm', { code: wrong }),
        'validation_failed',
      );
      expect(errors).toMatchObject([{ path: 'code' }]);
    }
    api.clock.advance(16 * 60 * 1000);
    expectError(await post(user, '/confirm', { code: code() }), 'conflict');
  });

  it('replaces an unconfirmed secret, but not a confirmed one', async () => {
    const user = await createUser(api);
    const first = await setUp(user);
    const second = await setUp(user);
    expectError(await post(user, '/confirm', { code: first.code() }), 'validation_failed');
    await post(user, '/confirm', { code: second.code() }).expect(200);
    expectError(await post(user, '/setup', { password: user.password }), 'conflict');
    expectError(await post(user, '/confirm', { code: second.code() }), 'conflict');
  });

  it('confirms once for concurrent requests', async () => {
    const user = await createUser(api);
    const { code } = await setUp(user);
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => post(user, '/confirm', { code: code() })),
    );
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409,
    ]);
    expect(await getStatus(user)).toMatchObject({ recoveryCodesLeft: 10 });
  });

  it('stores neither the secret nor the recovery codes in plain text', async () => {
    const { user, recoveryCodes } = await createProtectedUser();
    const secret = await api.database.totpSecret.findFirstOrThrow({ where: { userId: user.id } });
    expect(secret.encryptedSecret).toHaveLength(12 + 16 + 20);
    const stored = await api.database.recoveryCode.findMany({ where: { userId: user.id } });
    const hashes = stored.map(({ codeHash }) => Buffer.from(codeHash).toString());
    for (const code of recoveryCodes) expect(hashes).not.toContain(code.replaceAll('-', ''));
  });
});

describe('signing in with two-factor authentication', () => {
  it('asks for a code only after the right password', async () => {
    const { user, code } = await createProtectedUser();
    const other = await createUser(api);
    const wrong = expectError(await login(user, undefined, 'wrong'), 'invalid_credentials');
    const withCode = expectError(await login(user, code(), 'wrong'), 'invalid_credentials');
    const without = expectError(await login(other, undefined, 'wrong'), 'invalid_credentials');
    for (const error of [wrong, withCode]) {
      expect({ ...error, requestId: '' }).toEqual({ ...without, requestId: '' });
    }
    expectError(await login(user), 'second_factor_required');
    expectError(await login(user, ''), 'second_factor_required');
    await login(user, code()).expect(200);
  });

  it('accepts a code with spaces and that of a clock 30 seconds off', async () => {
    const { user, code } = await createProtectedUser();
    await login(user, code(-1)).expect(200);
    await login(user, ` ${code().slice(0, 3)} ${code().slice(3)} `).expect(200);
    expectError(await login(user, code(3)), 'invalid_code');
    await login(user, code(1)).expect(200);
  });

  it('accepts each code once, and none from before the last one', async () => {
    const { user, code } = await createProtectedUser();
    await login(user, code()).expect(200);
    expectError(await login(user, code()), 'invalid_code');
    expectError(await login(user, code(-1)), 'invalid_code');
    skipSteps();
    const responses = await Promise.all(Array.from({ length: 4 }, () => login(user, code())));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('does not accept the code that turned it on', async () => {
    const user = await createUser(api);
    const { code } = await setUp(user);
    await post(user, '/confirm', { code: code() }).expect(200);
    expectError(await login(user, code()), 'invalid_code');
  });

  it('accepts each recovery code once', async () => {
    const { user, recoveryCodes } = await createProtectedUser();
    const [first = '', second = ''] = recoveryCodes;
    await login(user, first.toUpperCase()).expect(200);
    expectError(await login(user, first), 'invalid_code');
    const responses = await Promise.all(Array.from({ length: 4 }, () => login(user, second)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await getStatus(user)).toMatchObject({ recoveryCodesLeft: 8 });
  });

  it("does not accept another user's codes", async () => {
    const [one, two] = [await createProtectedUser(), await createProtectedUser()];
    expectError(await login(one.user, two.code()), 'invalid_code');
    expectError(await login(one.user, two.recoveryCodes[0]), 'invalid_code');
  });

  it('still asks for a code after the password was reset', async () => {
    const { user, code } = await createProtectedUser();
    const body = { currentPassword: user.password, newPassword: 'another good one' };
    await api.request
      .post('/api/auth/change-password')
      .set(user.auth)
      .send({ ...body, confirmPassword: body.newPassword })
      .expect(200);
    expectError(await login(user, undefined, body.newPassword), 'second_factor_required');
    await login(user, code(), body.newPassword).expect(200);
  });

  it.each([7, null, ['123456'], { a: 1 }, 'x'.repeat(200), '1\0'])(
    'returns 400 for the code %j',
    async (code) => {
      const { errors } = expectError(await login(await createUser(api), code), 'validation_failed');
      expect(errors).toMatchObject([{ path: 'code' }]);
    },
  );
});

describe('changing two-factor authentication', () => {
  it('replaces the recovery codes with the password', async () => {
    const { user, recoveryCodes, code } = await createProtectedUser();
    expectError(await post(user, '/recovery-codes', { password: 'wrong' }), 'wrong_password');
    await login(user, recoveryCodes[0]).expect(200);
    const body = { password: user.password };
    const response = await post(user, '/recovery-codes', body).expect(200);
    const renewed = (response.body as { recoveryCodes: string[] }).recoveryCodes;
    expectError(await login(user, recoveryCodes[1]), 'invalid_code');
    await login(user, renewed[1]).expect(200);
    await login(user, code()).expect(200);
    expectError(
      await post(await createUser(api), '/recovery-codes', { password: user.password }),
      'conflict',
    );
  });

  it('turns it off with the password', async () => {
    const { user } = await createProtectedUser();
    expectError(await turnOff(user, 'wrong'), 'wrong_password');
    expectError(await login(user), 'second_factor_required');
    await turnOff(user, user.password).expect(200);
    await turnOff(user, user.password).expect(200);
    await login(user).expect(200);
    expect(await getStatus(user)).toMatchObject({ isEnabled: false, recoveryCodesLeft: 0 });
  });

  it('returns 401 when signed out', async () => {
    for (const path of ['/setup', '/confirm', '/recovery-codes']) {
      expectError(
        await api.request.post(`/api/auth/two-factor${path}`).send({}),
        'unauthenticated',
      );
    }
    expectError(await api.request.get('/api/auth/two-factor'), 'unauthenticated');
    expectError(await api.request.delete('/api/auth/two-factor').send({}), 'unauthenticated');
  });
});

describe('too many wrong codes', () => {
  it('stop further codes from every address, but not recovery codes', async () => {
    const { user, code, recoveryCodes } = await createProtectedUser();
    const rules = readRateLimits({
      RATE_LIMIT_FACTOR: '1',
      RATE_LIMIT_LOGINS: '1000/60s',
      RATE_LIMIT_LOGIN_FAILURES: '1000/60s',
      RATE_LIMIT_ACCOUNT_LOGIN_FAILURES: '1000/60s',
      RATE_LIMIT_SECOND_FACTOR_FAILURES: '3/60s',
    });
    const limited = await startTestApi({
      databaseUrl: api.databaseUrl,
      settings: { rateLimitRules: rules, clock: api.clock, trustedProxies: 1 },
    });
    const attempt = (entered: string, address: string) =>
      limited.request
        .post('/api/auth/login')
        .set({ 'X-Forwarded-For': address })
        .send({ email: user.email, password: user.password, code: entered });
    try {
      await attempt(code(), '192.0.2.1').expect(200);
      skipSteps();
      const guesses = await Promise.all(
        Array.from({ length: 5 }, (_, index) => attempt('abc', `192.0.2.${index}`)),
      );
      expect(guesses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        401, 401, 401, 429, 429,
      ]);
      expectError(await attempt(code(), '192.0.2.9'), 'rate_limited');
      await attempt(recoveryCodes[0] ?? '', '192.0.2.9').expect(200);
    } finally {
      await limited.close();
    }
  });
});
