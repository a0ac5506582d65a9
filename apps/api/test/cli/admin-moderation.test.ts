import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/platform/clock.ts';
import { newId } from '../../src/platform/ids.ts';
import { OperationError } from '../../src/server/cli/operation-error.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { publish } from '../support/factories/publish.ts';
import { createUser } from '../support/factories/users.ts';
import { listActionsOn, runAdminOn } from './run-admin-on.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({ settings: { clock: systemClock } });
});
afterAll(() => api.close());

const run = (...args: string[]) => runAdminOn(api, args);

const listActions = (targetId: string | null) => listActionsOn(api, targetId);

test('message-reporter writes to the reporter of a report', async () => {
  const [reporter, reported] = [await createUser(api), await createUser(api)];
  const id = newId();
  const target = { targetType: 'user', targetId: reported.id, reason: 'spam' } as const;
  await api.database.report.create({ data: { id, reporterId: reporter.id, ...target } });
  await expect(run('message-reporter', id, ' ')).rejects.toThrow(OperationError);
  await expect(run('message-reporter', newId(), 'Hello')).rejects.toThrow(
    "This report doesn't exist.",
  );
  expect(await run('message-reporter', id, 'Thank you')).toEqual(['The message has been sent.']);
  const messages = await api.database.reportMessage.findMany({ where: { reportId: id } });
  expect(messages).toMatchObject([
    { recipientId: reporter.id, moderatorId: null, text: 'Thank you' },
  ]);
  expect((await listActions(id)).map(({ action }) => action)).toEqual(['message_reporter']);
});

test('canned responses are created, changed, moved and deleted', async () => {
  expect(await run('responses')).toEqual(['There are no canned responses.']);
  await expect(run('create-response', ' ', 'Text')).rejects.toThrow(OperationError);
  await run('create-response', 'Thanks', 'Thank you.');
  await run('create-response', 'Spam', 'Please do not advertise.');
  const [first = '', second = ''] = await run('responses');
  const [id = ''] = second.split(' ');
  await run('change-response', id, '--title', 'Ads', '--position', '1');
  expect(await run('responses')).toEqual([`${id}  Ads  Please do not advertise.`, first]);
  await expect(run('change-response', id, '--position', '3')).rejects.toThrow(OperationError);
  await expect(run('delete-response', newId())).rejects.toThrow(OperationError);
  await run('delete-response', id);
  expect(await run('responses')).toEqual([first]);
  const actions = (await listActions(null)).map(({ action }) => action);
  expect(actions.filter((action) => action.endsWith('_canned_response'))).toHaveLength(4);
});

test('find-accounts searches by address and text, and bulk acts on several users', async () => {
  const [ada, ben] = [await createUser(api), await createUser(api)];
  for (const { id: userId } of [ada, ben]) {
    await api.database.registrationAddress.create({ data: { userId, address: '203.0.113.7' } });
  }
  const text = 'Buy cheap bridges at our shop today';
  await publish(api, ada, { fields: { content: text } });
  const found = await run('find-accounts', '--address', '203.0.113.0/24');
  expect(found.map((line) => line.split(' ')[0])).toEqual([ben.username, ada.username]);
  const [withText] = await run('find-accounts', '--text', text);
  expect(withText).toMatch(new RegExp(`^${ada.username} .*203\\.0\\.113\\.7$`));
  await expect(run('find-accounts', '--address', 'here')).rejects.toThrow(OperationError);
  await expect(run('bulk', 'dance', ada.username)).rejects.toThrow(OperationError);
  const names = `${ada.username}, nobody, ${ben.username}`;
  expect(await run('bulk', 'suspend', names, '--reason', 'Spam')).toEqual([
    `${ada.username}  done`,
    'nobody  unknown',
    `${ben.username}  done`,
  ]);
  await run('bulk', 'lift', `${ada.username},${ben.username}`);
  const suspended = { id: { in: [ada.id, ben.id] }, suspendedAt: { not: null } };
  expect(await api.database.user.count({ where: suspended })).toBe(0);
});
