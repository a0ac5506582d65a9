import { createRestAPIClient } from 'masto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleImage } from '../media/sample-images.ts';
import { decide, exchange } from '../oauth/support.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { signInWithMasto } from './support.ts';

let api: TestApi;
let ada: User;
let ben: User;
let mastoOfAda: Awaited<ReturnType<typeof signInWithMasto>>;
let mastoOfBen: typeof mastoOfAda;

beforeAll(async () => {
  api = await startTestApi();
  [ada, ben] = [await createUser(api), await createUser(api)];
  mastoOfAda = await signInWithMasto(api, ada);
  mastoOfBen = await signInWithMasto(api, ben);
});

afterAll(() => api.close());

it('signs in: registers the app, exchanges the code and verifies the credentials', async () => {
  const url = `http://127.0.0.1:${api.port}`;
  const redirectUris = 'urn:ietf:wg:oauth:2.0:oob';
  const masto = createRestAPIClient({ url });
  const app = await masto.v1.apps.create({
    clientName: 'masto.js',
    redirectUris,
    scopes: 'read write',
  });
  const registered = { client_id: app.clientId ?? '', client_secret: app.clientSecret ?? '' };
  const parameters = { redirect_uri: redirectUris, scope: 'read write' };
  const redirect = await decide(api, ada, registered, parameters);
  const fields = { code: redirect.searchParams.get('code'), redirect_uri: redirectUris };
  const { body } = (await exchange(api, registered, fields).expect(200)) as {
    body: { access_token: string };
  };
  const signedIn = createRestAPIClient({ url, accessToken: body.access_token });
  const account = await signedIn.v1.accounts.verifyCredentials();
  expect([account.id, account.source.privacy]).toEqual([ada.id, 'public']);
  expect((await signedIn.v1.apps.verifyCredentials()).name).toBe('masto.js');
});

it('reads the instance and the preferences', async () => {
  const masto = mastoOfAda;
  const instance = await masto.v2.instance.fetch();
  expect(instance.configuration.statuses.maxCharacters).toBe(2000);
  expect((await masto.v1.instance.fetch()).title).toBe('Skein');
  expect(await masto.v1.customEmojis.list()).toEqual([]);
  expect(await masto.v1.announcements.list()).toEqual([]);
  expect((await masto.v1.preferences.fetch())['posting:default:visibility']).toBe('public');
});

it('posts with an image and a poll, replies, and gets notifications', async () => {
  const [first, second] = [mastoOfAda, mastoOfBen];
  const file = new Blob([new Uint8Array(await sampleImage().png().toBuffer())]);
  const media = await first.v2.media.create({ file, description: 'An image' });
  expect(media.meta?.original?.width).toBeGreaterThan(0);
  await first.v1.media.$select(media.id).update({ description: 'A better description' });
  const status = await first.v1.statuses.create({ status: 'Look #masto', mediaIds: [media.id] });
  expect(status.mediaAttachments[0]?.description).toBe('A better description');

  await second.v1.accounts.$select(ada.id).follow();
  const [shown] = await second.v1.timelines.home.list({ limit: 1 });
  expect(shown?.id).toBe(status.id);
  await second.v1.statuses.$select(status.id).favourite();
  await second.v1.statuses.$select(status.id).bookmark();
  const repost = await second.v1.statuses.$select(status.id).reblog();
  expect(repost.reblog?.id).toBe(status.id);
  const reply = await second.v1.statuses.create({ status: 'Nice!', inReplyToId: status.id });
  const context = await first.v1.statuses.$select(status.id).context.fetch();
  expect(context.descendants.map(({ id }) => id)).toEqual([reply.id]);

  const notifications = await first.v1.notifications.list();
  const types = ['mention', 'reblog', 'favourite', 'follow'];
  expect(notifications.map(({ type }) => type)).toEqual(types);
  expect((await second.v1.bookmarks.list()).map(({ id }) => id)).toEqual([status.id]);
  expect((await second.v1.favourites.list()).map(({ id }) => id)).toEqual([status.id]);

  const poll = { options: ['Yes', 'No'], expiresIn: 600 };
  const asked = await first.v1.statuses.create({ status: 'Tea?', poll });
  const voted = await second.v1.polls.$select(asked.poll?.id ?? '').votes.create({ choices: [0] });
  expect([voted.voted, voted.votesCount]).toEqual([true, 1]);
});

it('reads timelines page by page', async () => {
  const masto = mastoOfAda;
  for (const status of ['One #pages', 'Two #pages', 'Three #pages']) {
    await masto.v1.statuses.create({ status });
  }
  const pages: number[] = [];
  for await (const page of masto.v1.timelines.tag.$select('pages').list({ limit: 2 })) {
    pages.push(page.length);
    if (page.length === 0) break;
  }
  expect(pages.slice(0, 2)).toEqual([2, 1]);
  expect((await masto.v1.timelines.public.list({ limit: 1 }))[0]?.content).toContain('Three');
});

it('manages lists', async () => {
  const [masto, other] = [mastoOfAda, mastoOfBen];
  const { id } = await masto.v1.lists.create({ title: 'Friends' });
  const list = masto.v1.lists.$select(id);
  expect(await list.fetch()).toMatchObject({ title: 'Friends', repliesPolicy: 'none' });
  expect((await list.update({ title: 'Family' })).title).toBe('Family');
  await list.accounts.create({ accountIds: [ben.id] });
  expect((await list.accounts.list({ limit: 0 })).map((account) => account.id)).toEqual([ben.id]);
  expect((await masto.v1.accounts.$select(ben.id).lists.list()).map((own) => own.id)).toEqual([id]);
  const status = await other.v1.statuses.create({ status: 'For the list' });
  const timeline = await masto.v1.timelines.list.$select(id).list({ limit: 1 });
  expect(timeline.map((shown) => shown.id)).toEqual([status.id]);
  await expect(other.v1.timelines.list.$select(id).list()).rejects.toThrow('Record not found');
  await list.accounts.remove({ accountIds: [ben.id] });
  expect(await masto.v1.timelines.list.$select(id).list()).toEqual([]);
  await list.remove();
  expect(await masto.v1.lists.list()).toEqual([]);
});

it('manages filters', async () => {
  const masto = mastoOfAda;
  const { id, ...filter } = await masto.v2.filters.create({
    title: 'Weather',
    context: ['home', 'account'],
    filterAction: 'hide',
    expiresIn: 600,
    keywordsAttributes: [{ keyword: 'rain', wholeWord: true }, { keyword: 'hail' }],
  } as unknown as Parameters<typeof masto.v2.filters.create>[0]);
  const [rainId = '', hailId = ''] = filter.keywords.map((keyword) => keyword.id);
  expect(filter).toMatchObject({
    title: 'Weather',
    context: ['home', 'public'],
    filterAction: 'hide',
    keywords: [
      { keyword: 'rain', wholeWord: true },
      { keyword: 'hail', wholeWord: false },
    ],
  });
  const own = masto.v2.filters.$select(id);
  const other = await masto.v2.filters.create({
    title: 'More',
    context: ['home'],
    keywordsAttributes: [{ keyword: 'dew' }],
  });
  const [otherId = ''] = other.keywords.map((keyword) => keyword.id);
  expect((await masto.v2.filters.list()).map(({ title }) => title)).toEqual(['More', 'Weather']);
  const updated = await own.update({ context: ['thread'], filterAction: 'warn' });
  expect(updated).toMatchObject({ context: ['thread'], filterAction: 'warn', title: 'Weather' });
  expect(updated.expiresAt).toBe(filter.expiresAt);
  const same = { title: 'Again', context: ['home' as const] };
  const keywordsAttributes = [{ keyword: 'ice' }, { keyword: 'RAIN' }];
  await expect(masto.v2.filters.create({ ...same, keywordsAttributes })).rejects.toThrow(
    'You already have a filter for this word.',
  );
  expect(await masto.v2.filters.list()).toHaveLength(2);
  const taken = [{ id: rainId, keyword: 'drizzle' }, { keyword: 'HAIL' }];
  await expect(own.update({ keywordsAttributes: taken })).rejects.toThrow(
    'You already have a filter for this word.',
  );
  const foreign = [{ id: otherId, keyword: 'x' }];
  await expect(own.update({ keywordsAttributes: foreign })).rejects.toThrow('Record not found');
  expect((await own.fetch()).keywords).toMatchObject([{ keyword: 'rain' }, { keyword: 'hail' }]);
  const changes = [
    { id: rainId, keyword: 'showers' },
    { id: hailId, _destroy: true },
    { keyword: 'fog' },
  ];
  const changed = await own.update({ title: 'Sky', keywordsAttributes: changes });
  expect(changed).toMatchObject({
    title: 'Sky',
    keywords: [{ keyword: 'showers' }, { keyword: 'fog' }],
  });
  const none = changed.keywords.map((keyword) => ({ id: keyword.id, _destroy: true }));
  await expect(own.update({ keywordsAttributes: none })).rejects.toThrow('needs a keyword');
  const snow = await own.keywords.create({ keyword: 'snow' });
  const keyword = masto.v2.filters.keywords.$select(snow.id);
  expect((await keyword.update({ keyword: 'sleet' })).keyword).toBe('sleet');
  expect(await own.keywords.list()).toMatchObject([
    { keyword: 'showers' },
    {},
    { keyword: 'sleet' },
  ]);
  await masto.v2.filters.keywords.$select(rainId).remove();
  expect(await own.fetch()).toMatchObject({ title: 'Sky', keywords: [{ keyword: 'fog' }, {}] });
  const { id: statusId } = await mastoOfBen.v1.statuses.create({ status: 'A fog' });
  await own.update({ context: ['thread', 'home'] });
  expect(await masto.v1.timelines.public.list({ limit: 1 })).toMatchObject([
    { id: statusId, filtered: [{ filter: { id, title: 'Sky' }, keywordMatches: ['fog'] }] },
  ]);
  const { id: sunnyId } = await mastoOfBen.v1.statuses.create({ status: 'Sunny' });
  const entry = await own.statuses.create({ statusId: sunnyId });
  expect(await own.statuses.create({ statusId: sunnyId })).toEqual(entry);
  await expect(own.statuses.create({ statusId: id })).rejects.toThrow('Record not found');
  expect(entry).toEqual({ id: entry.id, statusId: sunnyId });
  expect(await own.fetch()).toMatchObject({ statuses: [entry] });
  expect(await masto.v2.filters.list()).toMatchObject([{ statuses: [entry] }, { statuses: [] }]);
  const readLatest = async () => (await masto.v1.timelines.public.list({ limit: 1 }))[0];
  expect(await readLatest()).toMatchObject({
    id: sunnyId,
    filtered: [{ filter: { id }, keywordMatches: null, statusMatches: [sunnyId] }],
  });
  await own.update({ filterAction: 'hide' });
  expect(await readLatest()).not.toMatchObject({ id: sunnyId });
  const filteredStatus = masto.v2.filters.statuses.$select(entry.id);
  expect(await filteredStatus.fetch()).toEqual(entry);
  await filteredStatus.remove();
  await expect(filteredStatus.remove()).rejects.toThrow('Record not found');
  expect(await readLatest()).toMatchObject({ id: sunnyId, filtered: [] });
  await own.statuses.create({ statusId: sunnyId });
  await own.remove();
  await expect(own.fetch()).rejects.toThrow('Record not found');
  expect(await api.database.filteredThread.count()).toBe(0);
  const [dew, ...more] = await masto.v1.filters.list();
  expect(more).toEqual([]);
  const fields = { phrase: 'dew', context: ['notifications' as const], irreversible: true };
  const changedV1 = await masto.v1.filters.$select(dew?.id ?? '').update(fields);
  expect(changedV1).toMatchObject({ ...fields, wholeWord: false });
});

it('schedules statuses, and pins one', async () => {
  const masto = mastoOfAda;
  const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
  const poll = { options: ['Yes', 'No'], expiresIn: 600 };
  const { id, params } = await masto.v1.statuses.create({ status: 'Later?', scheduledAt, poll });
  expect(params).toMatchObject({ text: 'Later?', poll: { options: ['Yes', 'No'] } });
  expect((await masto.v1.scheduledStatuses.list()).map((later) => later.id)).toEqual([id]);
  const scheduled = masto.v1.scheduledStatuses.$select(id);
  const changed = new Date(Date.now() + 7_200_000).toISOString();
  expect((await scheduled.update({ scheduledAt: changed })).scheduledAt).toBe(changed);
  await scheduled.remove();
  await expect(scheduled.fetch()).rejects.toThrow('Record not found');

  const status = await masto.v1.statuses.create({ status: 'Read this first' });
  const own = masto.v1.statuses.$select(status.id);
  expect((await own.pin()).pinned).toBe(true);
  const pinned = () => masto.v1.accounts.$select(ada.id).statuses.list({ pinned: true });
  expect(await pinned()).toMatchObject([{ id: status.id, pinned: true }]);
  expect((await own.unpin()).pinned).toBe(false);
  expect(await pinned()).toEqual([]);
});

it('manages accounts, relationships and statuses', async () => {
  const masto = mastoOfAda;
  const other = await masto.v1.accounts.lookup({ acct: ben.username });
  expect((await masto.v1.accounts.search.list({ q: ben.username }))[0]?.id).toBe(other.id);
  const selected = masto.v1.accounts.$select(other.id);
  expect((await selected.mute()).muting).toBe(true);
  expect((await masto.v1.mutes.list()).map(({ id }) => id)).toEqual([ben.id]);
  expect((await selected.unmute()).muting).toBe(false);
  expect((await selected.block()).blocking).toBe(true);
  expect((await selected.unblock()).blocking).toBe(false);
  const [relationship] = await masto.v1.accounts.relationships.fetch({ id: [other.id] });
  expect(relationship?.blocking).toBe(false);
  expect(await masto.v1.followRequests.list()).toEqual([]);

  const { id } = await masto.v1.statuses.create({ status: 'Draft' });
  const own = masto.v1.statuses.$select(id);
  expect((await own.source.fetch()).text).toBe('Draft');
  expect((await own.update({ status: 'Final' })).content).toBe('<p>Final</p>');
  const found = await masto.v2.search.list({ q: 'final', type: 'statuses' });
  expect(found.statuses.map((status) => status.id)).toContain(id);
  await own.remove();
  await expect(own.fetch()).rejects.toThrow('Record not found');
});
