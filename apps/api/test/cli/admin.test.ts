import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findCounterDrift } from '@skein/db/testing';
import { OperationError } from '../../src/server/cli/operation-error.ts';
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
  test.each([
    ['promote', 'demote', { role: 'admin' }, { role: 'member' }],
    ['verify', 'unverify', { isVerified: true }, { isVerified: false }],
  ] as const)('%s and %s', async (action, inverse, changed, before) => {
    const { id, username, email } = await createUser(api);
    const read = () =>
      api.database.user.findFirst({ where: { id }, select: { role: true, isVerified: true } });
    expect((await run(action, username))[0]).toMatch(new RegExp(`^@${username} is .+ now\\.$`));
    expect(await read()).toMatchObject(changed);
    expect((await run(action, `@${username.toUpperCase()}`))[0]).toMatch(/already\.$/);
    expect((await run(inverse, email))[0]).toMatch(/now\.$/);
    expect(await read()).toMatchObject(before);
    expect(await listActions(id)).toEqual(
      [action, inverse].map((name) => ({
        action: name,
        actorId: null,
        details: { by: 'command line' },
      })),
    );
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

  test.each([['demote'], ['set-role', 'admin'], ['suspend'], ['delete']])(
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

  test('demote and reset-link warn about administrators by ADMIN_EMAILS', async () => {
    await createUser(api).then(({ username }) => run('set-role', username, 'owner'));
    const { username } = await createAdministrator(api);
    const warning = `The owner of ${administratorEmail} remains an owner until you remove the address from ADMIN_EMAILS.`;
    expect(await run('demote', username)).toEqual([
      `@${username} is an ordinary member already.`,
      warning,
    ]);
    await run('promote', username);
    expect((await run('demote', username))[1]).toBe(warning);
    expect((await run('reset-link', username))[1]).toMatch(
      /^Send it only to the owner of boss@example\.org,/,
    );
  });

  test('demote revokes the invitations that can be used', async () => {
    const { id, username } = await createUser(api);
    await run('promote', username);
    const expiresAt = new Date(Date.now() + 60_000);
    const add = (usesCount: number) => {
      const ids = { id: newId(), codeHash: randomBytes(32), creatorId: id };
      const data = { ...ids, expiresAt, usesMax: 2, usesCount };
      return api.database.invitation.create({ data });
    };
    for (const usesCount of [0, 1, 2]) await add(usesCount);
    expect(await run('demote', username)).toEqual([
      `@${username} is an ordinary member now.`,
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
        `@${username} is waiting for approval: run "approve" or "reject" first.`,
      );
    }
    const line = (await run('list')).find((user) => user.startsWith(`@${username} `));
    expect(line).toContain('  waiting for approval  ');
    expect((await run('list', '--json')).join()).toContain('"isPending":true');
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

  test('audit prints entries as text and JSON, newest first', async () => {
    const { id, username } = await createUser(api);
    await run('verify', username);
    await run('suspend', username);
    const lines = await run('audit', '--limit', '2');
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`^20.+Z  command line  suspend  @${username}$`)),
      expect.stringMatching(new RegExp(`^20.+Z  command line  verify  @${username}$`)),
    ]);
    const [latest = ''] = await run('audit', '--json');
    expect(JSON.parse(latest)).toMatchObject({
      action: 'suspend',
      isCommandLine: true,
      actor: null,
      targetType: 'user',
      targetId: id,
      person: { id, username },
    });
    expect(await run('audit', '--person', username, '--action', 'verify')).toHaveLength(1);
    expect(await run('audit', '--actor', username)).toEqual(['There are no entries.']);
    await expect(run('audit', '--limit', '0')).rejects.toThrow(OperationError);
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

  test('insights prints a table of days or CSV', async () => {
    const table = await run('insights', '--days', '7');
    expect(table).toHaveLength(8);
    expect(table[0]).toMatch(/^ +day +activeUsers /);
    const [header, ...rows] = await run('insights', '--csv');
    expect(header).toMatch(/^day,activeUsers,joinedUsers,/);
    expect(rows).toHaveLength(30);
    expect(rows.at(-1)).toMatch(/^\d{4}-\d\d-\d\d,/);
    await expect(run('insights', '--days', '8')).rejects.toThrow(OperationError);
  });

  test('settings lists the settings and changes those given as options', async () => {
    expect(await run('settings')).toContain('registration             open');
    const lines = await run('settings', '--name', 'Chess club', '--trends', 'false');
    expect(lines).toContain('name                     Chess club');
    expect(lines).toContain('trends                   false');
    expect(lines).toContainEqual(expect.stringMatching(/^description .*set by INSTANCE_DESCRI/));
    const entry = {
      action: 'change_settings',
      details: { by: 'command line', name: 'Chess club' },
    };
    expect(await listActions(null)).toContainEqual(
      expect.objectContaining({
        ...entry,
        details: expect.objectContaining(entry.details) as object,
      }),
    );
    await expect(run('settings', '--registration', 'maybe')).rejects.toThrow(
      '--registration: The registration mode must be one of',
    );
    await expect(run('settings', '--description', 'x')).rejects.toThrow(OperationError);
  });

  test('help lists all commands, and each has its own help', async () => {
    const help = (await run('--help')).join('\n');
    const names = [...help.matchAll(/^ {2}([a-z0-9-]+)/gm)].map(([, name = '']) => name);
    expect(names).toHaveLength(76);
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
    expect(await run('delete', user.username)).toEqual([`Deleted the account @${user.username}.`]);
    expect(await api.database.user.count({ where: { id: user.id } })).toBe(0);
    await api.request.get('/api/users/me').set(user.auth).expect(401);
    await expect(run('delete', user.username)).rejects.toThrow(OperationError);
  });
});

describe('list', () => {
  test('prints one JSON object per user', async () => {
    const user = await createUser(api);
    await run('suspend', user.username);
    const lines = (await run('list', '--suspended', '--json')).join();
    expect(lines).toContain(user.id);
    expect((await run('list', '--admins')).join()).not.toContain(`@${user.username} `);
  });

  test('reports that there are no such users', async () => {
    await api.database.user.updateMany({ data: { suspendedAt: null } });
    expect(await run('list', '--suspended')).toEqual(['No users.']);
    expect(await run('list', '--suspended', '--json')).toEqual([]);
  });
});

describe('blocks', () => {
  test('are listed, created and ended, and recorded', async () => {
    expect(await run('blocks')).toEqual(['Nothing is blocked.']);
    expect(await run('block', 'Spam.example', '--reason', 'Bots')).toEqual([
      'spam.example is blocked now.',
    ]);
    await run('block', '203.0.113.9/24', '--all-access', '--days', '3');
    expect(await run('blocks')).toEqual([
      expect.stringMatching(/^203\.0\.113\.0\/24 {2}all access {2}until \d{4}-/),
      'spam.example  registration  (Bots)',
    ]);
    await expect(run('block', 'spam.example')).rejects.toThrow('This is already blocked.');
    await expect(run('block', '203.0.113.0/99')).rejects.toThrow(OperationError);
    expect(await run('unblock', 'SPAM.example')).toEqual(['spam.example is not blocked any more.']);
    await run('unblock', '203.0.113.0/24');
    expect(await run('blocks')).toEqual(['Nothing is blocked.']);
    await expect(run('unblock', 'spam.example')).rejects.toThrow('is not blocked');
    const actions = (await listActions(null)).map(({ action }) => action);
    expect(actions.filter((action) => action.endsWith('_block'))).toHaveLength(4);
  });
});

describe('announcements', () => {
  test('are created, listed and deleted, and recorded', async () => {
    expect(await run('announcements')).toEqual(['There are no announcements.']);
    const end = '2126-12-02T09:00:00.000Z';
    const [line = ''] = await run('announce', 'We move\non Friday', '--end', end);
    expect(line).toMatch(
      new RegExp(`  current  from 2.* until ${end}  dismissed by 0  We move on`),
    );
    await run('announce', 'Hallo', '--start', '2126-12-01T10:00:00+01:00', '--language', 'de');
    expect(await run('announcements')).toEqual([
      expect.stringMatching(/ {2}scheduled {2}from 2126-12-01T09:00:00\.000Z {2}de /),
      line,
    ]);
    await expect(run('announce', 'x', '--end', 'soon')).rejects.toThrow(
      'The end must be a date and time.',
    );
    await expect(run('announce', ' ')).rejects.toThrow(OperationError);
    const [id = ''] = line.split(' ');
    await run('delete-announcement', id);
    await expect(run('delete-announcement', id)).rejects.toThrow("doesn't exist");
    expect(await run('announcements')).toHaveLength(1);
    const actions = (await listActions(null)).map(({ action }) => action);
    expect(actions.filter((action) => action.endsWith('_announcement'))).toHaveLength(3);
  });
});
