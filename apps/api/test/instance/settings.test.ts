import type { SavedRules, SavedSettings, SiteSettings } from '@skein/contracts/instance';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { startBackgroundJobs } from '../../src/server/jobs/background-jobs.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createAdministrator, createUser, administratorEmail } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';

let api: TestApi;
let other: TestApi;
let admin: User;
let stopJobs: () => Promise<void>;

beforeAll(async () => {
  const adminEmails = [administratorEmail];
  // One administrator sends more requests than allowed.
  api = await startTestApi({ limits: 'off', settings: { adminEmails, fixedSettings: {} } });
  other = await startTestApi({
    limits: 'off',
    databaseUrl: api.databaseUrl,
    settings: { adminEmails, fixedSettings: { name: 'Fixed name' } },
  });
  admin = await createAdministrator(api);
  stopJobs = startBackgroundJobs(other.services, api.databaseUrl);
});

afterAll(async () => {
  await stopJobs();
  await other.close();
  await api.close();
});

const read = async (server = api): Promise<SavedSettings> => {
  const response = await server.request.get('/api/admin/settings').set(admin.auth).expect(200);
  return response.body as SavedSettings;
};
const put = (body: object, server = api) =>
  server.request.put('/api/admin/settings').set(admin.auth).send(body);
const change = async (changes: Partial<SiteSettings>): Promise<SavedSettings> => {
  const { version, settings } = await read();
  const response = await put({ version, settings: { ...settings, ...changes } }).expect(200);
  return response.body as SavedSettings;
};

it('offers the setup of a new instance until an administrator finishes or skips it', async () => {
  const { siteSettings } = api.services;
  await siteSettings.load();
  expect(siteSettings.needsSetup()).toBe(true);
  const member = await createUser(api);
  expectError(await api.request.put('/api/admin/setup').set(member.auth), 'forbidden');
  expectError(await api.request.put('/api/admin/setup'), 'unauthenticated');
  const finish = () => api.request.put('/api/admin/setup').set(admin.auth).expect(200);
  await Promise.allSettled([finish(), finish()]);
  await finish();
  expect(siteSettings.needsSetup()).toBe(false);
  expect(await read()).toMatchObject({ version: 0 });
  await api.database.auditEntry.deleteMany();
});

describe('the settings of the instance', () => {
  it('have defaults, are saved and recorded in the audit log', async () => {
    expect(await read()).toMatchObject({
      version: 0,
      fixed: [],
      settings: { name: 'Skein', registrationMode: 'open', showsTrends: true },
    });
    const saved = await change({ name: 'Sailing  club', contactEmail: 'mail@club.example' });
    expect(saved).toMatchObject({ version: 1, settings: { name: 'Sailing club' } });
    expect(await read()).toEqual(saved);
    expect(await api.database.auditEntry.findMany({ where: { actorId: admin.id } })).toMatchObject([
      { action: 'change_settings', targetType: null },
    ]);
  });

  it('are recorded with the fields that have changed', async () => {
    await change({ description: 'Every Monday', postsPerDay: 900 });
    const entry = await api.database.auditEntry.findFirst({
      where: { action: 'change_settings' },
      orderBy: { id: 'desc' },
    });
    expect(entry?.details).toEqual({ description: 'Every Monday', postsPerDay: 900 });
  });

  it('are not changed with an outdated version, also not by one of two concurrent changes', async () => {
    const { version, settings } = await read();
    const changes = ['One', 'Two'].map((name) => put({ version, settings: { ...settings, name } }));
    const responses = await Promise.all(changes);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expectError(await put({ version, settings }), 'conflict');
  });

  it.each([
    ['name', ''],
    ['name', 'x'.repeat(61)],
    ['description', 'x'.repeat(501)],
    ['contactEmail', 'nobody'],
    ['registrationMode', 'maybe'],
    ['showsTrends', 'perhaps'],
    ['name', '\u0000'],
    ['accentColor', 'red'],
    ['accentColor', 'url(https://example.org)'],
    ['accentColor', '#ffd24a'],
    ['accentColorDark', '#7a2a10'],
    ['defaultTheme', 'sepia'],
    ['defaultLanguage', 'xx'],
  ])('reject the %s %j', async (field, value) => {
    const { version, settings } = await read();
    const response = await put({ version, settings: { ...settings, [field]: value } });
    expectError(response, 'validation_failed');
    expect(response.body).toMatchObject({ errors: [{ path: `settings.${field}` }] });
    expectError(await put({ version: -1, settings }), 'validation_failed');
  });

  it('apply on another server within two seconds, except those that its environment sets', async () => {
    await change({ name: 'Chess club', description: 'Every Tuesday' });
    await vi.waitFor(
      async () => {
        expect(await read(other)).toMatchObject({
          settings: { name: 'Fixed name', description: 'Every Tuesday' },
          fixed: [{ field: 'name', variable: 'INSTANCE_NAME' }],
        });
      },
      { timeout: 2000, interval: 20 },
    );
    const { version, settings } = await read(other);
    const changed = { ...settings, name: 'Another', description: 'Every day' };
    const saved = await put({ version, settings: changed }, other).expect(200);
    expect(saved.body).toMatchObject({
      settings: { name: 'Fixed name', description: 'Every day' },
    });
    await api.services.siteSettings.load();
    expect(await read()).toMatchObject({ settings: { name: 'Chess club' } });
  });

  it('keep the fields that a change does not contain', async () => {
    const { version } = await change({ accentColor: '#14744A', hasPush: false });
    const response = await put({ version, settings: { name: 'Rowing club' } }).expect(200);
    expect(response.body).toMatchObject({
      settings: { name: 'Rowing club', accentColor: '#14744a', hasPush: false },
    });
    const push = await api.request
      .post('/api/notifications/push-subscriptions')
      .set(admin.auth)
      .send({
        endpoint: 'https://push.example/1',
        keys: { p256dh: 'AA', auth: 'AA' },
      });
    expectError(push, 'forbidden');
  });

  it('are shown to apps and to other software', async () => {
    const contactEmail = 'chess@club.example';
    await change({ name: 'Chess', description: 'Rooks', contactEmail });
    const instance = await api.request.get('/api/v2/instance').expect(200);
    expect(instance.body).toMatchObject({
      title: 'Chess',
      description: 'Rooks',
      contact: { email: contactEmail },
      registrations: { enabled: true },
    });
    const nodeInfo = await api.request.get('/nodeinfo/2.1').expect(200);
    expect(nodeInfo.body).toMatchObject({ metadata: { nodeName: 'Chess' } });
    const document = await api.request.get('/api/openapi.json').expect(200);
    expect(document.body).toMatchObject({ info: { title: 'Chess API' } });
  });

  it('use the default for a stored value that is not valid, but closed for the registration mode', async () => {
    const { version } = await change({ name: 'Before' });
    const content = { name: 7, showsTrends: null, registrationMode: 'members' };
    const row = { section: 'general', content, version };
    await api.services.siteSettings.load();
    await api.database.instanceSetting.update({ where: { section: 'general' }, data: row });
    await api.services.siteSettings.load();
    expect(await read()).toMatchObject({
      settings: { name: 'Skein', showsTrends: true, registrationMode: 'closed' },
    });
  });

  it('apply within a minute on a server that could not read the changed ones', async () => {
    await change({ name: 'Before' });
    const { siteSettings } = api.services;
    const load = vi.spyOn(siteSettings, 'load');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const stop = startBackgroundJobs(api.services, api.databaseUrl);
    try {
      // At the start, and when notifications are received.
      await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2));
      await vi.waitFor(() =>
        expect(load.mock.settledResults.map(({ type }) => type)).not.toContain('incomplete'),
      );
      load.mockRejectedValueOnce(new Error('Connection lost'));
      await api.database.instanceSetting.update({
        where: { section: 'general' },
        data: { content: { name: 'After' } },
      });
      await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(3));
      expect(siteSettings.current().name).toBe('Before');
      vi.advanceTimersByTime(60_000);
      await vi.waitFor(() => expect(siteSettings.current().name).toBe('After'));
    } finally {
      await stop();
      vi.useRealTimers();
      load.mockRestore();
    }
  });
});

describe('pages about the instance', () => {
  const save = (path: string, body: object) =>
    api.request.put(`/api/admin${path}`).set(admin.auth).send(body);
  const get = async (path: string) =>
    (await api.request.get(`/api${path}`).expect(200)).body as unknown;

  it('are written by administrators and read by everyone, also by apps', async () => {
    expect(await get('/instance/pages/about')).toEqual({ text: null, updatedAt: null });
    expectError(await api.request.get('/api/instance/pages/other'), 'not_found');
    for (const page of ['about', 'privacy', 'terms']) {
      const text = `# ${page}\n\nWe *play* <script>[go](javascript:alert(1)) [on](https://a.example) <kbd> <svg/onload=x>`;
      await save(`/pages/${page}`, { version: 0, text }).expect(200);
      expect(await get(`/instance/pages/${page}`)).toMatchObject({ text });
      expectError(await save(`/pages/${page}`, { version: 0, text: 'Late' }), 'conflict');
    }
    expect(await get('/instance/terms')).toMatchObject({ text: expect.any(String) as string });
    for (const name of ['extended_description', 'privacy_policy', 'terms_of_service']) {
      const { content } = (await get(`/v1/instance/${name}`)) as { content: string };
      expect(content).toMatch(
        /^<h1>\w+<\/h1>\n<p>We <em>play<\/em> &lt;script&gt;\[go\]\(javascript/,
      );
      expect(content).toContain(
        '<a href="https://a.example" target="_blank" rel="nofollow noopener">',
      );
      expect(content).not.toMatch(/<(?:kbd|svg)/);
    }
    const long = 'x'.repeat(20_001);
    expectError(await save('/pages/about', { version: 1, text: long }), 'validation_failed');
    const nested = '>'.repeat(20_000);
    await save('/pages/privacy', { version: 1, text: nested }).expect(200);
    expect(await get('/v1/instance/privacy_policy')).toBeTruthy();
    expectError(await save('/pages/other', { version: 0, text: 'x' }), 'not_found');
    await save('/pages/about', { version: 1, text: '' }).expect(200);
    expect(await get('/instance/pages/about')).toEqual({ text: null, updatedAt: null });
  });

  it('have numbered rules', async () => {
    const rules = ['Be kind', 'No spam'].map((title) => ({ title, description: '' }));
    const saved = await save('/rules', { version: 0, rules }).expect(200);
    const [kind, spam] = (saved.body as SavedRules).rules;
    expect(await get('/instance/rules')).toEqual([kind, spam]);
    expect(await get('/v1/instance/rules')).toEqual([
      { id: kind?.id, text: 'Be kind', hint: '', translations: {} },
      { id: spam?.id, text: 'No spam', hint: '', translations: {} },
    ]);
    const changed = [{ ...spam, title: 'No ads' }, spam, { ...kind, id: newId() }];
    const moved = await save('/rules', { version: 1, rules: changed }).expect(200);
    const ids = (moved.body as SavedRules).rules.map(({ id }) => id);
    expect(ids[0]).toBe(spam?.id);
    expect(new Set([...ids, kind?.id]).size).toBe(4);
    expectError(await save('/rules', { version: 0, rules: [] }), 'conflict');
    for (const invalid of [
      [{ title: ' ', description: '' }],
      Array.from({ length: 31 }, () => rules[0]),
    ]) {
      expectError(await save('/rules', { version: 2, rules: invalid }), 'validation_failed');
    }
  });

  it('name the public administrators', async () => {
    expect(await get('/instance')).toMatchObject({
      users: 2,
      administrators: [{ username: admin.username }],
    });
  });
});

it('trends are empty while they are turned off', async () => {
  await change({ showsTrends: false });
  const tags = await api.request.get('/api/hashtags/trending').set(admin.auth).expect(200);
  expect(tags.body).toEqual([]);
  const threads = await api.request.get('/api/threads/trending').set(admin.auth).expect(200);
  expect(threads.body).toMatchObject({ content: [], last: true });
});

it('nobody can register while registration is closed', async () => {
  const saved = await change({ registrationMode: 'closed', registrationMessage: 'Ask Ada' });
  const body = {
    firstName: 'Ada',
    lastName: 'Weaver',
    email: 'ada@example.org',
    password: 'analytical engine',
    confirmPassword: 'analytical engine',
  };
  const register = () => api.request.post('/api/auth/register').send(body);
  expectError(await register(), 'forbidden');
  const instance = await api.request.get('/api/v2/instance').expect(200);
  expect(instance.body).toMatchObject({
    registrations: { enabled: false, message: expect.stringContaining('Ask Ada') as string },
  });
  const { version, settings } = saved;
  await put({ version, settings: { ...settings, registrationMode: 'open' } }).expect(200);
  expect((await register()).status).toBe(201);
});

describe('the time for which the audit log is kept', () => {
  it('is shortened by owners only', async () => {
    const administrator = await createUser(api);
    const where = { id: administrator.id };
    await api.database.user.update({ where, data: { role: 'admin' } });
    const putDays = async (auditLogDays: number, { auth } = administrator) => {
      const { version, settings } = await read();
      const body = { version, settings: { ...settings, auditLogDays } };
      return api.request.put('/api/admin/settings').set(auth).send(body);
    };
    expectError(await putDays(90), 'forbidden');
    expect(await read()).toMatchObject({ settings: { auditLogDays: 0 } });
    expect((await putDays(90, admin)).status).toBe(200);
    expectError(await putDays(89), 'forbidden');
    // The same and longer ones.
    for (const days of [90, 120, 0]) expect((await putDays(days)).status).toBe(200);
    expectError(await putDays(29, admin), 'validation_failed');
  });
});
