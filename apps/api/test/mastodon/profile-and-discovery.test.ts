import { readFile } from 'node:fs/promises';
import { getAvatarColor, getInitials } from '@skein/contracts/avatar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sampleImage } from '../media/sample-images.ts';
import { signInWithApp } from '../oauth/support.ts';
import type { AppSession } from '../oauth/support.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { publish } from '../support/factories/publish.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { accountSchema, credentialAccountSchema, ownProfileSchema } from './account-schemas.ts';
import { reportSchema, statusSchema, tagSchema } from './schemas.ts';
import { signInWithMasto } from './support.ts';

const stylesFile = new URL('../../../web/src/styles/tokens.css', import.meta.url);

let api: TestApi;
let actions: ReturnType<typeof createUserActions>;
let ada: User;
let ben: User;
let app: AppSession;

beforeAll(async () => {
  const fixedSettings = { description: 'An instance for tests' };
  api = await startTestApi({ settings: { fixedSettings } });
  actions = createUserActions(api);
  [ada, ben] = [await createUser(api), await createUser(api)];
  app = await signInWithApp(api, ada);
});

afterAll(() => api.close());

const get = (path: string) => api.request.get(`/api/v1${path}`).set(app.auth);
const credentials = '/api/v1/accounts/update_credentials';

describe('the own profile', () => {
  it('is changed by JSON, a form and a multipart form with a picture', async () => {
    const patch = () => api.request.patch(credentials).set(app.auth);
    const website = 'https://ada.example';
    const fields = [
      { name: 'Website', value: website },
      { name: 'Location', value: 'London' },
      { name: 'Code', value: 'https://code.example' },
      { name: '', value: '' },
    ];
    const json = await patch().send({ display_name: 'Ada L.', fields_attributes: fields });
    expect(credentialAccountSchema.parse(json.body)).toMatchObject({
      display_name: 'Ada L.',
      fields: [
        {},
        {},
        { value: expect.stringContaining('<a href="https://code.example"') as unknown },
      ],
      source: {
        fields: [
          { name: 'Website', value: website },
          { name: 'Location', value: 'London' },
          { name: 'Code', value: 'https://code.example' },
        ],
      },
    });
    const form = await patch().type('form').send({
      note: 'Mathematician',
      locked: 'false',
      'fields_attributes[0][name]': 'Location',
      'fields_attributes[0][value]': 'Paris',
    });
    expect(credentialAccountSchema.parse(form.body)).toMatchObject({
      display_name: 'Ada L.',
      locked: false,
      source: { note: 'Mathematician', fields: [{ name: 'Location', value: 'Paris' }] },
    });
    const picture = await sampleImage().png().toBuffer();
    const multipart = await patch()
      .field('display_name', 'Ada')
      .field('fields_attributes[0][name]', 'Website')
      .field('fields_attributes[0][value]', website)
      .attach('avatar', picture, 'ada.png');
    expect(credentialAccountSchema.parse(multipart.body)).toMatchObject({
      display_name: 'Ada',
      source: { fields: [{ name: 'Website' }] },
    });
    expect(JSON.stringify(multipart.body)).toContain('/media/');
    const removed = await api.request.delete('/api/v1/profile/avatar').set(app.auth).expect(200);
    expect(JSON.stringify(removed.body)).not.toContain('/media/');
  });

  it('has a header, which apps change and remove', async () => {
    const image = await sampleImage().png().toBuffer();
    const patch = api.request.patch(credentials).set(app.auth).attach('header', image, 'a.png');
    const changed = credentialAccountSchema.parse((await patch.expect(200)).body);
    expect(changed.header).toMatch(/^http:\/\/skein\.test\/media\/[0-9a-f]{32}\/1500\.webp$/);
    expect(changed.header_static).toBe(changed.header);
    expect(changed.avatar).not.toContain('/media/');
    const seen = accountSchema.parse((await get(`/accounts/${ada.id}`).expect(200)).body);
    expect(seen.header).toBe(changed.header);
    const remove = api.request.delete('/api/v1/profile/header').set(app.auth);
    const removed = credentialAccountSchema.parse((await remove.expect(200)).body);
    expect(removed.header).toBe('http://skein.test/icons/header-missing.png');
    await api.request.get(new URL(changed.header).pathname).expect(404);
  });

  it('shows the initials of the web app as the picture of a user without one', async () => {
    const shownUser = await createUser(api);
    const account = accountSchema.parse((await get(`/accounts/${shownUser.id}`).expect(200)).body);
    const { pathname } = new URL(account.avatar);
    const svg = await api.request.get(pathname).set('Accept', 'image/avif,image/svg+xml,*/*');
    expect(svg.headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
    const drawing = (svg.body as Buffer).toString();
    expect(drawing).toContain(`>${getInitials(shownUser.name)}</text>`);
    const tokens = await readFile(stylesFile, 'utf8');
    const [, color = ''] = /fill="(#\w{6})"/.exec(drawing) ?? [];
    expect(tokens).toContain(`--color-avatar-${getAvatarColor(shownUser.name)}: ${color};`);
    const png = await api.request.get(pathname).set('Accept', '*/*').expect(200);
    expect(png.headers['content-type']).toBe('image/png');
    await api.request.get('/avatars/10/A').expect(404);
  });

  it('rejects more fields than a profile can have, and invalid ones', async () => {
    const rejected = [
      { fields_attributes: ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name, value: 'x' })) },
      { fields_attributes: [{ name: 'Pronouns', value: '' }] },
      { display_name: '' },
      { note: 'x'.repeat(501) },
    ];
    for (const body of rejected) {
      const response = await api.request.patch(credentials).set(app.auth).send(body).expect(422);
      expect(response.text).toContain('"error":"Validation failed');
    }
    const readOnly = await signInWithApp(api, ada, 'read');
    await api.request.patch(credentials).set(readOnly.auth).send({ note: 'x' }).expect(403);
  });

  it('is read and changed as the user wrote it', async () => {
    const user = await createUser(api);
    const { auth } = await signInWithApp(api, user);
    const fields = { display_name: 'Grace H.', note: 'Hello <b> https://a.example', locked: true };
    const changed = await api.request.patch('/api/v1/profile').set(auth).send(fields).expect(200);
    expect(ownProfileSchema.parse(changed.body)).toMatchObject({
      id: user.id,
      ...fields,
      avatar: null,
      header: null,
    });
    const profileOnly = await signInWithApp(api, user, 'profile');
    const read = await api.request.get('/api/v1/profile').set(profileOnly.auth).expect(200);
    expect(read.body).toEqual(changed.body);
    await api.request.patch('/api/v1/profile').set(profileOnly.auth).send(fields).expect(403);
  });

  it('says whether the user is shown to search engines, also to others', async () => {
    const user = await createUser(api);
    await publish(api, user, { fields: { content: 'A status' } });
    const own = await signInWithApp(api, user);
    const readAll = async () => {
      const read = async (path: string, { auth } = app): Promise<unknown> =>
        (await api.request.get(`/api/v1${path}`).set(auth).expect(200)).body;
      const account = await read('/accounts/verify_credentials', own);
      const { source } = credentialAccountSchema.parse(account);
      const statuses = await read(`/accounts/${user.id}/statuses`);
      return {
        own: account,
        source,
        profile: await read('/profile', own),
        others: await read(`/accounts/${user.id}`),
        found: await read(`/accounts/lookup?acct=${user.username}`),
        author: z.array(statusSchema).parse(statuses)[0]?.account,
      };
    };
    const changeTo = (settings: object) =>
      api.request.put('/api/users/me').set(user.auth).send(settings).expect(200);
    const shown = { discoverable: true, indexable: true };
    const account = { ...shown, noindex: false };
    expect(await readAll()).toMatchObject({
      own: account,
      source: shown,
      profile: shown,
      others: account,
      found: account,
      author: account,
    });
    await changeTo({ isShownOutside: false });
    const unlisted = { discoverable: true, indexable: false };
    const noindex = { ...unlisted, noindex: true };
    expect(await readAll()).toMatchObject({
      own: noindex,
      source: unlisted,
      profile: unlisted,
      others: noindex,
      found: noindex,
      author: noindex,
    });
    await changeTo({ isShownOutside: true, isPrivate: true });
    const hidden = { discoverable: false, indexable: false };
    const { author: _, ...accounts } = await readAll();
    expect(accounts).toMatchObject({
      own: hidden,
      source: hidden,
      profile: hidden,
      others: { ...hidden, noindex: true },
      found: { ...hidden, noindex: true },
    });
  });

  it('is not shown to search engines on an instance that is not', async () => {
    const instance = await startTestApi({ settings: { isIndexable: false } });
    const { auth } = await signInWithApp(instance, await createUser(instance));
    const response = await instance.request
      .get('/api/v1/accounts/verify_credentials')
      .set(auth)
      .expect(200);
    expect(response.body).toMatchObject({
      discoverable: true,
      noindex: true,
      source: { indexable: false },
    });
    await instance.close();
  });

  it('is changed with masto.js', async () => {
    const masto = await signInWithMasto(api, ada);
    const account = await masto.v1.accounts.updateCredentials({ note: 'By masto.js' });
    expect(account.source.note).toBe('By masto.js');
  });
});

describe('discovery', () => {
  it('lists trends and tags', async () => {
    const other = await createUser(api);
    for (const user of [ada, ben, other]) {
      const { id } = await publish(api, user, { fields: { content: 'All about #rigging' } });
      for (const by of [ada, ben, other]) {
        await actions.post(by, `/threads/${id}/like`).send({ on: true }).expect(200);
      }
    }
    await api.services.trending.refresh();
    for (const path of ['/trends', '/trends/tags']) {
      const response = await get(path).expect(200);
      expect(z.array(tagSchema).parse(response.body)).toMatchObject([
        { name: 'rigging', history: [{ uses: '3' }] },
      ]);
    }
    const statuses = await get('/trends/statuses?limit=2').expect(200);
    expect(z.array(statusSchema).parse(statuses.body)).toHaveLength(2);
    expect((await get('/trends/links').expect(200)).body).toEqual([]);
    const tag = tagSchema.parse((await get('/tags/Rigging').expect(200)).body);
    expect([tag.name, tag.history[0]?.uses]).toEqual(['rigging', '3']);
  });

  it('follows hashtags', async () => {
    const masto = await signInWithMasto(api, ada);
    const followed = await masto.v1.tags.$select('Cleats').follow();
    expect([followed.name, followed.following]).toEqual(['cleats', true]);
    expect((await masto.v1.followedTags.list()).map(({ name }) => name)).toEqual(['cleats']);
    expect((await masto.v1.tags.$select('cleats').unfollow()).following).toBe(false);
    await api.request.post('/api/v1/tags/%20/follow').set(app.auth).expect(422);
  });

  it('suggests accounts, which can be dismissed', async () => {
    const masto = await signInWithMasto(api, ada);
    const found = await masto.v2.suggestions.list({});
    expect(found.map(({ account }) => account.id)).toContain(ben.id);
    const listed = await get('/suggestions').expect(200);
    expect(
      z
        .array(accountSchema)
        .parse(listed.body)
        .map(({ id }) => id),
    ).toContain(ben.id);
    await api.request.delete(`/api/v1/suggestions/${ben.id}`).set(app.auth).expect(200);
    const left = await masto.v2.suggestions.list({});
    expect(left.map(({ account }) => account.id)).not.toContain(ben.id);
  });

  it('names followees that follow a user, as far as they are visible', async () => {
    const [famous, shy] = [await createUser(api), await createUser(api)];
    for (const { id } of [famous, shy]) await actions.follow(ben, id).expect(200);
    await actions.follow(ada, ben.id).expect(200);
    await api.request.put('/api/users/me').set(shy.auth).field('isPrivate', 'true').expect(200);
    const query = [famous, shy].map(({ id }) => `id[]=${id}`).join('&');
    const response = await get(`/accounts/familiar_followers?${query}`).expect(200);
    expect(response.body).toHaveLength(2);
    expect(response.body).toMatchObject(
      expect.arrayContaining([
        { id: famous.id, accounts: [expect.objectContaining({ id: ben.id })] },
        { id: shy.id, accounts: [] },
      ]),
    );
  });
});

describe('a report', () => {
  it('reaches the administrators with its status', async () => {
    const { id } = await publish(api, ben, { fields: { content: 'Buy now' } });
    const fields = { account_id: ben.id, status_ids: [id], comment: 'Ads', category: 'spam' };
    const response = await api.request.post('/api/v1/reports').set(app.auth).send(fields);
    expect(reportSchema.parse(response.body)).toMatchObject({ target_account: { id: ben.id } });
    const stored = await api.database.report.findMany({ where: { targetId: id } });
    expect(stored).toMatchObject([{ targetType: 'thread', reason: 'spam', note: 'Ads' }]);
    const { siteSettings, instance } = api.services;
    const rules = [{ title: 'No ads', description: '' }];
    await instance.pages.saveRules(api.database, { version: 0, rules });
    await siteSettings.load();
    const broken = { account_id: ben.id, category: 'violation' };
    const rule_ids = instance.pages.listRules().map((rule) => rule.id);
    const violation = await api.request
      .post('/api/v1/reports')
      .set(app.auth)
      .send({ ...broken, rule_ids });
    expect(reportSchema.parse(violation.body)).toMatchObject({ rule_ids });
    expect(await api.database.report.findMany({ where: { targetId: ben.id } })).toMatchObject([
      { reason: 'rules', rules: ['No ads'] },
    ]);
    const invalid = api.request.post('/api/v1/reports').set(app.auth);
    await invalid.send({ ...broken, rule_ids: ['1'] }).expect(422);
    const unknown = { ...fields, status_ids: [ada.id] };
    await api.request.post('/api/v1/reports').set(app.auth).send(unknown).expect(404);
  });
});

describe('the instance', () => {
  it('has its description and the numbers of public accounts', async () => {
    const hermit = await createUser(api);
    await publish(api, hermit, { fields: { content: 'Nobody' } });
    await api.request.put('/api/users/me').set(hermit.auth).field('isPrivate', 'true').expect(200);
    const masto = await signInWithMasto(api, ada);
    const users = await api.database.user.findMany({ where: { isPrivate: false } });
    const v1 = await masto.v1.instance.fetch();
    expect(v1).toMatchObject({
      description: 'An instance for tests',
      registrations: true,
      urls: { streamingApi: 'ws://skein.test' },
      stats: {
        userCount: users.length,
        statusCount: users.reduce((sum, { threadsCount }) => sum + threadsCount, 0),
      },
    });
    const v2 = await masto.v2.instance.fetch();
    expect(v2.usage.users.activeMonth).toBe(users.length);
    expect(v2.registrations.enabled).toBe(true);
  });
});

describe('featured hashtags', () => {
  it('are shown on the profile, also to visitors, with the number of own threads', async () => {
    const post = (path: string, body = {}) =>
      api.request.post(`/api/v1${path}`).set(app.auth).send(body);
    await publish(api, ada, { fields: { content: '#Knots' } });
    await publish(api, ada, { fields: { content: '#loops' } });
    const suggested = await get('/featured_tags/suggestions').expect(200);
    const names = (suggested.body as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['knots', 'loops']));
    const created = await post('/featured_tags', { name: 'Knots' }).expect(200);
    const knots = { name: 'knots', url: 'http://skein.test/hashtag/knots', statuses_count: '1' };
    expect(created.body).toMatchObject(knots);
    expect((await post('/tags/loops/feature').expect(200)).body).toMatchObject({ featuring: true });
    const seen = await api.request.get(`/api/v1/accounts/${ada.id}/featured_tags`).expect(200);
    expect(seen.body).toMatchObject([knots, { name: 'loops' }]);
    expect((await get('/profile')).body).toMatchObject({ featured_tags: seen.body as unknown });
    const page = await api.request.get(`/api/users/${ada.id}`).set(ada.auth).expect(200);
    expect(page.body).toMatchObject({ featuredHashtags: ['knots', 'loops'] });
    const { id } = created.body as { id: string };
    const remove = () => api.request.delete(`/api/v1/featured_tags/${id}`).set(app.auth);
    await remove().expect(200, {});
    await remove().expect(404);
    await post('/tags/loops/unfeature').expect(200);
    expect((await get('/featured_tags')).body).toEqual([]);
    for (let number = 0; number < 10; number += 1) await post(`/tags/tag${number}/feature`);
    await post('/tags/more/feature').expect(422);
  });
});
