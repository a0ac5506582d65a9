import type { ReportDetails, ReportMessage } from '@skein/contracts/moderation';
import type { Notification } from '@skein/contracts/notifications';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { signInWithApp } from '../oauth/support.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';
import { createUserActions } from '../support/http/user-actions.ts';

let api: TestApi;
let actions: ReturnType<typeof createUserActions>;
let moderator: User;
let reporter: User;
let reported: User;
let reportId: string;

beforeAll(async () => {
  api = await startTestApi();
  actions = createUserActions(api);
  moderator = await createUser(api);
  await api.database.user.update({ where: { id: moderator.id }, data: { role: 'moderator' } });
});

beforeEach(async () => {
  [reporter, reported] = [await createUser(api), await createUser(api)];
  reportId = await report(reporter, reported.id);
});

afterAll(() => api.close());

async function report(by: User, targetId: string): Promise<string> {
  await actions
    .post(by, '/reports')
    .send({ targetType: 'user', targetId, reason: 'spam' })
    .expect(201);
  const { id } = await api.database.report.findFirstOrThrow({
    where: { targetId, reporterId: by.id },
  });
  return id;
}

const message = (text: string, id = reportId, by = moderator) =>
  actions.post(by, `/admin/reports/${id}/messages`).send({ text });

async function readMessages(user: User): Promise<ReportMessage[]> {
  const response = await actions.read(user, '/users/me/report-messages').expect(200);
  return (response.body as { content: ReportMessage[] }).content;
}

async function readDetails(): Promise<ReportDetails> {
  return (await actions.read(moderator, `/admin/reports/${reportId}`).expect(200))
    .body as ReportDetails;
}

async function readNotifications(user: User): Promise<Notification[]> {
  const response = await actions.read(user, '/notifications').expect(200);
  return (response.body as { content: Notification[] }).content;
}

describe('a message to the reporter', () => {
  it('arrives as an email and one notification, without the name of the moderator', async () => {
    await message('Thank you').expect(201);
    await message('We have warned them').expect(201);
    const messages = await readMessages(reporter);
    expect(messages).toMatchObject([
      { text: 'We have warned them', report: { targetType: 'user', reason: 'spam' } },
      { text: 'Thank you' },
    ]);
    expect(JSON.stringify(messages)).not.toContain(moderator.name);
    expect(await readNotifications(reporter)).toMatchObject([
      { type: 'report_message', actors: [], isRead: false },
    ]);
    await vi.waitFor(async () => {
      const directory = path.join(api.dataDirectory, 'outbox');
      const emails = await Promise.all(
        (await readdir(directory)).map((name) => readFile(path.join(directory, name), 'utf8')),
      );
      const text = emails.filter((each) => each.includes(`To: ${reporter.email}`)).join();
      expect(text).toContain('We have warned them');
      expect(text).not.toContain(moderator.name);
    });
    expect(await readMessages(reported)).toEqual([]);
    expect(await readNotifications(reported)).toEqual([]);
  });

  it('is part of the details and the history of the report, also after the decision', async () => {
    await actions.post(moderator, `/admin/reports/${reportId}/dismiss`).expect(200);
    await message('It is within the rules').expect(201);
    expect(await readDetails()).toMatchObject({
      messages: [{ text: 'It is within the rules', moderator: { id: moderator.id } }],
      reporterStatus: 'active',
      events: [{ action: 'message_reporter' }, { action: 'dismiss' }],
    });
    const entry = await api.database.auditEntry.findFirstOrThrow({
      where: { action: 'message_reporter', targetId: reportId },
    });
    expect(entry).toMatchObject({ actorId: moderator.id, details: {} });
  });

  it('goes to the reporter of this report only', async () => {
    const other = await createUser(api);
    const otherReport = await report(other, reported.id);
    await message('Only for you', otherReport).expect(201);
    expect(await readMessages(reporter)).toEqual([]);
    expect(await readMessages(other)).toHaveLength(1);
  });

  it('is sent once by repeated requests', async () => {
    const key = newId();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await message('Once').set('Idempotency-Key', key).expect(201);
    }
    expect(await readMessages(reporter)).toHaveLength(1);
  });

  it('is rejected after five about a report, also at the same time', async () => {
    const responses = await Promise.all(
      Array.from({ length: 7 }, (_, number) => message(`Number ${number}`)),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(5);
    const rejected = responses.find(({ status }) => status !== 201);
    if (rejected === undefined) throw new Error('Nothing was rejected.');
    expectError(rejected, 'conflict');
    expect(await readMessages(reporter)).toHaveLength(5);
  });

  it('is rejected if the reporter has deleted the account', async () => {
    const body = { password: reporter.password };
    await api.request.delete('/api/users/me').set(reporter.auth).send(body).expect(200);
    const response = await message('Too late');
    expectError(response, 'conflict');
    expect(response.body).toMatchObject({ message: 'The reporter has deleted their account.' });
    expect((await readDetails()).reporterStatus).toBe('deleted');
  });

  it('is rejected for a report of the moderator or of the automatic protection', async () => {
    const own = await report(moderator, reported.id);
    expectError(await message('Dear me', own), 'conflict');
    const id = newId();
    const target = { targetType: 'user', targetId: reported.id, reason: 'spam' } as const;
    await api.database.report.create({ data: { id, ...target, automaticRule: 'many_reports' } });
    expectError(await message('Dear machine', id), 'conflict');
  });

  it.each([
    ['no text', ' '],
    ['a long text', 'x'.repeat(1001)],
  ])('is rejected with %s', async (_what, text) => {
    expectError(await message(text), 'validation_failed');
  });

  it('is hidden like the report from moderators who may not read it', async () => {
    await api.database.user.update({ where: { id: reported.id }, data: { role: 'admin' } });
    expectError(await message('Hello'), 'not_found');
    expectError(await message('Hello', newId()), 'not_found');
    expectError(await message('Hello', reportId, reporter), 'forbidden');
  });

  it('is not listed in apps, which do not know it', async () => {
    await message('Thank you').expect(201);
    const { auth } = await signInWithApp(api, reporter);
    const listed = await api.request.get('/api/v1/notifications').set(auth).expect(200);
    expect(listed.body).toEqual([]);
  });
});
