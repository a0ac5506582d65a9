import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInWithApp } from '../oauth/support.ts';
import { sampleImage } from '../media/sample-images.ts';
import { createUser } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { startStatusTestApi } from './status-actions.ts';
import type { StatusTestApi } from './status-actions.ts';

let test: StatusTestApi;
/** Oldest first. */
let ids: string[];

beforeAll(async () => {
  test = await startStatusTestApi();
  const { actions, adaApp, benApp } = test;
  ids = [];
  for (const app of [adaApp, benApp, adaApp, adaApp]) {
    ids.push((await actions.publish(app, { status: 'An orchid' })).id);
  }
});

afterAll(() => test.api.close());

describe('a search', () => {
  const search = async (query: string) => {
    const response = await test.api.request
      .get(`/api/v2/search?q=orchid&${query}`)
      .set(test.adaApp.auth);
    return (response.body as { statuses: { id: string }[] }).statuses
      .map(({ id }) => id)
      .toSorted();
  };

  it('is limited to an account', async () => {
    expect(await search(`account_id=${test.ben.id}`)).toEqual([ids[1]]);
    expect(await search('account_id=00000000-0000-7000-8000-000000000000')).toEqual([]);
  });

  it('is limited by max_id and min_id', async () => {
    expect(await search(`max_id=${ids[2]}`)).toEqual(ids.slice(0, 2));
    expect(await search(`min_id=${ids[1]}`)).toEqual(ids.slice(2));
  });

  it('begins at any offset', async () => {
    const pages = await Promise.all([search('limit=3'), search('limit=3&offset=3')]);
    expect(pages.flat().toSorted()).toEqual(ids);
    expect(await search('limit=3&offset=1')).toHaveLength(3);
  });

  it('finds accounts from an offset, and only followed ones', async () => {
    const { api, ada, ben, adaApp, actions } = test;
    await createUser(api, { firstName: 'Quentina', username: 'quentina' });
    const followed = await createUser(api, { firstName: 'Quentina', username: 'quentina_b' });
    await createUserActions(api).follow(ada, followed.id).expect(200);
    const read = async (path: string) =>
      ((await actions.get(adaApp, path).expect(200)).body as { id: string }[]).map(({ id }) => id);
    const all = await read('/accounts/search?q=quentina');
    expect(all).toHaveLength(2);
    expect(await read('/accounts/search?q=quentina&offset=1')).toEqual(all.slice(1));
    expect(await read('/accounts/search?q=quentina&following=true')).toEqual([followed.id]);
    const response = await api.request
      .get('/api/v2/search?q=quentina&following=true')
      .set(adaApp.auth);
    expect(response.body).toMatchObject({ accounts: [{ id: followed.id }] });
    expect(await read(`/accounts/search?q=${ben.username}&following=true`)).toEqual([]);
  });
});

describe('the focus of a picture', () => {
  it('is stored with the upload or changed later, and keeps the description', async () => {
    const { api, actions, ada, adaApp } = test;
    const { id } = await actions.upload(adaApp, 'A knot');
    const update = (fields: object) =>
      api.request.put(`/api/v1/media/${id}`).set(adaApp.auth).send(fields);
    for (const focus of ['2,0', '0.1', 'a,b', '0,0,0']) await update({ focus }).expect(422);
    const focus = { x: 0.5, y: -0.3 };
    const changed = await update({ focus: '0.5,-0.3' }).expect(200);
    expect(changed.body).toMatchObject({ description: 'A knot', meta: { focus } });
    const status = await actions.publish(adaApp, { status: 'x', media_ids: [id] });
    expect(status.media_attachments).toMatchObject([{ meta: { focus } }]);
    const thread = await api.request.get(`/api/threads/${status.id}`).set(ada.auth);
    expect(thread.body).toMatchObject({ media: [{ focus }] });
    const uploaded = await api.request
      .post('/api/v2/media')
      .set(adaApp.auth)
      .field('focus', '-1,1')
      .attach('file', await sampleImage().png().toBuffer(), 'a.png');
    expect(uploaded.body).toMatchObject({ meta: { focus: { x: -1, y: 1 } } });
  });
});

describe('an error', () => {
  it.each([
    ['post', '/statuses', { status: 'x'.repeat(3000) }, 'status'],
    ['post', '/statuses', { status: '' }, 'status'],
    ['post', '/statuses', { status: 'x', spoiler_text: 'x'.repeat(999) }, 'spoiler_text'],
    ['post', '/statuses', { status: 'x', scheduled_at: 'soon' }, 'scheduled_at'],
    [
      'post',
      '/statuses',
      { status: 'x', media_ids: ['00000000-0000-7000-8000-000000000000'] },
      'media_ids',
    ],
    [
      'post',
      '/statuses',
      { status: 'x', poll: { options: ['a'], expires_in: 60 } },
      'poll.options',
    ],
    ['post', '/lists', { title: '' }, 'title'],
    ['post', '/filters', { phrase: 'x'.repeat(99), context: ['home'] }, 'phrase'],
    ['post', '/filters', { phrase: 'x', context: [] }, 'context'],
    ['patch', '/accounts/update_credentials', { note: 'x'.repeat(9999) }, 'note'],
    ['patch', '/accounts/update_credentials', { display_name: '' }, 'display_name'],
    ['post', '/media', { description: 'x' }, 'file'],
    ['post', '/tags/%21/follow', {}, 'name'],
  ] as const)('of %s %s names the field of the client: %#', async (method, path, fields, name) => {
    const { api, adaApp } = test;
    const request = api.request[method](`/api/v1${path}`).set(adaApp.auth);
    const response = await request.send(fields).expect(422);
    const { error, details } = response.body as { error: string; details: object };
    expect(Object.keys(details)).toEqual([name]);
    // Names of the web app's API have capitals inside.
    expect(error).not.toMatch(/[a-z][A-Z]/);
  });
});

describe('a parameter without an effect', () => {
  it.each([
    { source: { privacy: 'direct' } },
    { source: { language: 'no language' } },
    { source: { quote_policy: 'nobody' } },
    { attribution_domains: ['example.org'] },
  ])('of the own account is rejected: %j', async (fields) => {
    const { api, adaApp } = test;
    const path = '/api/v1/accounts/update_credentials';
    const response = await api.request.patch(path).set(adaApp.auth).send(fields).expect(422);
    expect(response.body).toHaveProperty(['details', Object.keys(fields)[0] ?? '']);
  });

  it('does not include indexable, which is whether other sites and visitors see the threads', async () => {
    const { api, ada, adaApp } = test;
    const path = '/api/v1/accounts/update_credentials';
    for (const indexable of [false, true]) {
      const changed = await api.request
        .patch(path)
        .set(adaApp.auth)
        .send({ indexable })
        .expect(200);
      expect(changed.body).toMatchObject({ indexable });
      const own = await api.request.get('/api/users/me').set(ada.auth);
      expect(own.body).toMatchObject({ isShownOutside: indexable });
    }
  });

  it('of the own account is accepted if it is the present value', async () => {
    const fields = {
      bot: 'false',
      discoverable: 'true',
      'source[privacy]': 'public',
      'source[sensitive]': 'false',
      'source[language]': '',
      display_name: 'Ada',
    };
    await test.api.request
      .patch('/api/v1/accounts/update_credentials')
      .set(test.adaApp.auth)
      .type('form')
      .send(fields)
      .expect(200);
  });

  it('does not include the settings of the account, which new statuses and others respect', async () => {
    const { api, actions, ada, adaApp, benApp, ben } = test;
    const change = (fields: object) =>
      api.request.patch('/api/v1/accounts/update_credentials').set(adaApp.auth).send(fields);
    const flags = { bot: true, discoverable: false, hide_collections: true };
    const source = { sensitive: true, language: 'de' };
    const changed = await change({ ...flags, source }).expect(200);
    const { bot, ...ofSource } = flags;
    expect(changed.body).toMatchObject({ bot, source: { ...ofSource, ...source } });
    const preferences = await api.request.get('/api/v1/preferences').set(adaApp.auth).expect(200);
    expect(preferences.body).toMatchObject({
      'posting:default:sensitive': true,
      'posting:default:language': 'de',
    });
    expect(await actions.publish(adaApp, { status: 'Guten Morgen' })).toMatchObject({
      language: 'de',
      sensitive: false,
    });
    const file = await sampleImage().png().toBuffer();
    const upload = api.request.post('/api/v2/media').set(adaApp.auth).attach('file', file, 'a.png');
    const { id: mediaId } = (await upload).body as { id: string };
    const picture = { status: 'A picture', media_ids: [mediaId] };
    expect((await actions.publish(adaApp, picture)).sensitive).toBe(true);
    const read = async (auth: typeof benApp.auth, path: string) =>
      (await api.request.get(`/api${path}`).set(auth).expect(200)).body as { id: string }[];
    await api.request.post(`/api/v1/accounts/${ada.id}/follow`).set(benApp.auth).expect(200);
    expect(await read(benApp.auth, `/v1/accounts/${ada.id}`)).toMatchObject(flags);
    expect(await read(benApp.auth, `/v1/accounts/${ada.id}/followers`)).toEqual([]);
    const named = `/users/${ada.id}/followers?q=${ben.username}`;
    expect(await read(ben.auth, named)).toMatchObject({ content: [] });
    expect(await read(ben.auth, `/users/${ada.id}`)).toMatchObject({
      isBot: true,
      canViewConnections: false,
    });
    expect(await read(adaApp.auth, `/v1/accounts/${ada.id}/followers`)).toHaveLength(1);
    const stranger = await signInWithApp(api, await createUser(api));
    const lists = ['/v1/directory?order=new', '/v2/suggestions?limit=80'];
    const isListed = async (path: string) =>
      JSON.stringify(await read(stranger.auth, path)).includes(`"id":"${ada.id}"`);
    expect(await Promise.all(lists.map(isListed))).toEqual([false, false]);
    const initial = { bot: false, discoverable: true, hide_collections: false };
    await change({ ...initial, source: { sensitive: false, language: '' } }).expect(200);
    expect(await read(benApp.auth, `/v1/accounts/${ada.id}/followers`)).toHaveLength(1);
    expect(await Promise.all(lists.map(isListed))).toEqual([true, true]);
  });

  it('of the languages of a follow is rejected', async () => {
    const { actions, adaApp, ben } = test;
    const path = `/accounts/${ben.id}/follow`;
    await actions.post(adaApp, path, { languages: ['de'] }).expect(422);
    await actions.post(adaApp, path, { languages: [] }).expect(200);
  });

  it('is not the visibility: an unlisted status of a private account is for its followers', async () => {
    const { api, actions } = test;
    const app = await signInWithApp(api, await createUser(api, { isPrivate: true }));
    const status = await actions.publish(app, { status: 'Quiet', visibility: 'unlisted' });
    expect(status.visibility).toBe('private');
  });
});
