import type { AuditEntry } from '@skein/contracts/moderation';
import { parse } from 'csv-parse/sync';
import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { administratorEmail, createAdministrator, createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { insertThread } from '../support/factories/threads.ts';

const reason = 'Against the rules of the house';
let api: TestApi;
let actions: ReturnType<typeof createUserActions>;
let admin: User;
let member: User;

beforeAll(async () => {
  api = await startTestApi({ settings: { adminEmails: [administratorEmail] } });
  actions = createUserActions(api);
  admin = await createAdministrator(api);
  member = await createUser(api);
});

afterAll(() => api.close());

const report = (by: User, targetType: string, targetId: string) =>
  actions
    .post(by, '/reports')
    .send({ targetType, targetId, reason: 'spam', note: 'Look' })
    .expect(201);

const listReports = async (status: string) => {
  const response = await actions
    .read(admin, `/admin/reports?status=${status}&size=100`)
    .expect(200);
  return (response.body as { content: { id: string; targetId: string; status: string }[] }).content;
};

const post = (path: string, body: Record<string, unknown> = { reason }) =>
  actions.post(admin, path).send(body);

const removeThread = (by: User, id: string, body: object = { reason }) =>
  actions.remove(by, `/admin/threads/${id}`).send(body);

const verify = (id: string, body: object) =>
  api.request.put(`/api/admin/users/${id}/verified`).set(admin.auth).send(body);

const listAuditEntries = (targetId: string) =>
  api.database.auditEntry.findMany({ where: { targetId } });

describe('administrators', () => {
  it('are users with a configured email address and promoted users', async () => {
    const promoted = await createUser(api);
    await api.database.user.update({ where: { id: promoted.id }, data: { role: 'admin' } });
    for (const [user, isAdmin] of [
      [admin, true],
      [promoted, true],
      [member, false],
    ] as const) {
      const me = await actions.read(user, '/users/me').expect(200);
      expect(me.body).toMatchObject({ isAdmin });
      const response = await actions.read(user, '/admin/stats');
      expect(response.status).toBe(isAdmin ? 200 : 403);
    }
  });

  it.each([
    ['get', '/admin/reports'],
    ['post', `/admin/reports/${newId()}/dismiss`],
    ['get', '/admin/users'],
    ['get', '/admin/audit'],
    ['get', '/admin/audit/export'],
    ['put', `/admin/users/${newId()}/verified`],
    ['put', `/admin/users/${newId()}/role`],
    ['post', `/admin/users/${newId()}/suspend`],
    ['get', `/admin/users/${newId()}/strikes`],
    ['post', `/admin/users/${newId()}/strikes`],
    ['post', `/admin/strikes/${newId()}/lift`],
    ['get', '/admin/appeals'],
    ['post', `/admin/appeals/${newId()}/decide`],
    ['post', `/admin/users/${newId()}/unsuspend`],
    ['get', `/admin/threads/${newId()}`],
    ['delete', `/admin/threads/${newId()}`],
    ['get', '/admin/stats'],
    ['get', '/admin/settings'],
    ['get', '/admin/registrations'],
    ['get', '/admin/pages/about'],
    ['put', '/admin/pages/about'],
    ['get', '/admin/rules'],
    ['put', '/admin/rules'],
    ['post', `/admin/registrations/${newId()}/approve`],
    ['post', `/admin/registrations/${newId()}/reject`],
    ['get', '/admin/invitations'],
    ['post', '/admin/invitations'],
    ['delete', `/admin/invitations/${newId()}`],
    ['put', '/admin/settings'],
  ] as const)('are required for %s %s', async (method, path) => {
    const { settings } = api.services.siteSettings.describe();
    const body = {
      reason,
      isVerified: true,
      role: 'member',
      version: 0,
      settings,
      days: 1,
      usesMax: 1,
      text: 'x',
      action: 'warn',
      isLifted: true,
      rules: [],
    };
    expectError(await api.request[method](`/api${path}`).send(body), 'unauthenticated');
    const response = await api.request[method](`/api${path}`).set(member.auth).send(body);
    expectError(response, 'forbidden');
  });
});

describe('reports', () => {
  it('are listed with reporter, reported user and text', async () => {
    const author = await createUser(api);
    const threadId = await insertThread(api.database, author.id, { content: 'Buy bridges' });
    await report(member, 'thread', threadId);
    const [first] = await listReports('open');
    expect(first).toMatchObject({
      targetType: 'thread',
      targetId: threadId,
      reason: 'spam',
      note: 'Look',
      status: 'open',
      resolvedAt: null,
      reporter: { id: member.id, username: member.username },
      user: { id: author.id, isSuspended: false },
      text: 'Buy bridges',
    });
  });

  it('are paginated by cursor without duplicates', async () => {
    for (let n = 0; n < 3; n += 1) await report(member, 'user', (await createUser(api)).id);
    const all = await listReports('open');
    const first = await actions.read(admin, '/admin/reports?size=2').expect(200);
    const { nextCursor } = first.body as { nextCursor: string };
    const next = await actions
      .read(admin, `/admin/reports?size=100&cursor=${nextCursor}`)
      .expect(200);
    const ids = [first.body, next.body].flatMap((page) =>
      (page as { content: { id: string }[] }).content.map(({ id }) => id),
    );
    expect(ids).toEqual(all.map(({ id }) => id));
    expectError(await actions.read(admin, '/admin/reports?cursor=x'), 'validation_failed');
    expectError(await actions.read(admin, '/admin/reports?status=all'), 'validation_failed');
  });

  it('are dismissed permanently', async () => {
    const { id: targetId } = await createUser(api);
    await report(member, 'user', targetId);
    const { id } = await api.database.report.findFirstOrThrow({ where: { targetId } });
    const dismiss = () => post(`/admin/reports/${id}/dismiss`, {});
    const responses = await Promise.all([dismiss(), dismiss()]);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const again = await dismiss();
    expectError(again, 'conflict');
    expect(again.body).toMatchObject({ message: 'This report was already dismissed.' });
    expect(await listReports('resolved')).toContainEqual(
      expect.objectContaining({ id, status: 'dismissed' }),
    );
    expect(await listAuditEntries(id)).toMatchObject([{ action: 'dismiss', actorId: admin.id }]);
    for (const unknown of [newId(), 'x']) {
      expectError(await post(`/admin/reports/${unknown}/dismiss`, {}), 'not_found');
    }
  });
});

describe('removing a thread', () => {
  it('hides it from everyone and resolves its reports', async () => {
    const author = await createUser(api);
    const threadId = await insertThread(api.database, author.id, { content: 'Buy bridges' });
    await report(member, 'thread', threadId);
    const found = await actions.read(admin, `/admin/threads/${threadId}`).expect(200);
    expect(found.body).toMatchObject({ content: 'Buy bridges', openReportsCount: 1 });
    await removeThread(admin, threadId).expect(200);
    for (const user of [author, member, admin]) {
      expectError(await actions.read(user, `/threads/${threadId}`), 'not_found');
    }
    const resolvedReport = (await listReports('resolved')).find(
      ({ targetId }) => targetId === threadId,
    );
    expect(resolvedReport).toMatchObject({ status: 'resolved', text: null });
    expectError(await post(`/admin/reports/${resolvedReport?.id}/dismiss`, {}), 'conflict');
    expect(await listAuditEntries(threadId)).toMatchObject([
      { action: 'remove_thread', actorId: admin.id, details: { reason, authorId: author.id } },
    ]);
    expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
  });

  it('works for a thread of a private account', async () => {
    const privateUser = await createUser(api, { isPrivate: true });
    const threadId = await insertThread(api.database, privateUser.id);
    await actions.read(admin, `/admin/threads/${threadId}`).expect(200);
    await removeThread(admin, threadId).expect(200);
    expectError(await actions.read(privateUser, `/threads/${threadId}`), 'not_found');
  });

  it('is rolled back when the audit entry cannot be written', async () => {
    const threadId = await insertThread(api.database, member.id);
    const viewer = { userId: admin.id, sessionId: newId() };
    // PostgreSQL rejects the character in the details of the entry.
    const removal = api.services.moderation.removeThread(viewer, { threadId, reason: 'a\0b' });
    await expect(removal).rejects.toThrow(/unicode|invalid byte/i);
    await actions.read(member, `/threads/${threadId}`).expect(200);
    expect(await listAuditEntries(threadId)).toEqual([]);
  });

  it('requires an existing thread and a reason', async () => {
    for (const unknown of [newId(), 'x']) {
      expectError(await actions.read(admin, `/admin/threads/${unknown}`), 'not_found');
      expectError(await removeThread(admin, unknown), 'not_found');
    }
    const threadId = await insertThread(api.database, member.id);
    expectError(await removeThread(admin, threadId, {}), 'validation_failed');
    const long = { reason: 'x'.repeat(501) };
    expectError(await removeThread(admin, threadId, long), 'validation_failed');
  });
});

describe('suspending', () => {
  it('ends sessions, hides threads and resolves reports', async () => {
    const user = await createUser(api);
    const threadId = await insertThread(api.database, user.id);
    await actions.read(user, '/users/me').expect(200);
    await report(member, 'user', user.id);
    await report(member, 'thread', threadId);
    await post(`/admin/users/${user.id}/suspend`).expect(200);

    expectError(await actions.read(user, '/users/me'), 'unauthenticated');
    const { email, password } = user;
    const login = await api.request.post('/api/auth/login').send({ email, password });
    expect(expectError(login, 'forbidden').message).toMatch(/^This account is suspended\./);
    expectError(await actions.profile(member, user.id), 'not_found');
    expectError(await actions.read(member, `/threads/${threadId}`), 'not_found');
    const open = await listReports('open');
    const ids = open.map(({ targetId }) => targetId);
    expect(ids).not.toContain(user.id);
    expect(ids).not.toContain(threadId);
  });

  it('can be undone without restoring sessions', async () => {
    const user = await createUser(api);
    await post(`/admin/users/${user.id}/suspend`).expect(200);
    await post(`/admin/users/${user.id}/suspend`).expect(200);
    await post(`/admin/users/${user.id}/unsuspend`).expect(200);
    await actions.profile(member, user.id).expect(200);
    expectError(await actions.read(user, '/users/me'), 'unauthenticated');
    const { email, password } = user;
    await api.request.post('/api/auth/login').send({ email, password }).expect(200);
    const entries = await listAuditEntries(user.id);
    expect(entries.map(({ action }) => action)).toEqual(['suspend', 'unsuspend']);
  });

  it('is rejected for oneself, another administrator and unknown users', async () => {
    const other = await createUser(api);
    await api.database.user.update({ where: { id: other.id }, data: { role: 'admin' } });
    expectError(await post(`/admin/users/${admin.id}/suspend`), 'validation_failed');
    expectError(await post(`/admin/users/${other.id}/suspend`), 'conflict');
    for (const unknown of [newId(), 'x']) {
      expectError(await post(`/admin/users/${unknown}/suspend`), 'not_found');
      expectError(await post(`/admin/users/${unknown}/unsuspend`), 'not_found');
    }
    const blank = await post(`/admin/users/${member.id}/suspend`, { reason: ' \n' });
    expectError(blank, 'validation_failed');
  });
});

describe('users', () => {
  it('are found by name and username including suspended ones, but not by email', async () => {
    const user = await createUser(api, { firstName: 'Zelda', email: 'hidden%@example.org' });
    await post(`/admin/users/${user.id}/suspend`).expect(200);
    const find = async (q: string) => {
      const response = await actions.read(admin, '/admin/users').query({ q }).expect(200);
      return response.body as { content: { id: string }[] };
    };
    const found = await find('zELD');
    expect(found.content).toMatchObject([{ id: user.id, isSuspended: true }]);
    expect(JSON.stringify(found)).not.toContain('example.org');
    expect((await find(`@${user.username}`)).content).toHaveLength(1);
    for (const q of ['example.org', '%', '_zelda_']) expect((await find(q)).content).toEqual([]);
  });

  it('are verified and unverified', async () => {
    const { id } = await createUser(api);
    for (const isVerified of [true, true, false]) {
      await verify(id, { isVerified }).expect(200);
      const profile = await actions.profile(member, id).expect(200);
      expect(profile.body).toMatchObject({ isUserVerified: isVerified });
    }
    expect((await listAuditEntries(id)).map(({ action }) => action)).toEqual([
      'verify',
      'unverify',
    ]);
    expectError(await verify(newId(), { isVerified: true }), 'not_found');
    expectError(await verify(id, { isVerified: 'perhaps' }), 'validation_failed');
  });
});

it('returns statistics', async () => {
  const response = await actions.read(admin, '/admin/stats').expect(200);
  const [accounts, openReports] = [
    await api.database.user.count(),
    await api.database.report.count({ where: { status: 'open' } }),
  ];
  expect(response.body).toMatchObject({ accounts, openReports, mediaFiles: 0, mediaBytes: 0 });
});

describe('the audit log', () => {
  it('lists actor, action, target and reason, the latest first, page by page', async () => {
    const user = await createUser(api);
    const threadId = await insertThread(api.database, user.id);
    await removeThread(admin, threadId).expect(200);
    await post(`/admin/users/${user.id}/suspend`).expect(200);
    const read = async (query: string) => {
      const response = await actions.read(admin, `/admin/audit?${query}`).expect(200);
      return response.body as { content: AuditEntry[]; nextCursor: string };
    };
    const first = await read('size=1');
    const second = await read(`size=1&cursor=${first.nextCursor}`);
    const shared = { actor: { id: admin.id, name: admin.name }, reason, isCommandLine: false };
    expect([...first.content, ...second.content]).toMatchObject([
      { ...shared, action: 'suspend', targetId: user.id, user: { username: user.username } },
      { ...shared, action: 'remove_thread', targetId: threadId, user: { id: user.id } },
    ]);
  });

  it('names the account and reason of a report, but not to the reported moderator', async () => {
    const [user, moderator] = [await createUser(api), await createUser(api)];
    await api.database.user.update({ where: { id: moderator.id }, data: { role: 'moderator' } });
    for (const { id } of [user, moderator]) await report(member, 'user', id);
    for (const { id } of await listReports('open')) await post(`/admin/reports/${id}/dismiss`);
    const read = async (viewer: User) => {
      const response = await actions.read(viewer, '/admin/audit?action=dismiss').expect(200);
      const { content } = response.body as { content: AuditEntry[] };
      return content.map(({ user: account, reportReason }) => [account?.id, reportReason]);
    };
    expect(await read(admin)).toEqual(
      expect.arrayContaining([
        [user.id, 'spam'],
        [moderator.id, 'spam'],
      ]),
    );
    const entries = await read(moderator);
    expect(entries).toContainEqual([user.id, 'spam']);
    expect(entries).not.toContainEqual([moderator.id, 'spam']);
  });

  it('is filtered by actor, user and action', async () => {
    const [user, other] = [await createUser(api), await createUser(api)];
    await post(`/admin/users/${user.id}/suspend`).expect(200);
    await post(`/admin/users/${user.id}/unsuspend`).expect(200);
    await post(`/admin/users/${other.id}/suspend`).expect(200);
    const list = async (query: object) => {
      const url = `/admin/audit?${new URLSearchParams({ ...query }).toString()}`;
      const { content } = (await actions.read(admin, url).expect(200)).body as {
        content: AuditEntry[];
      };
      return content.map(({ action, user: account }) => [action, account?.id]);
    };
    const suspended = ['suspend', user.id];
    expect(await list({ user: `@${user.username.toUpperCase()}` })).toEqual([
      ['unsuspend', user.id],
      suspended,
    ]);
    const all = { actor: admin.username, user: user.username, action: 'suspend' };
    expect(await list(all)).toEqual([suspended]);
    expect(await list({ ...all, actor: user.username })).toEqual([]);
    const unknown = await actions.read(admin, '/admin/audit?action=shout');
    expectError(unknown, 'validation_failed');
  });

  it('is downloaded as a CSV file with the same filters and without formulas', async () => {
    const user = await createUser(api);
    const formula = '=HYPERLINK("https://example.org", "a, b")';
    await actions.post(admin, `/admin/users/${user.id}/suspend`).send({ reason: formula });
    await post(`/admin/users/${user.id}/unsuspend`).expect(200);
    const download = async (query: string) => {
      const response = await actions.read(admin, `/admin/audit/export?${query}`).expect(200);
      expect(response.headers['content-disposition']).toMatch(/audit-log-[\d-]+\.csv/);
      return parse(response.text);
    };
    const [columns, ...rows] = await download(`user=${user.username}`);
    expect(columns?.slice(0, 4)).toEqual(['Time', 'Action', 'Actor', 'Account']);
    expect(rows.map((row) => row.slice(1, 7))).toEqual([
      ['unsuspend', admin.username, user.username, 'user', user.id, reason],
      ['suspend', admin.username, user.username, 'user', user.id, `'${formula}`],
    ]);
    expect(await download(`user=${user.username}&action=unsuspend`)).toHaveLength(2);
  });
});
