import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findCounterDrift } from '@skein/db/testing';
import { runAdmin } from '../../src/cli/admin/run-admin.ts';
import { OperationError } from '../../src/cli/operation-error.ts';
import { sendTestEmail } from '../../src/platform/email/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { newId } from '../../src/platform/ids.ts';
import { startEmailServer } from '../support/servers/email-server.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { administratorEmail, createAdministrator, createUser } from '../support/factories/users.ts';
import { publish } from '../support/factories/publish.ts';
import { listActionsOn, runAdminOn } from './run-admin-on.ts';

let api: TestApi;
/** The mail server of the commands. */
let smtpUrl: string | undefined;

beforeAll(async () => {
  const fixedSettings = { description: 'An instance for tests' };
  api = await startTestApi({ settings: { clock: systemClock, fixedSettings } });
});
afterAll(() => api.close());

const run = (...args: string[]) =>
  runAdminOn(api, args, {
    adminEmails: [administratorEmail],
    sendTestEmail: (email) => sendTestEmail({ smtpUrl, sender: () => 'a@example.org' }, email),
  });

const listActions = (targetId: string | null) => listActionsOn(api, targetId);

test('test-email sends an email and reports what the mail server responds', async () => {
  await expect(run('test-email', 'me@example.org')).rejects.toThrow(/^SMTP_URL is not set/);
  const server = await startEmailServer();
  smtpUrl = server.url;
  try {
    await expect(run('test-email', 'me')).rejects.toThrow(OperationError);
    expect(await run('test-email', 'me@example.org')).toEqual([
      'The mail server has accepted the email to me@example.org.',
    ]);
    expect(server.emails).toMatchObject([{ to: ['me@example.org'] }]);
    server.reject(1, 550);
    await expect(run('test-email', 'me@example.org')).rejects.toThrow(/could not be sent.* 550 /);
  } finally {
    smtpUrl = undefined;
    await server.close();
  }
});

describe('changes of an account', () => {
  test('promote makes a user an administrator', async () => {
    const { id, username, email } = await createUser(api);
    expect(await run('promote', `@${username.toUpperCase()}`)).toEqual([
      `The role of @${username} is admin now.`,
    ]);
    expect(await run('promote', email)).toEqual([`@${username} is an administrator already.`]);
    expect((await api.database.user.findFirst({ where: { id } }))?.role).toBe('admin');
    expect(await listActions(id)).toEqual([
      {
        action: 'change_role',
        actorId: null,
        details: { by: 'command line', from: 'member', to: 'admin' },
      },
    ]);
  });

  test('set-role gives each role, and revokes invitations of moderators', async () => {
    const { id, username } = await createUser(api);
    await run('set-role', (await createUser(api)).username, 'owner');
    for (const role of ['owner', 'moderator'] as const) {
      expect(await run('set-role', username, role)).toEqual([
        `The role of @${username} is ${role} now.`,
      ]);
      expect((await api.database.user.findFirst({ where: { id } }))?.role).toBe(role);
    }
    expect(await run('set-role', username, 'moderator')).toEqual([
      `@${username} has this role already.`,
    ]);
    await expect(run('set-role', username, 'root')).rejects.toThrow(
      'The role is one of: member, moderator, admin, owner.',
    );
    await run('set-role', username, 'owner');
    expect((await run('promote', username))[0]).toMatch(/already\.$/);
    expect((await listActions(id))[1]).toMatchObject({
      action: 'change_role',
      details: { from: 'owner', to: 'moderator' },
    });
  });

  test.each([['set-role', 'member'], ['set-role', 'admin'], ['suspend'], ['delete-user']])(
    '%s rejects the only owner',
    async (command, ...rest) => {
      await api.database.user.updateMany({ where: { role: 'owner' }, data: { role: 'member' } });
      await api.database.user.deleteMany({ where: { email: administratorEmail } });
      const { id, username } = await createUser(api);
      await run('set-role', username, 'owner');
      const message = 'This is the only owner of the instance. Make someone else an owner first.';
      await expect(run(command, username, ...rest)).rejects.toThrow(message);
      expect(await api.database.user.findFirst({ where: { id } })).toMatchObject({
        role: 'owner',
        suspendedAt: null,
        deletedAt: null,
      });
      expect(await listActions(id)).toHaveLength(1);
      await run('set-role', (await createUser(api)).username, 'owner');
      expect(await run(command, username, ...rest)).toHaveLength(1);
    },
  );

  test('set-role and reset-link warn about administrators by ADMIN_EMAILS', async () => {
    await createUser(api).then(({ username }) => run('set-role', username, 'owner'));
    const { username } = await createAdministrator(api);
    const warning = `The owner of ${administratorEmail} remains an owner until you remove the address from ADMIN_EMAILS.`;
    expect(await run('set-role', username, 'member')).toEqual([
      `@${username} has this role already.`,
      warning,
    ]);
    await run('promote', username);
    expect((await run('set-role', username, 'member'))[1]).toBe(warning);
    expect((await run('reset-link', username))[1]).toMatch(
      /^Send it only to the owner of boss@example\.org,/,
    );
  });

  test('set-role revokes the invitations that can be used', async () => {
    const { id, username } = await createUser(api);
    await run('promote', username);
    const expiresAt = new Date(Date.now() + 60_000);
    const add = (usesCount: number) => {
      const ids = { id: newId(), codeHash: randomBytes(32), creatorId: id };
      const data = { ...ids, expiresAt, usesMax: 2, usesCount };
      return api.database.invitation.create({ data });
    };
    for (const usesCount of [0, 1, 2]) await add(usesCount);
    expect(await run('set-role', username, 'member')).toEqual([
      `The role of @${username} is member now.`,
      'Revoked invitations: 2.',
    ]);
    const usable = await api.database.invitation.findMany({
      where: { creatorId: id, revokedAt: null },
      select: { usesCount: true },
    });
    expect(usable).toEqual([{ usesCount: 2 }]);
    expect((await listActions(id))[1]).toMatchObject({ details: { revokedInvitations: 2 } });
  });

  test('accounts that wait for approval are not suspended ones', async () => {
    const { username } = await createPending();
    for (const name of ['suspend', 'unsuspend', 'reset-link']) {
      await expect(run(name, username)).rejects.toThrow(
        `@${username} is waiting for approval: call "approveRegistration" or "rejectRegistration" first.`,
      );
    }
  });

  test('reset-2fa turns off two-factor authentication', async () => {
    const { id, username } = await createUser(api);
    expect(await run('reset-2fa', username)).toEqual([
      `@${username} has no two-factor authentication.`,
    ]);
    const createdAt = new Date();
    const encryptedSecret = new Uint8Array(48);
    const data = { userId: id, encryptedSecret, createdAt, confirmedAt: createdAt };
    await api.database.totpSecret.create({ data });
    const codeHash = new Uint8Array(32);
    await api.database.recoveryCode.create({ data: { userId: id, codeHash } });
    expect(await run('reset-2fa', username)).toEqual([
      `@${username} can sign in with the password alone now.`,
    ]);
    expect(await api.database.totpSecret.count({ where: { userId: id } })).toBe(0);
    expect(await api.database.recoveryCode.count({ where: { userId: id } })).toBe(0);
    expect(await listActions(id)).toEqual([
      { action: 'reset-2fa', actorId: null, details: { by: 'command line' } },
    ]);
  });

  test('suspend ends sessions immediately, and after unsuspend the user signs in again', async () => {
    const user = await createUser(api);
    const me = () => api.request.get('/api/users/me').set(user.auth);
    await run('suspend', user.username);
    expect((await me()).status).toBe(401);
    await expect(run('reset-link', user.username)).rejects.toThrow(/unsuspend/);
    await run('unsuspend', user.username);
    expect((await me()).status).toBe(401);
    const { email, password } = user;
    await api.request.post('/api/auth/login').send({ email, password }).expect(200);
  });

  test('reset-link prints a link that sets a password', async () => {
    const user = await createUser(api);
    const [link = ''] = await run('reset-link', user.email);
    expect(link).toMatch(/^http:\/\/skein\.test\/reset-password#token=/);
    await setPassword(link, 'a quite new password');
    const login = await api.request
      .post('/api/auth/login')
      .send({ email: user.email, password: 'a quite new password' });
    expect(login.status).toBe(200);
    expect(await listActions(user.id)).toMatchObject([{ action: 'reset-link' }]);
  });
});

async function createPending() {
  const user = await createUser(api);
  const pendingRegistration = { create: { reason: 'Chess', locale: 'en' } };
  const data = { suspendedAt: new Date(), pendingRegistration };
  await api.database.user.update({ where: { id: user.id }, data });
  return user;
}

async function setPassword(link: string, password: string): Promise<void> {
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token');
  const set = await api.request
    .post('/api/auth/reset-password')
    .send({ token, password, confirmPassword: password });
  expect(set.status).toBe(200);
}

describe('create-user', () => {
  test('creates an account whose owner sets the password', async () => {
    const [line, link = ''] = await run(
      'create-user',
      'Grace@Example.org',
      '--name',
      'Grace Hopper',
      '--admin',
    );
    expect(line).toBe('Created @grace.hopper. Set a password here:');
    await setPassword(link, 'first actual bug');
    const login = await api.request
      .post('/api/auth/login')
      .send({ email: 'grace@example.org', password: 'first actual bug' });
    expect(login.body).toMatchObject({ user: { name: 'Grace Hopper', username: 'grace.hopper' } });
    const created = await api.database.user.findFirst({ where: { email: 'grace@example.org' } });
    expect(created).toMatchObject({ role: 'admin', isVerified: false });
    expect(await listActions(created?.id ?? '')).toMatchObject([
      { action: 'create-user', details: { role: 'admin', isVerified: false } },
    ]);
  });

  test('does not derive the name from the email address', async () => {
    const [line] = await run('create-user', 'zorba@example.org');
    expect(line).toBe('Created @new.user. Set a password here:');
    const created = await api.database.user.findFirst({ where: { email: 'zorba@example.org' } });
    expect(created?.name).toBe('New user');
  });

  test.each([
    [['create-user', 'nobody'], 'nobody is not an email address.'],
    [['create-user', 'taken@example.org'], 'An account with this email already exists.'],
    [['create-user', 'x@example.org', '--name', ' '], 'The name is empty or too long.'],
    [['create-user', 'x@example.org', '--color', 'red'], "Unknown option '--color'"],
    [['create-user'], 'Usage: skein admin create-user <email>'],
    [['promote', 'a', 'b'], 'Usage: skein admin promote <user>'],
    [['promote', 'nobody'], 'There is no account with the username or email address nobody.'],
    [['destroy'], 'Unknown command destroy; see: skein admin --help'],
  ])('fails with one line for %j', async (args, message) => {
    await api.database.user.createMany({
      data: [
        {
          id: '00000000-0000-7000-8000-000000000001',
          email: 'taken@example.org',
          username: 'taken',
          name: 'Taken',
          passwordHash: '',
        },
      ],
      skipDuplicates: true,
    });
    const failing = run(...args);
    await expect(failing).rejects.toThrow(OperationError);
    await expect(failing).rejects.toThrow(message);
    await expect(failing).rejects.not.toThrow(/\n/);
  });
});

describe('the instance', () => {
  test('reindex rebuilds the indexes of all tables', async () => {
    expect((await run('reindex')).join()).toMatch(/^Rebuilt the indexes of \d\d+ tables\.$/);
    const { count } = await api.database.auditEntry.deleteMany({ where: { action: 'repair' } });
    expect(count).toBe(1);
  });

  test('generate-secrets prints strong secrets without the instance', async () => {
    const [jwtSecret = '', password = ''] = await runAdmin(['generate-secrets'], () => {
      throw new Error('It opened the instance.');
    });
    expect(jwtSecret).toMatch(/^JWT_SECRET=[\da-f]{64}$/);
    expect(password).toMatch(/^POSTGRES_PASSWORD=[\da-f]{48}$/);
  });

  test('repair lists repaired rows and then reports nothing to repair', async () => {
    const { id } = await createUser(api);
    await api.database.user.update({ where: { id }, data: { followersCount: 7 } });
    expect(await run('repair')).toEqual(['users.followers_count: 1 row repaired.']);
    expect(await run('repair')).toEqual(['Nothing to repair.']);
    expect(await listActions(null)).toEqual([
      {
        action: 'repair',
        actorId: null,
        details: { 'users.followers_count': 1, by: 'command line' },
      },
    ]);
  });

  test('stats prints counts, without accounts that wait for approval', async () => {
    await createPending();
    const lines = await run('stats');
    const users = await api.database.user.count({ where: { pendingRegistration: null } });
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^users +${users}$`)));
    const suspended = await api.database.user.count({
      where: { pendingRegistration: null, suspendedAt: { not: null } },
    });
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^suspended +${suspended}$`)));
    expect(lines).toContainEqual(expect.stringMatching(/^database +[\d.]+ MB$/));
  });

  test('help lists all commands, and each has its own help', async () => {
    const help = (await run('--help')).join('\n');
    const names = [...help.matchAll(/^ {2}([a-z0-9-]+)/gm)].map(([, name = '']) => name);
    expect(names).toHaveLength(17);
    for (const name of names) {
      expect((await run(name, '--help'))[0]).toContain(`Usage: skein admin ${name}`);
    }
  });
});

describe('deletion', () => {
  test('purge deletes all threads of a user and nothing else', async () => {
    const [user, other] = [await createUser(api), await createUser(api)];
    const thread = await publish(api, other, { fields: { content: 'Stays' } });
    for (const content of ['One', 'Two']) await publish(api, user, { fields: { content } });
    const fields = { content: 'Three', parentThreadId: thread.id };
    await publish(api, user, { fields });
    expect(await run('purge', user.username, '--json')).toEqual([
      JSON.stringify({ id: user.id, username: user.username, threads: 3 }),
    ]);
    expect(await api.database.thread.count({ where: { authorId: user.id } })).toBe(0);
    expect(await api.database.thread.count({ where: { id: thread.id } })).toBe(1);
    expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
    await api.request.get('/api/users/me').set(user.auth).expect(200);
  });

  test('delete deletes an account with its threads', async () => {
    const user = await createUser(api);
    await publish(api, user, { fields: { content: 'Mine' } });
    expect(await run('delete-user', user.username)).toEqual([
      `Deleted the account @${user.username}.`,
    ]);
    expect(await api.database.user.count({ where: { id: user.id } })).toBe(0);
    await api.request.get('/api/users/me').set(user.auth).expect(401);
    await expect(run('delete-user', user.username)).rejects.toThrow(OperationError);
  });
});
