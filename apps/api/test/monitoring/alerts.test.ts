import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Mock } from 'vitest';
import { recordBackup } from '../../src/modules/monitoring/index.ts';
import type { EmailModule } from '../../src/platform/email/index.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { administratorEmail, createAdministrator, createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

let api: TestApi;
let admin: User;
let freeBytes: number;

beforeEach(async () => {
  freeBytes = 50;
  api = await startTestApi({
    settings: {
      adminEmails: [administratorEmail],
      backupMaxAgeDays: 2,
      readDisk: () => Promise.resolve({ freeBytes, totalBytes: 100 }),
    },
  });
  admin = await createAdministrator(api);
  // The email of the registration would end a series of failures.
  while ((await api.database.jobRun.count()) === 0) await sleep(10);
});

afterEach(() => api.close());

/** Excludes emails to new users, which are sent in the background. */
const getAlertEmails = (send: Mock<EmailModule['send']>) =>
  send.mock.calls.map(([email]) => email).filter(({ text }) => text.includes('/admin/usage'));

async function check() {
  const send = vi.spyOn(api.services.emailSender, 'send');
  await api.services.monitoring.checkAlerts();
  const emails = getAlertEmails(send);
  send.mockRestore();
  const response = await api.request.get('/api/admin/alerts').set(admin.auth).expect(200);
  const { alerts } = response.body as { alerts: { kind: string; job: string | null }[] };
  return { emails, alerts: alerts.map(({ kind, job }) => job ?? kind) };
}

async function run(name: string, error: string | null) {
  api.services.runs.record({ name, durationMs: 5, error });
  await api.services.runs.flush();
}

it('nothing is reported while all is well', async () => {
  await run('sweep-media', null);
  expect(await check()).toEqual({ emails: [], alerts: [] });
});

it('a full disk is reported once when it begins, and when it ends', async () => {
  const other = await createUser(api);
  await api.database.user.update({ where: { id: other.id }, data: { role: 'admin' } });
  await createUser(api);
  freeBytes = 9;
  const begun = await check();
  expect(begun.alerts).toEqual(['disk']);
  expect(begun.emails.map(({ to }) => to).toSorted()).toEqual(
    [administratorEmail, other.email].toSorted(),
  );
  expect(begun.emails[0]?.text).toContain("Less than 10% of the server's disk is free.");
  expect(begun.emails[0]?.text).toContain('http://skein.test/admin/usage');
  api.clock.advance(minuteMs);
  expect(await check()).toEqual({ emails: [], alerts: ['disk'] });
  freeBytes = 11;
  const ended = await check();
  expect(ended.alerts).toEqual([]);
  expect(ended.emails[0]?.text).toContain('No longer: Less than 10%');
  expect(ended.emails).toHaveLength(2);
});

it('a disk that fills up repeatedly is reported once per day', async () => {
  const counts = [];
  for (const free of [9, 11, 9, 11]) {
    freeBytes = free;
    api.clock.advance(minuteMs);
    counts.push((await check()).emails.length);
  }
  expect(counts).toEqual([1, 1, 0, 0]);
  freeBytes = 9;
  expect((await check()).emails).toHaveLength(0);
  // Still full.
  api.clock.advance(dayMs);
  expect((await check()).emails).toHaveLength(1);
});

it('a job is reported after three failures in a row', async () => {
  for (const error of ['a', 'b', null, 'c', 'd']) await run('sweep-media', error);
  expect((await check()).alerts).toEqual([]);
  await run('sweep-media', 'the bucket is gone');
  const { alerts, emails } = await check();
  expect(alerts).toEqual(['sweep-media']);
  expect(emails[0]?.text).toContain('The background job sweep-media fails.');
  await run('sweep-media', null);
  expect((await check()).alerts).toEqual([]);
});

it('emails that fail are reported only in the app', async () => {
  for (let attempt = 0; attempt < 3; attempt += 1) api.services.runs.recordEmail('refused');
  await api.services.runs.flush();
  expect(await check()).toEqual({ emails: [], alerts: ['email'] });
  api.services.runs.recordEmail(null);
  await api.services.runs.flush();
  expect((await check()).alerts).toEqual([]);
});

it('a backup is reported when it is too old', async () => {
  api.clock.advance(dayMs);
  expect((await check()).alerts).toEqual([]);
  api.clock.advance(dayMs + minuteMs);
  expect((await check()).alerts).toEqual(['backup']);
  await recordBackup(api.database, 1000, api.clock.now());
  expect((await check()).alerts).toEqual([]);
});

it('two checks at the same time report an alert once', async () => {
  const send = vi.spyOn(api.services.emailSender, 'send');
  freeBytes = 9;
  await Promise.all([1, 2, 3].map(() => api.services.monitoring.checkAlerts()));
  expect(getAlertEmails(send)).toHaveLength(1);
});

it('only administrators read them', async () => {
  const user = await createUser(api);
  await api.database.user.update({ where: { id: user.id }, data: { role: 'moderator' } });
  for (const path of ['alerts', 'usage'])
    expectError(await api.request.get(`/api/admin/${path}`).set(user.auth), 'forbidden');
});
