import type { CurrentUser } from '@skein/contracts/users';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readEnv } from '../../src/platform/config/env.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';
import { runAdminOn } from '../cli/run-admin-on.ts';

let api: TestApi;

beforeEach(async () => {
  api = await startTestApi();
});
afterEach(() => api.close());

const read = async ({ auth }: User) =>
  (await api.request.get('/api/users/me').set(auth).expect(200)).body as CurrentUser;

const claim = ({ auth }: User, code: string | undefined = api.services.setupCode.text) =>
  api.request.put('/api/instance/owner').set(auth).send({ code });

const claimWithoutCode = ({ auth }: User) => api.request.put('/api/instance/owner').set(auth);

it('may become the owner of a new instance with the setup code, once', async () => {
  const ada = await createUser(api);
  expect(await read(ada)).toMatchObject({ canSetUp: true, role: 'member' });
  await claim(ada, api.services.setupCode.text.toUpperCase().replaceAll('-', ' ')).expect(200);
  const owner = await read(ada);
  expect(owner).toMatchObject({ isAdmin: true, role: 'owner' });
  expect(owner).toHaveProperty('canSetUp', false);
  await api.request.get('/api/admin/settings').set(ada.auth).expect(200);
  expectError(await claim(ada), 'forbidden');
  expect(await api.database.auditEntry.findMany()).toMatchObject([
    { action: 'change_role', actorId: ada.id, targetId: ada.id, details: { to: 'owner' } },
  ]);
});

describe('the setup code', () => {
  it('is required on a public instance, and a wrong one is rejected', async () => {
    const ada = await createUser(api);
    expectError(await claimWithoutCode(ada), 'validation_failed');
    expectError(await claim(ada, ''), 'validation_failed');
    expectError(await claim(ada, 'aaaa-aaaa-aaaa'), 'validation_failed');
    expect(await read(ada)).toMatchObject({ canSetUp: true, role: 'member' });
  });

  it('is the same on all servers of an instance, and another one with another secret', async () => {
    const sibling = await startTestApi();
    const other = await startTestApi({ settings: { jwtSecret: 'x'.repeat(40) } });
    expect(sibling.services.setupCode.text).toBe(api.services.setupCode.text);
    expect(other.services.setupCode.text).not.toBe(api.services.setupCode.text);
    await Promise.all([sibling.close(), other.close()]);
  });

  it('counts wrong ones, also concurrent ones, against the registrations of the address', async () => {
    await api.close();
    api = await startTestApi({ settings: { rateLimitRules: readEnv({}).rateLimitRules } });
    const ada = await createUser(api);
    const guesses = await Promise.all(
      Array.from({ length: 12 }, () => claim(ada, 'aaaa-aaaa-aaaa')),
    );
    const statuses = guesses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(5);
    expect(statuses).toContain(429);
    expectError(await claim(ada), 'rate_limited');
    expect(await read(ada)).toMatchObject({ role: 'member' });
  });

  it('is printed by a command while it can be used', async () => {
    const lines = await runAdminOn(api, ['setup-code']);
    expect(lines.join('\n')).toContain(
      `http://skein.test/register#setup=${api.services.setupCode.text}`,
    );
    await createUser(api);
    expect(await runAdminOn(api, ['setup-code'])).toEqual(lines);
    await createUser(api);
    await expect(runAdminOn(api, ['setup-code'])).rejects.toThrow('can no longer be used');
    await expect(
      runAdminOn(api, ['setup-code'], { adminEmails: ['owner@example.org'] }),
    ).rejects.toThrow('ADMIN_EMAILS sets the owners');
  });
});

describe('on the machine of the server', () => {
  beforeEach(async () => {
    await api.close();
    api = await startTestApi({ settings: { publicUrl: new URL('http://localhost:4000') } });
  });

  it('needs no code', async () => {
    const ada = await createUser(api);
    await claimWithoutCode(ada).expect(200);
    expect(await read(ada)).toMatchObject({ role: 'owner' });
  });

  it('needs the code with a header that a proxy or a rebound name has set', async () => {
    const ada = await createUser(api);
    for (const [name = '', value = ''] of [
      ['X-Forwarded-For', '203.0.113.1'],
      ['Forwarded', 'for=203.0.113.1'],
      ['X-Real-IP', '203.0.113.1'],
      ['Via', '1.1 proxy'],
      ['CF-Connecting-IP', '203.0.113.1'],
      ['Host', 'rebound.example'],
    ]) {
      const { status } = await claimWithoutCode(ada).set(name, value);
      expect({ name, status }).toEqual({ name, status: 400 });
    }
    await claim(ada).set('Host', 'rebound.example').expect(200);
  });

  it('needs the code behind a trusted proxy', async () => {
    await api.close();
    const publicUrl = new URL('http://localhost:4000');
    api = await startTestApi({ settings: { publicUrl, trustedProxies: 1 } });
    expectError(await claimWithoutCode(await createUser(api)), 'validation_failed');
  });
});

describe('cannot become the owner, also with the code,', () => {
  it('once somebody else has registered, also after that account was deleted', async () => {
    const [ada, ben] = [await createUser(api), await createUser(api)];
    for (const user of [ada, ben]) {
      expect(await read(user)).toHaveProperty('canSetUp', false);
      expectError(await claim(user), 'forbidden');
    }
    await api.database.user.delete({ where: { id: ben.id } });
    expectError(await claim(ada), 'forbidden');
  });

  it('as the second account, after the first has deleted itself', async () => {
    const ada = await createUser(api);
    const { password } = ada;
    await api.request.delete('/api/users/me').set(ada.auth).send({ password }).expect(200);
    const ben = await createUser(api);
    expect(await read(ben)).toHaveProperty('canSetUp', false);
    expectError(await claim(ben), 'forbidden');
    await expect(runAdminOn(api, ['setup-code'])).rejects.toThrow('can no longer be used');
  });

  it('after the only administrator was demoted', async () => {
    const ada = await createUser(api);
    await runAdminOn(api, ['promote', ada.username]);
    await runAdminOn(api, ['set-role', ada.username, 'member']);
    expect(await read(ada)).toHaveProperty('canSetUp', false);
    expectError(await claim(ada), 'forbidden');
  });

  it('after the first account was created with a role', async () => {
    const ada = await createUser(api);
    // The role of an inserted account, which no change of a row sets.
    await api.database.$executeRaw`ALTER TABLE users DISABLE TRIGGER USER`;
    await api.database.user.update({ where: { id: ada.id }, data: { role: 'admin' } });
    await api.database.$executeRaw`ALTER TABLE users ENABLE TRIGGER USER`;
    await runAdminOn(api, ['set-role', ada.username, 'member']);
    await api.services.siteSettings.load();
    expect(await read(ada)).toHaveProperty('canSetUp', false);
    expectError(await claim(ada), 'forbidden');
  });

  it('as one of two accounts that were created at the same time', async () => {
    const accounts = await Promise.all([createUser(api), createUser(api)]);
    for (const account of accounts) expectError(await claim(account), 'forbidden');
  });

  it('after a week, such as on an instance that was administrated on the command line only', async () => {
    const ada = await createUser(api);
    await api.database.user.update({
      where: { id: ada.id },
      data: { createdAt: new Date(Date.now() - 8 * 24 * 60 * 60 * 1000) },
    });
    expect(await read(ada)).toHaveProperty('canSetUp', false);
    expectError(await claim(ada), 'forbidden');
  });

  it('when the setup was finished', async () => {
    const ada = await createUser(api);
    await api.database.instanceSetting.create({
      data: { section: 'general', content: {}, version: 1, updatedAt: new Date() },
    });
    await api.services.siteSettings.load();
    expectError(await claim(ada), 'forbidden');
  });

  it('when ADMIN_EMAILS has chosen the owners', async () => {
    await api.close();
    api = await startTestApi({ settings: { adminEmails: ['owner@example.org'] } });
    expectError(await claim(await createUser(api)), 'forbidden');
  });
});

it('the setup is still offered to the owner once others have registered', async () => {
  const ada = await createUser(api);
  await claim(ada).expect(200);
  await createUser(api);
  await api.services.siteSettings.load();
  expect(api.services.siteSettings.needsSetup()).toBe(true);
});
