import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { insertMessage } from '../support/factories/chat.ts';
import { insertThread } from '../support/factories/threads.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';
import { createUserActions } from '../support/http/user-actions.ts';

let api: TestApi;
let actions: ReturnType<typeof createUserActions>;
let moderator: User;
let colleague: User;
let admin: User;
let reporter: User;
let reported: User;
let reportId: string;

beforeAll(async () => {
  api = await startTestApi();
  actions = createUserActions(api);
  moderator = await createWithRole('moderator');
  colleague = await createWithRole('moderator');
  admin = await createWithRole('admin');
  reporter = await createUser(api);
});

beforeEach(async () => {
  reported = await createUser(api);
  reportId = await report(reported.id);
});

afterAll(() => api.close());

async function createWithRole(role: 'moderator' | 'admin'): Promise<User> {
  const user = await createUser(api);
  await api.database.user.update({ where: { id: user.id }, data: { role } });
  return user;
}

async function report(targetId: string, fields: Record<string, unknown> = {}): Promise<string> {
  await actions
    .post(reporter, '/reports')
    .send({ targetType: 'user', targetId, reason: 'spam', ...fields })
    .expect(201);
  const { id } = await api.database.report.findFirstOrThrow({ where: { targetId } });
  return id;
}

const assign = (by: User, id: string, userId: string | null) =>
  api.request.put(`/api/admin/reports/${id}/assignee`).set(by.auth).send({ userId });

const addNote = (by: User, id: string, body: Record<string, unknown>) =>
  actions.post(by, `/admin/reports/${id}/notes`).send({ about: 'report', text: 'Look', ...body });

const readDetails = (by: User, id = reportId) => actions.read(by, `/admin/reports/${id}`);

async function listIds(by: User, query: string): Promise<string[]> {
  const response = await actions.read(by, `/admin/reports?size=50&${query}`).expect(200);
  return (response.body as { content: { id: string }[] }).content.map(({ id }) => id);
}

describe('assigning a report', () => {
  it('shows others who handles it, and is part of the history', async () => {
    await assign(moderator, reportId, moderator.id).expect(200);
    const details = await readDetails(colleague).expect(200);
    expect(details.body).toMatchObject({
      assignee: { id: moderator.id },
      events: [{ action: 'assign_report', assignee: moderator.username }],
    });
    expect(await listIds(moderator, 'assignee=me')).toContain(reportId);
    expect(await listIds(colleague, 'assignee=others')).toContain(reportId);
    expect(await listIds(colleague, 'assignee=nobody')).not.toContain(reportId);
    await assign(colleague, reportId, colleague.id).expect(200);
    await assign(colleague, reportId, null).expect(200);
    expect(await listIds(colleague, 'assignee=nobody')).toContain(reportId);
  });

  it('keeps one of two concurrent assignments', async () => {
    const responses = await Promise.all(
      [moderator, colleague].map((each) => assign(each, reportId, each.id)),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(await api.database.reportAssignment.count({ where: { reportId } })).toBe(1);
  });

  it('returns 409 after the decision', async () => {
    await actions.post(moderator, `/admin/reports/${reportId}/dismiss`).expect(200);
    expectError(await assign(colleague, reportId, colleague.id), 'conflict');
    const details = await readDetails(colleague).expect(200);
    expect(details.body).toMatchObject({ resolver: { id: moderator.id } });
  });

  it('rejects members, the reported user, and moderators who cannot read the report', async () => {
    expectError(await assign(moderator, reportId, reporter.id), 'validation_failed');
    const aboutModerator = await report(colleague.id);
    expectError(await assign(admin, aboutModerator, colleague.id), 'validation_failed');
    expectError(await assign(admin, aboutModerator, moderator.id), 'validation_failed');
    await assign(admin, aboutModerator, admin.id).expect(200);
  });
});

describe('notes of moderators', () => {
  it('about the account appear in each of its reports, those about a report only there', async () => {
    const threadId = await insertThread(api.database, reported.id);
    const otherReport = await report(threadId, { targetType: 'thread' });
    await addNote(moderator, reportId, { text: 'Only here' }).expect(201);
    await addNote(moderator, reportId, { about: 'user', text: 'Knows better' }).expect(201);
    const ofReport = await readDetails(colleague, reportId).expect(200);
    const ofOther = await readDetails(colleague, otherReport).expect(200);
    const aboutUser = { about: 'user', text: 'Knows better', author: { id: moderator.id } };
    const aboutReport = { about: 'report', text: 'Only here' };
    expect(ofReport.body).toMatchObject({ notes: [aboutUser, aboutReport] });
    expect(ofOther.body).toMatchObject({ notes: [aboutUser] });
  });

  it('are added once by repeated requests', async () => {
    const key = newId();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await addNote(moderator, reportId, {}).set('Idempotency-Key', key).expect(201);
    }
    expect(await api.database.moderationNote.count({ where: { reportId } })).toBe(1);
  });

  it.each([
    ['no text', { text: ' ' }],
    ['a long text', { text: 'x'.repeat(2001) }],
    ['an unknown subject', { about: 'thread' }],
  ])('are rejected with %s', async (_what, body) => {
    expectError(await addNote(moderator, reportId, body), 'validation_failed');
  });
});

describe('the content around a report', () => {
  const readContext = (by: User, id: string) => actions.read(by, `/admin/reports/${id}/context`);

  const readItems = async (by: User, id: string) => {
    const response = await readContext(by, id).expect(200);
    return (response.body as { items: { id: string; position: string; text: string | null }[] })
      .items;
  };

  const countReadings = (id: string) =>
    api.database.auditEntry.count({ where: { action: 'read_private_thread', targetId: id } });

  it('is the threads above and the replies, and reading public ones is not recorded', async () => {
    const rootId = await insertThread(api.database, reporter.id, { content: 'Above' });
    const threadId = await insertThread(api.database, reported.id, { parentId: rootId });
    const replyId = await insertThread(api.database, reporter.id, { parentId: threadId });
    await insertThread(api.database, reporter.id, { parentId: replyId });
    const id = await report(threadId, { targetType: 'thread' });
    expect(await readItems(moderator, id)).toMatchObject([
      { id: rootId, position: 'before', text: 'Above', isPrivate: false },
      { id: threadId, position: 'reported', author: { id: reported.id } },
      { id: replyId, position: 'after' },
    ]);
    expect(await readItems(moderator, reportId)).toEqual([]);
    expect(await countReadings(id)).toBe(0);
  });

  it('records once for each moderator and report that a private thread was read', async () => {
    const rootId = await insertThread(api.database, colleague.id);
    const threadId = await insertThread(api.database, reported.id, { parentId: rootId });
    const id = await report(threadId, { targetType: 'thread' });
    await api.database.user.update({ where: { id: reported.id }, data: { isPrivate: true } });
    const readings = await Promise.all([readItems(moderator, id), readItems(moderator, id)]);
    expect(readings[0]).toMatchObject([{ isPrivate: false }, { isPrivate: true }]);
    expect(await countReadings(id)).toBe(1);
    await readItems(colleague, id);
    await readItems(moderator, id);
    expect(await countReadings(id)).toBe(2);
    const details = await readDetails(moderator, id).expect(200);
    expect(details.body).toMatchObject({
      events: [
        { action: 'read_private_thread', actor: { id: colleague.id } },
        { action: 'read_private_thread', actor: { id: moderator.id } },
      ],
    });
  });

  it('contains no message that was not reported', async () => {
    const messages = [];
    for (const content of ['One', 'Two', 'Three', 'Four']) {
      messages.push(await insertMessage(api.database, reported.id, reporter.id, { content }));
    }
    const [first, , third] = messages.map((message) => message.id);
    await report(first ?? '', { targetType: 'message' });
    const id = await report(third ?? '', { targetType: 'message' });
    expect(await readItems(moderator, id)).toMatchObject([
      { id: first, position: 'before', text: 'One' },
      { id: third, position: 'reported', text: 'Three' },
    ]);
  });

  it('is hidden like the report', async () => {
    const aboutAdmin = await report(admin.id);
    expectError(await readContext(moderator, aboutAdmin), 'not_found');
    expectError(await readContext(admin, aboutAdmin), 'not_found');
    expectError(await readContext(moderator, newId()), 'not_found');
    expectError(await readContext(reporter, reportId), 'forbidden');
  });
});

it('hides the details of a report from the reported administrator and from members', async () => {
  const aboutAdmin = await report(admin.id);
  expectError(await readDetails(admin, aboutAdmin), 'not_found');
  expectError(await addNote(admin, aboutAdmin, {}), 'not_found');
  expectError(await assign(admin, aboutAdmin, null), 'not_found');
  expectError(await readDetails(moderator, aboutAdmin), 'not_found');
  expectError(await readDetails(reporter), 'forbidden');
  expectError(await addNote(reporter, reportId, {}), 'forbidden');
  expectError(await assign(reporter, reportId, reporter.id), 'forbidden');
  expectError(await api.request.get(`/api/admin/reports/${reportId}`), 'unauthenticated');
});

it('filters reports by type, rule, reported user and reporter', async () => {
  const threadId = await insertThread(api.database, reported.id);
  const ofThread = await report(threadId, { targetType: 'thread' });
  await api.database.report.update({ where: { id: ofThread }, data: { rules: ['Be kind'] } });
  const ofUser = `user=@${reported.username}`;
  expect(await listIds(moderator, ofUser)).toEqual([ofThread, reportId]);
  expect(await listIds(moderator, `${ofUser}&targetType=user`)).toEqual([reportId]);
  expect(await listIds(moderator, `${ofUser}&rule=Be kind`)).toEqual([ofThread]);
  expect(await listIds(moderator, `${ofUser}&reporter=${moderator.username}`)).toEqual([]);
  expect(await listIds(moderator, `${ofUser}&reporter=${reporter.username}`)).toHaveLength(2);
  expect(await listIds(moderator, `${ofUser}&status=resolved`)).toEqual([]);
  expectError(await actions.read(moderator, '/admin/reports?assignee=ada'), 'validation_failed');
});
