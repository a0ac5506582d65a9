import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repair } from '@skein/db/repair';
import { findCounterDrift } from '@skein/db/testing';
import { createAdminRepository } from '../../src/server/cli/admin/admin.repository.ts';
import { runAdmin } from '../../src/server/cli/admin/run-admin.ts';
import { OperationError } from '../../src/server/cli/operation-error.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { administratorEmail, createAdministrator, createUser } from '../support/factories/users.ts';
import { publish } from '../support/factories/publish.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({ settings: { clock: systemClock } });
});
afterAll(() => api.close());

const run = (...args: string[]) =>
  runAdmin(args, (work) =>
    work({
      database: api.database,
      repository: createAdminRepository(api.database),
      clock: systemClock,
      mediaStore: api.services.mediaStore,
      publicUrl: new URL('https://skein.example'),
      bcryptCost: 4,
      adminEmails: [administratorEmail],
      repair: () => repair(api.databaseUrl),
    }),
  );

const listActs = (targetId: string | null) =>
  api.database.auditEntry.findMany({
    where: { targetId },
    orderBy: { id: 'asc' },
    select: { action: true, actorId: true, details: true },
  });

describe('what is done to a person', () => {
  test.each([
    ['promote', 'demote', { role: 'admin' }, { role: 'member' }],
    ['verify', 'unverify', { isVerified: true }, { isVerified: false }],
  ] as const)('%s and %s', async (act, undo, changed, before) => {
    const { id, username, email } = await createUser(api);
    const read = () =>
      api.database.user.findUnique({ where: { id }, select: { role: true, isVerified: true } });
    expect((await run(act, username))[0]).toMatch(new RegExp(`^@${username} is .+ now\\.$`));
    expect(await read()).toMatchObject(changed);
    expect((await run(act, `@${username.toUpperCase()}`))[0]).toMatch(/already\.$/);
    expect((await run(undo, email))[0]).toMatch(/now\.$/);
    expect(await read()).toMatchObject(before);
    expect(await listActs(id)).toEqual(
      [act, undo].map((action) => ({ action, actorId: null, details: { by: 'command line' } })),
    );
  });

  test('who administers by ADMIN_EMAILS is said to', async () => {
    const { username } = await createAdministrator(api);
    const still = `Whoever owns ${administratorEmail} is an administrator all the same: take it out of ADMIN_EMAILS.`;
    expect(await run('demote', username)).toEqual([
      `@${username} is a member like others already.`,
      still,
    ]);
    await run('promote', username);
    expect((await run('demote', username))[1]).toBe(still);
    expect((await run('reset-link', username))[1]).toMatch(/^For the owner of boss@example\.org /);
  });

  test('suspend signs out at once, unsuspend lets in again', async () => {
    const person = await createUser(api);
    const me = () => api.request.get('/api/users/me').set(person.auth);
    await run('suspend', person.username);
    expect((await me()).status).toBe(401);
    await expect(run('reset-link', person.username)).rejects.toThrow(/unsuspend/);
    await run('unsuspend', person.username);
    expect((await me()).status).toBe(200);
  });

  test('reset-link prints a link that sets a password', async () => {
    const person = await createUser(api);
    const [link = ''] = await run('reset-link', person.email);
    expect(link).toMatch(/^https:\/\/skein\.example\/reset-password#token=/);
    await setPassword(link, 'a quite new password');
    const login = await api.request
      .post('/api/auth/login')
      .send({ email: person.email, password: 'a quite new password' });
    expect(login.status).toBe(200);
    expect(await listActs(person.id)).toMatchObject([{ action: 'reset-link' }]);
  });
});

async function setPassword(link: string, password: string): Promise<void> {
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token');
  const set = await api.request
    .post('/api/auth/reset-password')
    .send({ token, password, confirmPassword: password });
  expect(set.status).toBe(200);
}

describe('create-user', () => {
  test('makes an account, whose owner sets the password', async () => {
    const [line, link = ''] = await run(
      'create-user',
      'Grace@Example.org',
      '--name',
      'Grace Hopper',
      '--admin',
    );
    expect(line).toBe('@grace.hopper is here. To set a password:');
    await setPassword(link, 'first actual bug');
    const login = await api.request
      .post('/api/auth/login')
      .send({ email: 'grace@example.org', password: 'first actual bug' });
    expect(login.body).toMatchObject({ user: { name: 'Grace Hopper', username: 'grace.hopper' } });
    const made = await api.database.user.findUnique({ where: { email: 'grace@example.org' } });
    expect(made).toMatchObject({ role: 'admin', isVerified: false });
    expect(await listActs(made?.id ?? '')).toMatchObject([
      { action: 'create-user', details: { role: 'admin', isVerified: false } },
    ]);
  });

  test('shows nothing of the email address without --name', async () => {
    const [line] = await run('create-user', 'zorba@example.org');
    expect(line).toBe('@new.user is here. To set a password:');
    const made = await api.database.user.findUnique({ where: { email: 'zorba@example.org' } });
    expect(made?.name).toBe('New user');
  });

  test.each([
    [['create-user', 'nobody'], 'nobody is no e-mail address.'],
    [['create-user', 'taken@example.org'], 'An account with this email already exists.'],
    [['create-user', 'x@example.org', '--name', ' '], 'The name is empty or too long.'],
    [['create-user', 'x@example.org', '--colour', 'red'], "Unknown option '--colour'"],
    [['create-user'], 'Usage: skein admin create-user <e-mail>'],
    [['promote', 'a', 'b'], 'Usage: skein admin promote <person>'],
    [['promote', 'nobody'], 'Nobody here has the username or e-mail address nobody.'],
    [['destroy'], 'There is no command destroy; see: skein admin --help'],
  ])('and others refuse in one line: %j', async (args, words) => {
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
    const refused = run(...args);
    await expect(refused).rejects.toThrow(OperationError);
    await expect(refused).rejects.toThrow(words);
    await expect(refused).rejects.not.toThrow(/\n/);
  });
});

describe('the instance', () => {
  test('repair says what it mended, and then that there is nothing to', async () => {
    const { id } = await createUser(api);
    await api.database.user.update({ where: { id }, data: { followersCount: 7 } });
    expect(await run('repair')).toEqual(['users.followers_count: 1 row mended.']);
    expect(await run('repair')).toEqual(['Nothing to repair.']);
    expect(await listActs(null)).toEqual([
      {
        action: 'repair',
        actorId: null,
        details: { 'users.followers_count': 1, by: 'command line' },
      },
    ]);
  });

  test('audit prints what was done, the latest first, also as JSON', async () => {
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
    await expect(run('audit', '--limit', '0')).rejects.toThrow(OperationError);
  });

  test('stats count', async () => {
    const lines = await run('stats');
    const people = await api.database.user.count();
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^people +${people}$`)));
    expect(lines).toContainEqual(expect.stringMatching(/^database +[\d.]+ MB$/));
  });

  test('help names every command, and each explains itself', async () => {
    const help = (await run('--help')).join('\n');
    const names = [...help.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name);
    expect(names).toHaveLength(14);
    for (const name of names) {
      expect((await run(name, '--help'))[0]).toContain(`Usage: skein admin ${name}`);
    }
  });
});

describe('removal', () => {
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

  test('delete removes an account with its threads', async () => {
    const user = await createUser(api);
    await publish(api, user, { fields: { content: 'Mine' } });
    expect(await run('delete', user.username)).toEqual([`Deleted the account @${user.username}.`]);
    expect(await api.database.user.count({ where: { id: user.id } })).toBe(0);
    await api.request.get('/api/users/me').set(user.auth).expect(401);
    await expect(run('delete', user.username)).rejects.toThrow(OperationError);
  });

  test('list prints one JSON object per user', async () => {
    const user = await createUser(api);
    await run('suspend', user.username);
    const lines = (await run('list', '--suspended', '--json')).join();
    expect(lines).toContain(user.id);
    expect((await run('list', '--admins')).join()).not.toContain(`@${user.username} `);
  });
});
