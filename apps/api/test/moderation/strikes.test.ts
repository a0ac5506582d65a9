import type { SavedRules } from '@skein/contracts/instance';
import type { AccountStatus, AdminStrike, Strike } from '@skein/contracts/moderation';
import type { Notification } from '@skein/contracts/notifications';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { expectError } from '../support/http/responses.ts';
import { untilLockWait } from '../support/db/wait-for-lock.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { administratorEmail, createAdministrator, createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { insertThread } from '../support/factories/threads.ts';
import { downloadExport } from '../support/http/download-export.ts';
import { unzip } from '../support/http/unzip.ts';
import { createUserActions } from '../support/http/user-actions.ts';

const dayMs = 24 * 60 * 60 * 1000;
let api: TestApi;
let actions: ReturnType<typeof createUserActions>;
let admin: User;
let moderator: User;
let reader: User;

beforeAll(async () => {
  api = await startTestApi({ settings: { adminEmails: [administratorEmail] } });
  actions = createUserActions(api);
  admin = await createAdministrator(api);
  moderator = await createUser(api);
  reader = await createUser(api);
  await api.database.user.update({ where: { id: moderator.id }, data: { role: 'moderator' } });
});

afterAll(() => api.close());

const text = 'Please stop selling bridges';

const strike = (userId: string, fields: object, by = moderator) =>
  actions.post(by, `/admin/users/${userId}/strikes`).send({ text, ...fields });

async function createStrike(userId: string, fields: object): Promise<AdminStrike> {
  return (await strike(userId, fields).expect(201)).body as AdminStrike;
}

const lift = (strikeId: string, by = moderator) =>
  actions.post(by, `/admin/strikes/${strikeId}/lift`).send({ reason: 'A mistake' });

async function readStatus(user: User): Promise<AccountStatus> {
  return (await actions.read(user, '/users/me/status').expect(200)).body as AccountStatus;
}

async function listEmails({ email }: User): Promise<string[]> {
  const directory = path.join(api.dataDirectory, 'outbox');
  const emails = await Promise.all(
    (await readdir(directory)).map((name) => readFile(path.join(directory, name), 'utf8')),
  );
  return emails.filter((each) => each.includes(`To: ${email}`));
}

/** The token in the latest email about a strike. */
async function readAppealToken(user: User): Promise<string> {
  return vi.waitFor(async () => {
    const body = (await listEmails(user)).join('').replaceAll('=\r\n', '').replaceAll('=3D', '=');
    const token = /\/appeal#token=([\w-]{43})/.exec(body)?.[1];
    if (token === undefined) throw new Error('There is no email yet.');
    return token;
  });
}

describe('a strike', () => {
  it('warns the user with a rule and a text, in an email and a notification', async () => {
    const user = await createUser(api);
    const rules = [{ id: newId(), title: 'Sell nothing', description: '' }];
    const saved = await actions.put(admin, '/admin/rules').send({ version: 0, rules }).expect(200);
    const [rule] = (saved.body as SavedRules).rules;
    const created = await createStrike(user.id, { action: 'warn', ruleIds: [rule?.id] });
    expect(created).toMatchObject({
      action: 'warn',
      rules: ['Sell nothing'],
      text,
      moderator: { id: moderator.id },
    });
    const own = await readStatus(user);
    expect(own).toMatchObject({ isLimited: false, isFrozen: false, strikes: [{ id: created.id }] });
    expect(JSON.stringify(own)).not.toContain(moderator.name);
    await createStrike(user.id, { action: 'warn' });
    const notifications = await actions.read(user, '/notifications').expect(200);
    const { content } = notifications.body as { content: Notification[] };
    expect(content).toMatchObject([{ type: 'moderation_warning', actors: [], isRead: false }]);
    await vi.waitFor(async () => {
      expect((await listEmails(user)).join()).toMatch(/has warned you[^]+- Sell nothing/);
    });
    const list = await actions.read(moderator, `/admin/users/${user.id}/strikes`).expect(200);
    expect((list.body as { content: AdminStrike[] }).content).toHaveLength(2);
  });

  it('marks the media of a reported thread as sensitive and decides its reports', async () => {
    const user = await createUser(api);
    const threadId = await insertThread(api.database, user.id, { content: 'A bridge' });
    const body = { targetType: 'thread', targetId: threadId, reason: 'nudity' };
    await actions.post(reader, '/reports').send(body).expect(201);
    const { id: reportId } = await api.database.report.findFirstOrThrow({
      where: { targetId: threadId },
    });
    const created = await createStrike(user.id, { action: 'mark_sensitive', threadId, reportId });
    expect(created).toMatchObject({ threadId, threadText: 'A bridge' });
    const thread = await actions.read(reader, `/threads/${threadId}`).expect(200);
    expect(thread.body).toMatchObject({ isSensitive: true });
    const second = await strike(user.id, { action: 'remove_thread', threadId, reportId }, admin);
    expect(expectError(second, 'conflict').message).toBe(
      'Someone else has already decided this report.',
    );
    await actions.read(reader, `/threads/${threadId}`).expect(200);
    await lift(created.id).expect(200);
    expectError(await lift(created.id), 'conflict');
    const { archive } = await downloadExport(api, user);
    const exported: unknown = JSON.parse(
      (await unzip(archive)).get('strikes.json')?.toString() ?? '',
    );
    expect(exported).toMatchObject([{ action: 'mark_sensitive', text, threadText: 'A bridge' }]);
    expect(JSON.stringify(exported)).not.toContain(moderator.id);
    const lifted = await actions.read(reader, `/threads/${threadId}`).expect(200);
    expect(lifted.body).toMatchObject({ isSensitive: false });
  });

  it('removes a thread of its user only', async () => {
    const user = await createUser(api);
    const threadId = await insertThread(api.database, user.id);
    expectError(await strike(reader.id, { action: 'remove_thread', threadId }), 'not_found');
    expectError(await strike(user.id, { action: 'remove_thread' }), 'not_found');
    await createStrike(user.id, { action: 'remove_thread', threadId });
    expectError(await actions.read(user, `/threads/${threadId}`), 'not_found');
    expect((await readStatus(user)).strikes).toMatchObject([{ threadText: 'Some words' }]);
  });

  it('limits and freezes an account once, until it is lifted', async () => {
    const user = await createUser(api);
    const threadId = await insertThread(api.database, user.id);
    const limit = await createStrike(user.id, { action: 'limit' });
    expectError(await strike(user.id, { action: 'limit' }), 'conflict');
    expectError(await actions.read(reader, `/threads/${threadId}`), 'not_found');
    const message = await actions
      .post(user, '/chat/send')
      .send({ receiverId: reader.id, content: 'Hello' });
    expect(expectError(message, 'forbidden').message).toMatch('Your account is limited');
    const freeze = await createStrike(user.id, { action: 'freeze' });
    expect(await readStatus(user)).toMatchObject({ isLimited: true, isFrozen: true });
    for (const { id } of [limit, freeze]) await lift(id).expect(200);
    await actions.read(reader, `/threads/${threadId}`).expect(200);
    const { isLimited, isFrozen, strikes } = await readStatus(user);
    expect([isLimited, isFrozen, strikes.every((each) => each.liftedAt !== null)]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('ends all sessions in the transaction that suspends the account', async () => {
    const user = await createUser(api);
    const { id } = await createStrike(user.id, { action: 'suspend' });
    const sessions = await api.database.$queryRaw`
      SELECT revoked_at IS NOT NULL AS "isEnded",
        xmin::text = (SELECT xmin::text FROM strikes WHERE id = ${id}::uuid) AS "isSame"
      FROM sessions WHERE user_id = ${user.id}::uuid`;
    expect(sessions).toEqual([{ isEnded: true, isSame: true }]);
    expectError(await actions.read(user, '/users/me/status'), 'unauthenticated');
  });

  it('suspends until a date, and a job ends the suspension', async () => {
    const user = await createUser(api);
    const suspendedUntil = new Date(Date.now() + dayMs).toISOString();
    const { id } = await createStrike(user.id, { action: 'suspend', suspendedUntil });
    expectError(await actions.read(user, '/users/me'), 'unauthenticated');
    await api.services.moderation.endSuspensions();
    expectError(await actions.profile(reader, user.id), 'not_found');
    const where = { id: user.id };
    await api.database.user.update({ where, data: { suspendedUntil: new Date() } });
    await api.services.moderation.endSuspensions();
    await actions.profile(reader, user.id).expect(200);
    const entries = await api.database.auditEntry.findMany({ where: { targetId: user.id } });
    expect(entries.map(({ action }) => action)).toEqual(['suspend', 'end_suspension']);
    expect(entries[1]?.details).toEqual({ by: 'server' });
    // It does not end a later suspension.
    await createStrike(user.id, { action: 'suspend' });
    expectError(await lift(id), 'conflict');
    expectError(await actions.profile(reader, user.id), 'not_found');
    for (const days of [-1, 366]) {
      const end = new Date(Date.now() + days * dayMs).toISOString();
      const rejected = await strike(user.id, { action: 'suspend', suspendedUntil: end });
      expectError(rejected, 'validation_failed');
    }
  });

  it('of a suspension replaces one with another end', async () => {
    const user = await createUser(api);
    const suspendedUntil = new Date(Date.now() + dayMs).toISOString();
    const timed = await createStrike(user.id, { action: 'suspend', suspendedUntil });
    expectError(await strike(user.id, { action: 'suspend', suspendedUntil }), 'conflict');
    const permanent = await createStrike(user.id, { action: 'suspend' });
    expectError(await strike(user.id, { action: 'suspend' }), 'conflict');
    const { suspendedUntil: end } = await api.database.user.findFirstOrThrow({
      where: { id: user.id },
    });
    expect(end).toBeNull();
    expectError(await lift(timed.id), 'conflict');
    const again = await createStrike(user.id, { action: 'suspend', suspendedUntil });
    expectError(await lift(permanent.id), 'conflict');
    await lift(again.id).expect(200);
    await actions.profile(reader, user.id).expect(200);
  });

  it('keeps its effect while another strike requires it', async () => {
    const user = await createUser(api);
    const threadId = await insertThread(api.database, user.id);
    const first = await createStrike(user.id, { action: 'mark_sensitive', threadId });
    await api.database.thread.update({ where: { id: threadId }, data: { isSensitive: false } });
    const second = await createStrike(user.id, { action: 'mark_sensitive', threadId });
    const readThread = async () =>
      (await actions.read(reader, `/threads/${threadId}`).expect(200)).body as object;
    await lift(first.id).expect(200);
    expect(await readThread()).toMatchObject({ isSensitive: true });
    await lift(second.id).expect(200);
    expect(await readThread()).toMatchObject({ isSensitive: false });
  });

  it('does not show the acting moderator to a struck moderator', async () => {
    const struck = await createUser(api);
    await api.database.user.update({ where: { id: struck.id }, data: { role: 'moderator' } });
    const created = (await strike(struck.id, { action: 'warn' }, admin)).body as AdminStrike;
    expect(created.moderator).toMatchObject({ id: admin.id });
    const appealPath = `/users/me/strikes/${created.id}/appeal`;
    await actions.post(struck, appealPath).send({ text: 'I did not' }).expect(200);
    for (const url of [`/admin/users/${struck.id}/strikes`, '/admin/appeals', '/admin/audit']) {
      const response = await actions.read(struck, url).expect(200);
      const ofStruck = (response.body as { content: object[] }).content
        .map((item) => JSON.stringify(item))
        .filter((item) => item.includes(struck.id));
      expect(ofStruck).toHaveLength(1);
      expect(ofStruck[0]).not.toContain(admin.id);
    }
  });

  it('locks the account before the thread that it removes', async () => {
    const user = await createUser(api);
    const rootId = await insertThread(api.database, reader.id);
    const threadId = await insertThread(api.database, user.id, { parentId: rootId });
    const { promise, waits } = await api.database.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM users WHERE id = ${user.id}::uuid FOR NO KEY UPDATE`;
      const waiting = createStrike(user.id, { action: 'remove_thread', threadId });
      await untilLockWait(api.database);
      const free = await tx.$queryRaw<unknown[]>`
        SELECT id FROM threads WHERE id = ${threadId}::uuid FOR NO KEY UPDATE SKIP LOCKED`;
      return { promise: () => waiting, waits: free.length };
    });
    expect(waits).toBe(1);
    await promise();
  });

  it('or the dismissal of a report counts, if two moderators decide at once', async () => {
    const user = await createUser(api);
    const body = { targetType: 'user', targetId: user.id, reason: 'spam' };
    await actions.post(reader, '/reports').send(body).expect(201);
    const { id: reportId } = await api.database.report.findFirstOrThrow({
      where: { targetId: user.id },
    });
    const responses = await Promise.all([
      actions.post(admin, `/admin/reports/${reportId}/dismiss`),
      strike(user.id, { action: 'warn', reportId }),
    ]);
    const rejected = responses.filter(({ status }) => status === 409);
    expect(rejected).toHaveLength(1);
    const { status } = await api.database.report.findFirstOrThrow({ where: { id: reportId } });
    const strikes = await api.database.strike.count({ where: { userId: user.id } });
    expect([status, strikes]).toEqual(
      rejected[0] === responses[0] ? ['resolved', 1] : ['dismissed', 0],
    );
  });

  it('requires a reason, a lower role and a different account', async () => {
    const user = await createUser(api);
    expectError(await strike(user.id, { action: 'warn', text: '' }), 'validation_failed');
    expectError(await strike(user.id, { action: 'shout' }), 'validation_failed');
    expectError(await strike(user.id, { action: 'warn', ruleIds: [newId()] }), 'validation_failed');
    for (const action of ['warn', 'freeze', 'suspend']) {
      expectError(await strike(moderator.id, { action }), 'validation_failed');
    }
    const suspension = actions.post(moderator, `/admin/users/${moderator.id}/suspend`);
    expectError(await suspension.send({ reason: text }), 'validation_failed');
    expectError(await strike(admin.id, { action: 'warn' }), 'conflict');
    expectError(await strike(newId(), { action: 'warn' }), 'not_found');
    const unknownReport = { action: 'warn', reportId: newId() };
    expectError(await strike(user.id, unknownReport), 'not_found');
    expect((await readStatus(user)).strikes).toEqual([]);
  });
});

describe('an appeal', () => {
  const appeal = (user: User, id: string, body: object = { text: 'I sold none' }) =>
    actions.post(user, `/users/me/strikes/${id}/appeal`).send(body);
  const decide = (by: User, id: string, isLifted: boolean, message?: string) =>
    actions.post(by, `/admin/appeals/${id}/decide`).send({ isLifted, text: message });
  const listAppeals = async (status: string) => {
    const response = await actions.read(admin, `/admin/appeals?status=${status}`).expect(200);
    return (response.body as { content: AdminStrike[] }).content.map(({ id }) => id);
  };

  it('is decided once, by another moderator, and undoes the action', async () => {
    const user = await createUser(api);
    const { id } = await createStrike(user.id, { action: 'freeze' });
    expectError(await appeal(reader, id), 'not_found');
    expectError(await appeal(user, id, { text: 'x'.repeat(2001) }), 'validation_failed');
    const [first, second] = await Promise.all([appeal(user, id), appeal(user, id)]);
    expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await listAppeals('open')).toContain(id);
    expectError(await decide(moderator, id, false), 'forbidden');
    await decide(admin, id, true).expect(200);
    expectError(await decide(admin, id, false), 'conflict');
    expect(await listAppeals('decided')).toContain(id);
    expect(await readStatus(user)).toMatchObject({
      isFrozen: false,
      strikes: [{ appeal: { status: 'lifted' }, appealableUntil: null }],
    });
  });

  it('can be upheld, and is possible only for 20 days', async () => {
    const user = await createUser(api);
    const { id } = await createStrike(user.id, { action: 'limit' });
    await appeal(user, id).expect(200);
    await decide(admin, id, false, 'We have seen them').expect(200);
    expect(await readStatus(user)).toMatchObject({
      isLimited: true,
      strikes: [{ appeal: { status: 'upheld', decisionText: 'We have seen them' } }],
    });
    await vi.waitFor(async () => {
      expect((await listEmails(user)).join()).toContain('We have seen them');
    });
    expectError(await appeal(user, id), 'conflict');
    const old = await createStrike(user.id, { action: 'warn' });
    const createdAt = new Date(Date.now() - 21 * dayMs);
    await api.database.strike.update({ where: { id: old.id }, data: { createdAt } });
    expectError(await appeal(user, old.id), 'conflict');
  });

  it('of a suspended user works once, with the link in the email', async () => {
    const user = await createUser(api);
    const { id } = await createStrike(user.id, { action: 'suspend' });
    const token = await readAppealToken(user);
    const found = await api.request.post('/api/appeals/strike').send({ token }).expect(200);
    expect((found.body as Strike).id).toBe(id);
    const body = { token, text: 'I sold none' };
    await api.request.post('/api/appeals').send(body).expect(200);
    expectError(await api.request.post('/api/appeals').send(body), 'conflict');
    const wrong = await api.request.post('/api/appeals').send({ ...body, token: 'x' });
    expectError(wrong, 'validation_failed');
    await decide(admin, id, true).expect(200);
    await actions.profile(reader, user.id).expect(200);
    const createdAt = new Date(Date.now() - 21 * dayMs);
    await api.database.strike.update({ where: { id }, data: { createdAt } });
    const expired = await api.request.post('/api/appeals/strike').send({ token });
    expectError(expired, 'validation_failed');
  });

  it('is rejected if the strike is lifted at the same time', async () => {
    const user = await createUser(api);
    const { id } = await createStrike(user.id, { action: 'warn' });
    const { response } = await api.database.$transaction(async (tx) => {
      await tx.strike.update({ where: { id }, data: { liftedAt: new Date() } });
      const waiting = appeal(user, id).then((result) => result);
      await untilLockWait(api.database);
      return { response: () => waiting };
    });
    expectError(await response(), 'conflict');
  });
});
