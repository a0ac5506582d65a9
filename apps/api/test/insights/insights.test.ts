import type { DayInsights } from '@skein/contracts/moderation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { insertThread } from '../support/factories/threads.ts';
import { administratorEmail, createAdministrator, createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';
import { createUserActions } from '../support/http/user-actions.ts';

const dayMs = 24 * 60 * 60 * 1000;

let api: TestApi;
let actions: ReturnType<typeof createUserActions>;
let admin: User;

beforeAll(async () => {
  api = await startTestApi({ settings: { adminEmails: [administratorEmail] } });
  actions = createUserActions(api);
  admin = await createAdministrator(api);
});
afterAll(() => api.close());

async function readDays(period = '7'): Promise<DayInsights[]> {
  const response = await actions.read(admin, `/admin/insights?days=${period}`).expect(200);
  return (response.body as { days: DayInsights[] }).days;
}

/** Adds the days up, because midnight may pass during the test. */
const total = (days: readonly DayInsights[], name: 'joinedUsers' | 'leftUsers' | 'threads') =>
  days.reduce((sum, day) => sum + day[name], 0);

test('a day contains what was created, who left and how fast responses were', async () => {
  const author = await createUser(api);
  const leaving = await createUser(api);
  const parentId = await insertThread(api.database, author.id);
  await insertThread(api.database, author.id, { parentId });
  await actions.remove(leaving, '/users/me').send({ password: leaving.password }).expect(200);
  await api.services.insights.countDays();
  await api.services.insights.saveResponseTimes();
  const days = await readDays();
  expect(days).toHaveLength(7);
  const today = days.at(-1);
  expect(today).toMatchObject({ messages: 0, reports: 0, mediaBytes: 0 });
  expect(total(days, 'joinedUsers')).toBe(2);
  expect(total(days, 'leftUsers')).toBe(1);
  expect(total(days, 'threads')).toBe(1);
  expect(days.some(({ replies }) => replies === 1)).toBe(true);
  expect(days.some(({ activeUsers }) => (activeUsers ?? 0) >= 2)).toBe(true);
  expect(days.some(({ requests, p95Ms }) => requests > 0 && p95Ms !== null)).toBe(true);
});

test('deleting content later does not change the numbers of its day', async () => {
  const author = await createUser(api);
  const id = await insertThread(api.database, author.id);
  await api.services.insights.countDays();
  const before = await readDays();
  await actions.remove(author, `/threads/${id}`).expect(200);
  await api.services.insights.countDays();
  expect(total(await readDays(), 'threads')).toBe(total(before, 'threads'));
});

test('users join when their registration is approved, and never if it is rejected', async () => {
  await api.services.insights.countDays();
  const before = await readDays();
  for (const decision of ['reject', 'approve']) {
    const applicant = await createUser(api);
    const pendingRegistration = { create: { reason: 'Chess', locale: 'en' } };
    await api.database.user.update({
      where: { id: applicant.id },
      data: { suspendedAt: new Date(), pendingRegistration },
    });
    await actions.post(admin, `/admin/registrations/${applicant.id}/${decision}`).expect(200);
  }
  await api.services.insights.countDays();
  const after = await readDays();
  expect(total(after, 'joinedUsers')).toBe(total(before, 'joinedUsers') + 1);
  expect(total(after, 'leftUsers')).toBe(total(before, 'leftUsers'));
});

test('days that ended while no server ran are counted afterwards, once', async () => {
  await api.services.insights.countDays();
  const before = await readDays();
  api.clock.advance(3 * dayMs);
  await api.services.insights.countDays();
  const counted = await api.database.dailyStats.findMany({ orderBy: { day: 'asc' } });
  expect(counted.every(({ countedAt }) => countedAt !== null)).toBe(true);
  const after = await readDays();
  // Active users and sizes of the past are unknown.
  expect(after.at(-2)).toMatchObject({ joinedUsers: 0, activeUsers: null, mediaBytes: null });
  expect(total(after, 'joinedUsers')).toBe(total(before, 'joinedUsers'));
  api.clock.advance(60_000);
  await api.services.insights.countDays();
  const recounted = await api.database.dailyStats.findMany({ orderBy: { day: 'asc' } });
  const changed = recounted.filter(
    (day, index) => day.countedAt?.getTime() !== counted[index]?.countedAt?.getTime(),
  );
  expect(changed).toHaveLength(1);
});

test('response times that could not be saved are saved later', async () => {
  await api.services.insights.saveResponseTimes();
  const before = await readDays('90');
  await api.database.$executeRaw`ALTER TABLE daily_response_times RENAME TO hidden`;
  await expect(api.services.insights.saveResponseTimes()).rejects.toThrow('daily_response_times');
  await api.database.$executeRaw`ALTER TABLE hidden RENAME TO daily_response_times`;
  await api.services.insights.saveResponseTimes();
  const sum = (days: readonly DayInsights[]) =>
    days.reduce((requests, day) => requests + day.requests, 0);
  expect(sum(await readDays('90'))).toBeGreaterThan(sum(before));
});

test('members and unknown periods are rejected', async () => {
  const member = await createUser(api);
  expectError(await actions.read(member, '/admin/insights'), 'forbidden');
  expectError(await actions.read(admin, '/admin/insights?days=8'), 'validation_failed');
});
