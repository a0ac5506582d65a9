import { authResponseSchema } from '@skein/contracts/auth';
import { listConversations } from '@skein/contracts/chat';
import {
  getInsights,
  getReportDetails,
  listAppeals,
  listAuditEntries,
  listRegistrations,
  listReports,
} from '@skein/contracts/moderation';
import { listFeed } from '@skein/contracts/threads';
import { cloneDatabase, findCounterDrift, type TestDatabase } from '@skein/db/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { DemoSeedError, seedDemo, type DemoLogins } from '../../src/demo/index.ts';
import { startTestApi, type TestApi } from '../support/api.ts';

let database: TestDatabase;
let api: TestApi;
let login: DemoLogins['user'];
let owner: DemoLogins['owner'];

function seed(): Promise<DemoLogins> {
  return seedDemo({
    database: api.database,
    media: api.services.media,
    bcryptCost: 4,
    now: new Date(),
    onStart: () => undefined,
  });
}

beforeAll(async () => {
  database = await cloneDatabase(inject('templateUrl'));
  api = await startTestApi({ databaseUrl: database.url });
  ({ user: login, owner } = await seed());
}, 120_000);

afterAll(async () => {
  await api.close();
  await database.drop();
});

describe('the demo data', () => {
  it('has correct counters', async () => {
    expect(await findCounterDrift(database.url)).toEqual([]);
  });

  it('has statistics for the planner from the start', async () => {
    const tables = await api.database.$queryRaw<{ rows: number }[]>`
      SELECT reltuples::int AS rows FROM pg_class
      WHERE oid IN ('users'::regclass, 'threads'::regclass, 'feed_entries'::regclass)`;
    for (const { rows } of tables) expect(rows).toBeGreaterThan(10);
  });

  it('has a file for each image in the database', async () => {
    const media = await api.database.media.findMany({ select: { variants: true } });
    const usersWithPicture = await api.database.user.count({
      where: { pictureKey: { not: null } },
    });
    const usersWithBanner = await api.database.user.count({ where: { bannerKey: { not: null } } });
    const linkImages = await api.database.linkCard.count({ where: { imageKey: { not: null } } });
    const variants = media.flatMap((row) => row.variants);
    expect(media.length).toBeGreaterThan(50);
    expect(usersWithBanner).toBeGreaterThan(5);
    expect(await api.listFiles()).toHaveLength(
      media.length + variants.length + (usersWithPicture + usersWithBanner) * 3 + linkImages,
    );
  });

  it('lets the demo user sign in and shows a feed and conversations', async () => {
    const signedIn = await api.request.post('/api/auth/login').send(login);
    expect(signedIn.status).toBe(200);
    const { token } = authResponseSchema.parse(signedIn.body);
    const feed = await api.request
      .get('/api/threads?feed=following&size=30')
      .set('Authorization', `Bearer ${token}`);
    const { content } = listFeed.response.parse(feed.body);
    expect(content).toHaveLength(30);
    await api.services.siteSettings.load();
    expect(api.services.instance.pages.listRules()).toHaveLength(5);
    expect(api.services.instance.pages.find('about').text).toContain('**demo**');
    expect(content.some(({ media }) => media.length > 0)).toBe(true);
    const languages = await api.database.thread.groupBy({
      by: ['language'],
      orderBy: { language: 'asc' },
    });
    expect(languages.map(({ language }) => language)).toEqual([
      'de',
      'en',
      'es',
      'fr',
      'it',
      'ja',
      'ko',
    ]);
    const chats = await api.request
      .get('/api/chat/conversations')
      .set('Authorization', `Bearer ${token}`);
    const conversations = listConversations.response.parse(chats.body);
    expect(conversations.length).toBeGreaterThan(2);
    expect(conversations.some(({ unreadCount }) => unreadCount > 0)).toBe(true);
  });

  it('shows the owner reports, strikes, an appeal, a registration and insights', async () => {
    await api.services.siteSettings.load();
    const signedIn = await api.request.post('/api/auth/login').send(owner).expect(200);
    const { token } = authResponseSchema.parse(signedIn.body);
    const read = async (path: string) =>
      (await api.request.get(`/api${path}`).set('Authorization', `Bearer ${token}`).expect(200))
        .body as unknown;
    const reports = listReports.response.parse(await read('/admin/reports')).content;
    expect(reports).toHaveLength(3);
    expect(reports.map(({ automaticRule }) => automaticRule)).toContain('repeated_text');
    const assigned = reports.find(({ assignee }) => assignee);
    expect(assigned).toMatchObject({ targetType: 'thread', text: expect.any(String) as unknown });
    const details = await read(`/admin/reports/${assigned?.id ?? ''}`);
    expect(getReportDetails.response.parse(details).notes).toHaveLength(2);
    const decided = await read('/admin/reports?status=resolved');
    expect(listReports.response.parse(decided).content).toHaveLength(2);
    const appeals = listAppeals.response.parse(await read('/admin/appeals')).content;
    expect(appeals).toMatchObject([{ action: 'limit', moderator: { username: 'tunde' } }]);
    const registrations = await read('/admin/registrations');
    expect(listRegistrations.response.parse(registrations).content).toHaveLength(1);
    const { days } = getInsights.response.parse(await read('/admin/insights?days=30'));
    expect(days.filter(({ activeUsers, p95Ms }) => activeUsers && p95Ms)).toHaveLength(29);
    expect(await read('/admin/protection')).toMatchObject({
      rules: { excludedHashtags: ['casino', 'followback'] },
    });
    const audit = listAuditEntries.response.parse(await read('/admin/audit')).content;
    expect(audit.length).toBeGreaterThan(9);
    expect(audit.map(({ id }) => id)).toEqual(
      audit
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    );
  });

  it('keeps members, also the demo user, out of the administration', async () => {
    const signedIn = await api.request.post('/api/auth/login').send(login).expect(200);
    const { token } = authResponseSchema.parse(signedIn.body);
    await api.request.get('/api/admin/reports').set('Authorization', `Bearer ${token}`).expect(403);
  });

  it('is not created again, and the message contains the login', async () => {
    const before = await api.listFiles();
    const attempt = seed();
    await expect(attempt).rejects.toThrow(DemoSeedError);
    await expect(attempt).rejects.toThrow(`${login.email} with the password ${login.password}`);
    expect(await api.listFiles()).toHaveLength(before.length);
  });

  it('is not created in an instance with accounts of other users', async () => {
    await api.database.user.updateMany({
      where: { email: login.email },
      data: { email: 'ada@skein.example' },
    });
    await expect(seed()).rejects.toThrow('set DATA_DIR to an empty folder');
  });
});
