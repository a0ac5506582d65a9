import type { AdminAnnouncement } from '@skein/contracts/instance';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startBackgroundJobs } from '../../src/server/jobs/background-jobs.ts';
import { newId } from '../../src/platform/ids.ts';
import { listen } from '../realtime/support.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { administratorEmail, createAdministrator, createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';

let api: TestApi;
let stopJobs: () => Promise<void>;
let admin: User;
let ben: User;

beforeAll(async () => {
  api = await startTestApi({ settings: { adminEmails: [administratorEmail] } });
  admin = await createAdministrator(api);
  ben = await createUser(api);
  stopJobs = startBackgroundJobs(api.services, api.databaseUrl);
});
beforeEach(async () => {
  await api.database.announcement.deleteMany();
  await api.services.announcements.load();
});
afterAll(async () => {
  await stopJobs();
  await api.close();
});

async function announce(input: object): Promise<AdminAnnouncement> {
  const response = await api.request
    .post('/api/admin/announcements')
    .set(admin.auth)
    .send(input)
    .expect(201);
  return response.body as AdminAnnouncement;
}

async function listShown(user: User, language = 'en'): Promise<string[]> {
  const response = await api.request
    .get('/api/threads')
    .set(user.auth)
    .set('Accept-Language', language)
    .expect(200);
  const { announcements = [] } = response.body as { announcements?: { text: string }[] };
  return announcements.map(({ text }) => text);
}

it('shows an announcement to each user until they dismiss it', async () => {
  const { id } = await announce({ text: 'The server moves on Friday.' });
  expect(await listShown(ben)).toEqual(['The server moves on Friday.']);
  const dismiss = () => api.request.put(`/api/announcements/${id}/dismissal`).set(ben.auth);
  await dismiss().expect(200);
  await dismiss().expect(200);
  expect(await listShown(ben)).toEqual([]);
  expect(await listShown(admin)).toEqual(['The server moves on Friday.']);
  const list = await api.request.get('/api/admin/announcements').set(admin.auth).expect(200);
  expect(list.body).toMatchObject([{ id, dismissals: 1, status: 'current' }]);
});

it('shows an announcement between its start and end, in its language', async () => {
  const hour = 60 * 60 * 1000;
  const at = (ms: number) => new Date(api.services.settings.clock.now().getTime() + ms);
  await announce({ text: 'later', startsAt: at(hour).toISOString() });
  await announce({ text: 'over', startsAt: at(-2 * hour), endsAt: at(-hour) });
  await announce({ text: 'Hallo', language: 'de' });
  expect(await listShown(ben)).toEqual([]);
  expect(await listShown(ben, 'de')).toEqual(['Hallo']);
});

it('changes an announcement, which stays dismissed, and ends it on deletion', async () => {
  const { id } = await announce({ text: 'Friday', startsAt: '2026-01-01T00:00:00Z' });
  await announce({ text: 'Other' });
  await api.request.put(`/api/announcements/${id}/dismissal`).set(ben.auth).expect(200);
  const path = `/api/admin/announcements/${id}`;
  const change = (body: object) => api.request.put(path).set(admin.auth).send(body);
  const changed = await change({ text: 'Saturday', language: 'en' }).expect(200);
  const expected = { text: 'Saturday', startsAt: '2026-01-01T00:00:00.000Z', dismissals: 1 };
  expect(changed.body).toMatchObject({ id, language: 'en', endsAt: null, ...expected });
  await change({ text: 'Saturday', endsAt: '2025-01-01T00:00:00Z' }).expect(400);
  expect(await listShown(ben)).toEqual(['Other']);
  expect(await listShown(admin)).toEqual(['Other', 'Saturday']);
  await api.request.delete(path).set(admin.auth).expect(200);
  await change({ text: 'Again' }).expect(404);
  expect(await listShown(admin)).toEqual(['Other']);
  const entries = await api.database.auditEntry.findMany({
    where: { action: { endsWith: '_announcement' }, details: { equals: { text: 'Saturday' } } },
    orderBy: { id: 'asc' },
  });
  const actor = { actorId: admin.id };
  expect(entries).toMatchObject([
    { action: 'change_announcement', ...actor },
    { action: 'delete_announcement', ...actor },
  ]);
});

it('shows announcements of another server or of the command line without a restart', async () => {
  const now = api.services.settings.clock.now();
  const data = { id: newId(), text: 'By SQL', startsAt: now, createdAt: now };
  await api.database.announcement.create({ data });
  const options = { timeout: 2000, interval: 20 };
  await vi.waitFor(async () => expect(await listShown(ben)).toEqual(['By SQL']), options);
});

it('makes the other devices of a user read the feed again after a dismissal', async () => {
  const { id } = await announce({ text: 'Hello' });
  const stream = await listen(api, ben);
  await api.request.put(`/api/announcements/${id}/dismissal`).set(ben.auth).expect(200);
  await stream.until('feed');
});

it('lists and dismisses announcements for apps', async () => {
  const { id } = await announce({ text: 'See https://example.org #now' });
  const list = (query = '') =>
    api.request.get(`/api/v1/announcements${query}`).set(ben.auth).expect(200);
  expect((await list()).body).toMatchObject([
    { id, read: false, ends_at: null, all_day: false, reactions: [] },
  ]);
  const [{ content } = { content: '' }] = (await list()).body as { content: string }[];
  expect(content).toContain('<a href="https://example.org');
  const dismiss = () => api.request.post(`/api/v1/announcements/${id}/dismiss`).set(ben.auth);
  await dismiss().expect(200, {});
  expect((await list()).body).toEqual([]);
  expect((await list('?with_dismissed=true')).body).toMatchObject([{ id, read: true }]);
});

it('rejects users without permission, empty texts, reversed times and unknown ids', async () => {
  const create = (user: User, body: object) =>
    api.request.post('/api/admin/announcements').set(user.auth).send(body);
  await create(ben, { text: 'Hello' }).expect(403);
  await create(admin, { text: ' ' }).expect(400);
  const times = { startsAt: '2026-01-02T00:00:00Z', endsAt: '2026-01-01T00:00:00Z' };
  await create(admin, { text: 'Hello', ...times }).expect(400);
  await api.request.put(`/api/announcements/${ben.id}/dismissal`).set(ben.auth).expect(404);
  await api.request.delete(`/api/admin/announcements/${ben.id}`).set(admin.auth).expect(404);
});
