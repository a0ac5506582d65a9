import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/platform/clock.ts';
import { newId } from '../../src/platform/ids.ts';
import { OperationError } from '../../src/server/cli/operation-error.ts';
import { sampleImage } from '../media/sample-images.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { publish } from '../support/factories/publish.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { runAdminOn } from './run-admin-on.ts';

let api: TestApi;
let directory: string;
let admin: User;

beforeAll(async () => {
  api = await startTestApi({ settings: { clock: systemClock } });
  directory = await mkdtemp(path.join(tmpdir(), 'skein-files-'));
  admin = await createUser(api);
  await api.database.user.update({ where: { id: admin.id }, data: { role: 'admin' } });
});

afterAll(async () => {
  await rm(directory, { recursive: true });
  await api.close();
});

const run = (...args: string[]) => runAdminOn(api, args);
const parse = (lines: readonly string[]) => lines.map((line) => JSON.parse(line) as unknown);

const listActions = async () =>
  (
    await api.database.auditEntry.findMany({
      where: { details: { path: ['by'], equals: 'command line' } },
      orderBy: { id: 'asc' },
      select: { action: true },
    })
  ).map(({ action }) => action);

async function writeTemporary(name: string, content: string | Buffer): Promise<string> {
  const file = path.join(directory, name);
  await writeFile(file, content);
  return file;
}

async function listEmails({ email }: Pick<User, 'email'>): Promise<string> {
  const outbox = path.join(api.dataDirectory, 'outbox');
  const emails = await Promise.all(
    (await readdir(outbox)).map((name) => readFile(path.join(outbox, name), 'utf8')),
  );
  return emails.filter((each) => each.includes(`To: ${email}`)).join();
}

const report = async (by: User, targetType: string, targetId: string) => {
  const body = { targetType, targetId, reason: 'spam', note: 'Look\nat this' };
  await api.request.post('/api/reports').set(by.auth).send(body).expect(201);
  const { id } = await api.database.report.findFirstOrThrow({ where: { targetId } });
  return id;
};

describe('rules and pages', () => {
  test('are added, changed, moved and deleted by their numbers', async () => {
    expect(await run('rules')).toEqual(['There are no rules.']);
    await run('add-rule', 'Be kind', '--description', 'To all');
    await run('add-rule', 'No spam');
    await run('add-rule', 'Stay on topic');
    expect(await run('move-rule', '3', '1')).toEqual([
      '1. Stay on topic',
      '2. Be kind  (To all)',
      '3. No spam',
    ]);
    const before = parse(await run('rules', '--json'));
    await run('edit-rule', '2', '--title', 'Be friendly');
    await run('delete-rule', '1');
    const after = parse(await run('rules', '--json'));
    // Rules keep their ids.
    expect(after[0]).toEqual({ ...(before[1] as object), number: 1, title: 'Be friendly' });
    await expect(run('edit-rule', '3', '--title', 'x')).rejects.toThrow(
      'There is no rule with the number 3.',
    );
    await expect(run('add-rule', ' ')).rejects.toThrow(OperationError);
    const published = await api.request.get('/api/instance/rules').expect(200);
    expect(published.body).toMatchObject([{ title: 'Be friendly' }, { title: 'No spam' }]);
    expect((await listActions()).filter((action) => action === 'change_rules')).toHaveLength(6);
  });

  test('are set from a file and printed', async () => {
    expect(await run('page', 'about')).toEqual(['This page has no text.']);
    const file = await writeTemporary('about.md', '# A chess club\n');
    expect(await run('set-page', 'about', file)).toEqual(['The page has been saved.']);
    expect((await run('page', 'about')).join()).toMatch(/^# A chess club/);
    await run('set-page', 'about', await writeTemporary('empty.md', ''));
    expect(await run('page', 'about')).toEqual(['This page has no text.']);
    await expect(run('set-page', 'about', `${file}.txt`)).rejects.toThrow('cannot be read');
    await expect(run('page', 'imprint')).rejects.toThrow("This page doesn't exist.");
    const long = await writeTemporary('long.md', 'x'.repeat(20_001));
    await expect(run('set-page', 'terms', long)).rejects.toThrow(OperationError);
  });
});

describe('images', () => {
  test('replace the logo, and reject SVG and other files', async () => {
    expect(await run('images')).toEqual(['logo: that of Skein', 'favicon: that of Skein']);
    const image = await writeTemporary('logo.png', await sampleImage(64, 64).png().toBuffer());
    expect(await run('set-image', 'logo', image)).toEqual(['The logo has been replaced.']);
    expect((await run('images'))[0]).toMatch(/^logo: http:\/\/skein\.test\/media\/.+\.png$/);
    const svg = await writeTemporary('logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await expect(run('set-image', 'logo', svg)).rejects.toThrow("can't be used as a logo");
    await expect(run('set-image', 'banner', image)).rejects.toThrow('The kind is logo or favicon.');
    await expect(run('set-image', 'logo', directory)).rejects.toThrow('is not a file');
    await run('delete-image', 'logo');
    expect((await run('images'))[0]).toBe('logo: that of Skein');
  });
});

describe('protection', () => {
  test('lists the rules and changes them', async () => {
    expect(await run('protection')).toContain('limit-new-accounts       true');
    await run('protection', '--exclude', '#Casino', '--reporters', '7');
    const lines = await run('protection', '--exclude', 'Poker', '--limit-new-accounts', 'false');
    expect(lines).toContain('limit-new-accounts       false');
    expect(lines).toContain('reporters                7');
    expect(lines).toContain('excluded hashtags        #casino #poker');
    expect(await run('protection', '--include', '#POKER')).toContain(
      'excluded hashtags        #casino',
    );
    await expect(run('protection', '--reporters', '1')).rejects.toThrow(OperationError);
    await expect(run('protection', '--exclude', 'two words')).rejects.toThrow("isn't a hashtag");
    await expect(run('protection', '--limit-new-accounts', 'no')).rejects.toThrow(
      '--limit-new-accounts must be true or false.',
    );
  });
});

describe('webhooks', () => {
  test('are created, tested, disabled and deleted, with their log', async () => {
    const address = 'https://hooks.example/secret';
    const [line = '', secret = ''] = await run(
      'add-webhook',
      address,
      '--events',
      'report.created,thread.posted',
      '--hashtag',
      '#news',
    );
    expect(line).toMatch(/ {2}enabled {2}https:\/\/hooks\.example\/secret {2}.+ #news {2}never/);
    expect(secret).toMatch(/^whsec_/);
    const [id = ''] = line.split(' ');
    expect(parse(await run('webhooks', '--json'))).toMatchObject([{ id, url: address }]);
    await run('test-webhook', id);
    const [delivery = ''] = await run('webhook-log', id);
    expect(delivery).toMatch(/ {2}webhook\.test {2}pending {2}attempts 0$/);
    await run('redeliver', delivery.split(' ')[0] ?? '');
    const [rotated] = await run('edit-webhook', id, '--rotate-secret');
    expect(rotated).toMatch(/^whsec_/);
    expect(rotated).not.toBe(secret);
    expect(await run('edit-webhook', id, '--enabled', 'false')).toEqual([
      'The webhook is disabled.',
    ]);
    await expect(run('test-webhook', id)).rejects.toThrow('This webhook is disabled.');
    await expect(run('edit-webhook', id)).rejects.toThrow('Give --enabled or --rotate-secret.');
    await run('delete-webhook', id);
    expect(await run('webhooks')).toEqual(['There are no webhooks.']);
    await expect(run('webhook-log', id)).rejects.toThrow("This webhook doesn't exist.");
    await expect(run('add-webhook', address)).rejects.toThrow('Choose at least one event.');
    const events = (await listActions()).filter((action) => action.endsWith('_webhook'));
    expect(events).toEqual([
      'create_webhook',
      'change_webhook',
      'disable_webhook',
      'delete_webhook',
    ]);
  });
});

describe('registration', () => {
  test('invites in the name of an administrator, and revokes the link', async () => {
    const member = await createUser(api);
    const [link] = await run('invite', admin.username, '--uses', '3', '--days', '2');
    expect(link).toMatch(/^http:\/\/skein\.test\/register#invitation=[\w-]{22}$/);
    const [line = ''] = await run('invitations');
    expect(line).toContain(`  usable  by @${admin.username}  used 0 of 3  until `);
    await run('revoke-invitation', line.split(' ')[0] ?? '');
    expect(parse(await run('invitations', '--json'))).toMatchObject([{ status: 'revoked' }]);
    await expect(run('invite', member.username)).rejects.toThrow('is not an administrator');
    await expect(run('invite', admin.username, '--days', '0')).rejects.toThrow(OperationError);
  });

  test('approves and rejects accounts, whose users get emails', async () => {
    const createPending = async () => {
      const user = await createUser(api);
      const pendingRegistration = { create: { reason: 'I play\nchess', locale: 'en' } };
      const data = { suspendedAt: new Date(), pendingRegistration };
      await api.database.user.update({ where: { id: user.id }, data });
      return user;
    };
    const [first, second] = [await createPending(), await createPending()];
    expect(await run('registrations')).toEqual([
      expect.stringMatching(new RegExp(`@${first.username} {2}${first.email} {2}I play chess$`)),
      expect.stringContaining(`@${second.username} `),
    ]);
    await run('approve', first.username);
    await expect(run('approve', first.username)).rejects.toThrow('already been decided');
    await run('reject', second.email, '--reason', 'Only for members of the club');
    expect(await run('registrations')).toEqual(['Nobody is waiting.']);
    await api.request.get('/api/users/me').set(first.auth).expect(200);
    expect(await api.database.user.count({ where: { id: second.id } })).toBe(0);
    await expect.poll(() => listEmails(first)).toContain('approved');
    await expect.poll(() => listEmails(second)).toContain('Only for members of the club');
    const [entry] = await api.database.auditEntry.findMany({
      where: { action: 'reject_registration' },
    });
    expect(entry).toMatchObject({
      actorId: null,
      details: { by: 'command line', reason: 'Only for members of the club' },
    });
  });
});

describe('reports', () => {
  test('are listed, assigned, annotated and dismissed', async () => {
    const [user, reporter] = [await createUser(api), await createUser(api)];
    const thread = await publish(api, user, { fields: { content: 'Cheap\nwatches' } });
    const id = await report(reporter, 'thread', thread.id);
    const [line = ''] = await run('reports', '--person', user.username);
    expect(line).toContain(
      `  open  thread ${thread.id}  of @${user.username}  by @${reporter.username}  spam  note: Look at this  Cheap watches`,
    );
    await run('assign-report', id, admin.username);
    await expect(run('assign-report', id, reporter.username)).rejects.toThrow("can't be assigned");
    await run('note-report', id, 'Seen before');
    await run('note-report', id, 'Third time', '--about-user');
    const details = (await run('report', id, '--context')).join('\n');
    expect(details).toContain(`handled by: @${admin.username}`);
    expect(details).toMatch(/^note about the report {2}\S+ {2}- {2}Seen before$/m);
    expect(details).toMatch(/^note about the user {2}\S+ {2}- {2}Third time$/m);
    expect(details).toMatch(/^reported {2}.+ {2}Cheap watches$/m);
    expect(await run('reports', '--assignee', 'nobody')).toEqual(['There are no reports.']);
    await run('unassign-report', id);
    expect(await run('reports', '--assignee', 'nobody')).toHaveLength(1);
    await run('dismiss-report', id);
    await expect(run('dismiss-report', id)).rejects.toThrow('already dismissed');
    expect(parse(await run('reports', '--resolved', '--json'))).toMatchObject([
      { id, status: 'dismissed' },
    ]);
    await expect(run('reports', '--assignee', 'me')).rejects.toThrow(OperationError);
    await expect(run('report', newId())).rejects.toThrow("This report doesn't exist.");
  });
});

describe('strikes', () => {
  test('warn, limit, freeze and suspend, with an email, and are lifted', async () => {
    const user = await createUser(api);
    await run('add-rule', 'Sell nothing');
    const number = String((await run('rules')).length);
    await run('warn', user.username, '--rules', number, '--reason', 'Please stop');
    await run('limit', user.username);
    await run('freeze', user.username);
    expect(await run('limit', user.username)).toEqual([`@${user.username} is limited already.`]);
    expect(await run('suspend', user.username, '--days', '2')).toEqual([
      `@${user.username} is suspended now.`,
    ]);
    const lines = await run('strikes', user.username);
    expect(lines).toEqual([
      expect.stringMatching(/ {2}suspend {2}@.+ {2}until 2/),
      expect.stringContaining('  freeze  '),
      expect.stringContaining('  limit  '),
      expect.stringMatching(/ {2}warn {2}@.+ {2}rules: Sell nothing {2}Please stop$/),
    ]);
    await expect.poll(() => listEmails(user)).toMatch(/Sell nothing[^]+Please stop/);
    for (const line of lines) await run('lift-strike', line.split(' ')[0] ?? '', '--reason', 'No');
    const found = await api.database.user.findFirstOrThrow({ where: { id: user.id } });
    expect(found).toMatchObject({ limitedAt: null, frozenAt: null, suspendedAt: null });
    await expect(run('warn', user.username, '--rules', '99')).rejects.toThrow('There is no rule');
    await expect(run('suspend', user.username, '--days', '0')).rejects.toThrow(OperationError);
  });

  test('remove threads, and are upheld or lifted after an appeal', async () => {
    const user = await createUser(api);
    const thread = await publish(api, user, { fields: { content: 'Cheap watches' } });
    expect((await run('thread', thread.id)).at(-1)).toBe('Cheap watches');
    await run('remove-thread', thread.id, '--reason', 'An advertisement');
    await expect(run('thread', thread.id)).rejects.toThrow(OperationError);
    await run('limit', user.username);
    const [limit, removal] = parse(await run('strikes', user.username, '--json')) as {
      id: string;
    }[];
    for (const { id } of [limit, removal].filter((each) => each !== undefined)) {
      const appeal = api.request.post(`/api/users/me/strikes/${id}/appeal`);
      await appeal.set(user.auth).send({ text: 'It was a gift' }).expect(200);
    }
    expect((await run('appeals')).join()).toContain('appeal (open): It was a gift');
    await run('decide-appeal', removal?.id ?? '', 'uphold');
    await run('decide-appeal', limit?.id ?? '', 'lift');
    await expect(run('decide-appeal', limit?.id ?? '', 'uphold')).rejects.toThrow(OperationError);
    await expect(run('decide-appeal', limit?.id ?? '', 'maybe')).rejects.toThrow('uphold or lift');
    expect(await run('appeals')).toEqual(['There are no appeals.']);
    expect(await run('appeals', '--decided')).toHaveLength(2);
    await expect.poll(() => listEmails(user)).toContain('appeal');
  });
});

test('list finds users by a part of the name', async () => {
  const user = await createUser(api, { firstName: 'Quintessa' });
  expect(await run('list', '--search', 'quintes')).toEqual([
    expect.stringContaining(`@${user.username} `),
  ]);
});

test('edit-announcement changes only what is given', async () => {
  const [line = ''] = await run('announce', 'We move', '--end', '2126-12-02T09:00:00.000Z');
  const [id = ''] = line.split(' ');
  expect(await run('edit-announcement', id, '--text', 'We stay', '--language', 'de')).toEqual([
    expect.stringMatching(/ until 2126-12-02T09:00:00\.000Z {2}de {2}dismissed by 0 {2}We stay$/),
  ]);
  expect(await run('edit-announcement', id, '--end', '', '--language', '')).toEqual([
    expect.stringMatching(/Z {2}dismissed by 0 {2}We stay$/),
  ]);
  await expect(run('edit-announcement', newId(), '--text', 'x')).rejects.toThrow("doesn't exist");
});
