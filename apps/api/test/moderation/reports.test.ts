import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatMessageSchema } from '@skein/contracts/chat';
import { UnauthenticatedError } from '../../src/platform/errors.ts';
import { getReportContext } from '../../src/modules/moderation/reports/report-context.ts';
import { newId } from '../../src/platform/ids.ts';
import { commandLine } from '../../src/platform/viewer.ts';
import { createChatClient } from '../chat/support.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { insertMessage } from '../support/factories/chat.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { insertThread } from '../support/factories/threads.ts';

let api: TestApi;
let actions: ReturnType<typeof createUserActions>;
let reporter: User;
let other: User;

beforeAll(async () => {
  api = await startTestApi();
  actions = createUserActions(api);
  reporter = await createUser(api);
  other = await createUser(api);
});

afterAll(() => api.close());

const report = (by: User, body: Record<string, unknown>) =>
  actions.post(by, '/reports').send({ targetType: 'user', reason: 'spam', ...body });

const listReports = (targetId: string) => api.database.report.findMany({ where: { targetId } });

describe('reporting', () => {
  it('stores reporter, target and reason', async () => {
    const response = await report(reporter, {
      targetId: other.id,
      reason: 'harassment',
      note: ' Again and again\r\n',
      reporterId: other.id,
      status: 'resolved',
    }).expect(201);
    expect(response.body).toEqual({ success: true, message: 'Thank you. Your report was sent.' });
    expect(await listReports(other.id)).toMatchObject([
      {
        reporterId: reporter.id,
        targetType: 'user',
        reason: 'harassment',
        note: ' Again and again',
        status: 'open',
      },
    ]);
  });

  it('returns 401 when the account was deleted', async () => {
    const viewer = { userId: newId(), sessionId: newId() };
    const idempotency = { id: newId(), attempt: 'first' } as const;
    const target = { targetType: 'user', targetId: other.id } as const;
    const input = { ...target, reason: 'spam' as const, note: '', ruleIds: [], isForwarded: false };
    await expect(api.services.moderation.report(viewer, idempotency, input)).rejects.toThrow(
      UnauthenticatedError,
    );
  });

  it('stores the titles of the broken rules, in their order', async () => {
    const rules = ['Be kind', 'No ads', 'On topic'].map((title) => ({ title, description: '' }));
    const { siteSettings, instance } = api.services;
    await instance.pages.saveRules(api.database, { version: 0, rules });
    await siteSettings.load();
    const [kind, , topic] = instance.pages.listRules().map(({ id }) => id);
    const { id: targetId } = await createUser(api);
    const ruleIds = [topic, kind];
    await report(reporter, { targetId, reason: 'spam', ruleIds }).expect(201);
    await report(other, { targetId, reason: 'rules', ruleIds }).expect(201);
    const stored = await listReports(targetId);
    expect(stored.map((each) => each.rules)).toEqual([[], ['Be kind', 'On topic']]);
    const unknown = { targetId, reason: 'rules', ruleIds: [newId()] };
    expectError(await report(reporter, unknown), 'validation_failed');
  });

  it('accepts a thread without a note', async () => {
    const threadId = await insertThread(api.database, other.id);
    await report(reporter, { targetType: 'thread', targetId: threadId, note: '  ' }).expect(201);
    expect(await listReports(threadId)).toMatchObject([{ targetType: 'thread', note: null }]);
  });

  it('accepts a received message', async () => {
    const { id } = await insertMessage(api.database, other.id, reporter.id);
    await report(reporter, { targetType: 'message', targetId: id }).expect(201);
    expect(await listReports(id)).toHaveLength(1);
  });

  it('accepts a message of a group from its members, without events', async () => {
    const chat = createChatClient(api);
    const group = await chat.createGroup(other, [reporter]);
    const sent = await chat.sendTo(other, group.id, { content: 'spam' }).expect(201);
    const { id: targetId } = chatMessageSchema.parse(sent.body);
    await report(reporter, { targetType: 'message', targetId }).expect(201);
    expect(await listReports(targetId)).toHaveLength(1);
    const outsider = await createUser(api);
    expectError(await report(outsider, { targetType: 'message', targetId }), 'not_found');
    const event = await api.database.message.findFirstOrThrow({
      where: { conversationId: group.id, type: 'system' },
    });
    const body = { targetType: 'message', targetId: event.id };
    expectError(await report(reporter, body), 'not_found');
  });

  it('accepts a group from its members, with the last messages that the reporter sees', async () => {
    const chat = createChatClient(api);
    const group = await chat.createGroup(other, [reporter]);
    await chat.sendTo(other, group.id, { content: 'spam' }).expect(201);
    await report(reporter, { targetType: 'group', targetId: group.id }).expect(201);
    await chat.sendTo(other, group.id, { content: 'after the report' }).expect(201);
    const [stored] = await listReports(group.id);
    expect(stored).toMatchObject({ targetType: 'group', userId: null });
    const context = await getReportContext(api.database, commandLine, stored?.id ?? '');
    expect(context.items).toMatchObject([{ author: { id: other.id }, text: 'spam' }]);
    const body = { targetType: 'group', targetId: group.id };
    expectError(await report(await createUser(api), body), 'not_found');
  });

  it('adds no report while the same one is open, even for concurrent requests', async () => {
    const user = await createUser(api);
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => report(reporter, { targetId: user.id })),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    await report(other, { targetId: user.id }).expect(201);
    expect(await listReports(user.id)).toHaveLength(2);
  });

  it('is possible again after the earlier report is resolved', async () => {
    const { id: targetId } = await createUser(api);
    await report(reporter, { targetId }).expect(201);
    await api.database.report.updateMany({ where: { targetId }, data: { status: 'dismissed' } });
    await report(reporter, { targetId }).expect(201);
    expect(await listReports(targetId)).toHaveLength(2);
  });
});

describe('rejecting a report', () => {
  it('returns 401 without a session', async () => {
    const body = { targetType: 'user', targetId: other.id, reason: 'spam' };
    expectError(await api.request.post('/api/reports').send(body), 'unauthenticated');
  });

  it('rejects the user themselves and their own content', async () => {
    const threadId = await insertThread(api.database, reporter.id);
    const { id: messageId } = await insertMessage(api.database, reporter.id, other.id);
    for (const target of [
      { targetId: reporter.id },
      { targetType: 'thread', targetId: threadId },
      { targetType: 'message', targetId: messageId },
    ]) {
      expectError(await report(reporter, target), 'validation_failed');
    }
  });

  it.each(['user', 'thread', 'message'])('returns 404 for an unknown %s', async (targetType) => {
    expectError(await report(reporter, { targetType, targetId: newId() }), 'not_found');
  });

  it('returns 404 for a user who has blocked the reporter, and their threads', async () => {
    const blocker = await createUser(api);
    const threadId = await insertThread(api.database, blocker.id);
    await actions.block(blocker, reporter.id).expect(200);
    expectError(await report(reporter, { targetId: blocker.id }), 'not_found');
    expectError(await report(reporter, { targetType: 'thread', targetId: threadId }), 'not_found');
  });

  it('returns 404 for a thread of a private account that the reporter does not follow', async () => {
    const privateUser = await createUser(api, { isPrivate: true });
    const threadId = await insertThread(api.database, privateUser.id);
    expectError(await report(reporter, { targetType: 'thread', targetId: threadId }), 'not_found');
  });

  it('returns 404 for messages of others, deleted and cleared messages', async () => {
    const third = await createUser(api);
    const othersMessage = await insertMessage(api.database, other.id, third.id);
    const deleted = await insertMessage(api.database, other.id, reporter.id, { isDeleted: true });
    const cleared = await insertMessage(api.database, third.id, reporter.id);
    await api.database.conversationMember.updateMany({
      where: { conversationId: cleared.conversationId, userId: reporter.id },
      data: { clearedSeq: 1 },
    });
    for (const { id } of [othersMessage, deleted, cleared]) {
      expectError(await report(reporter, { targetType: 'message', targetId: id }), 'not_found');
    }
  });

  it.each([
    ['no reason', { reason: undefined }],
    ['an unknown reason', { reason: 'because' }],
    ['an unknown type', { targetType: 'poll' }],
    ['no id', { targetId: 'nobody' }],
    ['a long note', { note: 'x'.repeat(1001) }],
    ['a note that is not a string', { note: 5 }],
  ])('rejects a report with %s', async (_what, change) => {
    expectError(await report(reporter, { targetId: other.id, ...change }), 'validation_failed');
  });
});
