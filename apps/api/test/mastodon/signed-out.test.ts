import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { publish } from '../support/factories/publish.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';

let api: TestApi;
let ada: User;
/** Their threads are not visible without signing in. */
let hiddenUsers: User[];
let thread: { id: string };
let reply: { id: string };
const hiddenIds: string[] = [];

beforeAll(async () => {
  // Every test is a visitor at the same address.
  api = await startTestApi({ limits: 'off' });
  const actions = createUserActions(api);
  ada = await createUser(api, { firstName: 'Ada' });
  hiddenUsers = [
    await createUser(api, { firstName: 'Zorbaprivate' }),
    await createUser(api, { firstName: 'Zorbainside' }),
    await createUser(api, { firstName: 'Zorbalimited' }),
    await createUser(api, { firstName: 'Zorbasuspended' }),
  ];
  thread = await publish(api, ada, { fields: { content: 'Public #garden' } });
  reply = await publish(api, ada, {
    fields: { content: 'A public reply', parentThreadId: thread.id },
  });
  // Trends need the likes of several users, and hashtags several authors.
  for (let number = 0; number < 4; number += 1) {
    const liker = await createUser(api);
    await actions.post(liker, `/threads/${thread.id}/like`).send({ on: true }).expect(200);
    await publish(api, liker, { fields: { content: `${number} #garden` } });
  }
  for (const user of hiddenUsers) {
    const post = async (content: string, fields: Record<string, string> = {}) => {
      const { id } = await publish(api, user, { fields: { content, ...fields } });
      hiddenIds.push(id);
      return id;
    };
    const own = await post('zorba #garden #zorbatag');
    await post('zorbareply', { parentThreadId: thread.id });
    const below = await publish(api, ada, {
      fields: { content: 'zorbabelow', parentThreadId: own },
    });
    hiddenIds.push(below.id);
    const quote = { content: `Quoting @${user.username}`, quotedThreadId: own };
    await actions.post(ada, '/threads/quote-repost').send(quote).expect(201);
    await actions.post(ada, `/threads/${own}/repost`).send({ on: true }).expect(200);
    await actions.post(user, `/threads/${thread.id}/repost`).send({ on: true }).expect(200);
  }
  await api.services.trending.refresh();
  const [isPrivate, isInside, isLimited, isSuspended] = hiddenUsers;
  const states: [User | undefined, object][] = [
    [isPrivate, { isPrivate: true }],
    [isInside, { isShownOutside: false }],
    [isLimited, { limitedAt: new Date() }],
    [isSuspended, { suspendedAt: new Date() }],
  ];
  for (const [user, data] of states) {
    await api.database.user.update({ where: { id: user?.id ?? '' }, data });
  }
}, 60_000);

afterAll(() => api.close());

const get = (path: string) => api.request.get(`/api${path}`);

describe('a visitor without a token', () => {
  it('reads a status, its context and its poll', async () => {
    const status = await get(`/v1/statuses/${thread.id}`).expect(200);
    expect(status.body).toMatchObject({
      id: thread.id,
      favourited: false,
      bookmarked: false,
      account: { id: ada.id },
    });
    const context = await get(`/v1/statuses/${thread.id}/context`).expect(200);
    expect(context.body).toMatchObject({ ancestors: [], descendants: [{ id: reply.id }] });
    const listed = await get(`/v1/statuses?id[]=${thread.id}`).expect(200);
    expect(listed.body).toMatchObject([{ id: thread.id }]);
    await get(`/v1/statuses/${thread.id}/card`).expect(200);
    await get(`/v1/polls/${thread.id}`).expect(404);
  });

  it('reads an account and its statuses', async () => {
    for (const path of [`/v1/accounts/${ada.id}`, `/v1/accounts/lookup?acct=@${ada.username}`]) {
      const account = await get(path).expect(200);
      expect(account.body).toMatchObject({ id: ada.id, username: ada.username });
    }
    const accounts = await get(`/v1/accounts?id[]=${ada.id}`).expect(200);
    expect(accounts.body).toMatchObject([{ id: ada.id }]);
    const statuses = await get(`/v1/accounts/${ada.id}/statuses?exclude_reblogs=true`).expect(200);
    const ids = (statuses.body as { id: string }[]).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([thread.id, reply.id]));
  });

  it('reads public lists and the announcements', async () => {
    for (const path of [
      '/v1/timelines/public',
      '/v1/timelines/tag/garden',
      '/v1/trends/statuses',
      '/v1/directory?order=new',
      '/v2/search?q=@' + ada.username + '@skein.test',
    ]) {
      const response = await get(path).expect(200);
      expect(`${path} ${response.text}`).toContain(`"id":"${ada.id}"`);
    }
    const tags = await get('/v1/trends/tags').expect(200);
    expect(tags.text).toContain('garden');
    const tag = await get('/v1/tags/garden').expect(200);
    expect(tag.body).toMatchObject({ name: 'garden', following: false, featuring: false });
    for (const path of ['/v1/announcements', '/v1/trends/links']) {
      const response = await get(path).expect(200);
      expect(response.body).toEqual([]);
    }
  });

  it('finds a status and an account by address, and nothing by a word', async () => {
    const search = async (q: string) =>
      (await get(`/v2/search?q=${encodeURIComponent(q)}`).expect(200)).body as object;
    expect(await search(`http://skein.test/thread/${thread.id}`)).toMatchObject({
      statuses: [{ id: thread.id }],
    });
    expect(await search(`http://skein.test/profile/${ada.username}`)).toMatchObject({
      accounts: [{ id: ada.id }],
    });
    expect(await search('Public')).toEqual({ accounts: [], statuses: [], hashtags: [] });
  });

  it('is counted against the rate limit of signed-out visitors', async () => {
    const limited = await startTestApi();
    const author = await createUser(limited);
    const response = await limited.request.get(`/api/v1/accounts/${author.id}`).expect(200);
    expect(response.headers['ratelimit-policy']).toContain('signedOut');
    expect(response.headers['x-ratelimit-limit']).toBe('60');
    await limited.close();
  });

  it('cannot use a rejected token, and cannot use routes of users', async () => {
    const status = get(`/v1/statuses/${thread.id}`).set({ Authorization: 'Bearer invalid' });
    await status.expect(401);
    for (const path of [
      '/v1/timelines/home',
      '/v1/notifications',
      '/v1/accounts/search?q=ada',
      // The pages do not show these to visitors either.
      `/v1/statuses/${thread.id}/favourited_by`,
      `/v1/statuses/${thread.id}/reblogged_by`,
      `/v1/statuses/${thread.id}/history`,
      `/v1/accounts/${ada.id}/followers`,
      `/v1/accounts/${ada.id}/following`,
    ]) {
      await get(path).expect(401);
    }
    await api.request.post(`/api/v1/statuses/${thread.id}/favourite`).expect(401);
  });

  it('learns from the instance which timelines are public', async () => {
    const instance = await get('/v2/instance').expect(200);
    expect(instance.body).toMatchObject({
      configuration: {
        timelines_access: {
          live_feeds: { local: 'public', remote: 'disabled' },
          hashtag_feeds: { local: 'public', remote: 'disabled' },
        },
      },
    });
  });
});

describe('accounts that are private, limited, suspended or not shown outside', () => {
  it('look like accounts that do not exist to a visitor without a token', async () => {
    for (const { id, username } of hiddenUsers) {
      for (const path of [
        `/v1/accounts/${id}`,
        `/v1/accounts/lookup?acct=${username}`,
        `/v1/accounts/${id}/statuses`,
      ]) {
        const response = await get(path);
        expect([path, response.status]).toEqual([path, 404]);
      }
    }
    for (const id of hiddenIds) {
      await get(`/v1/statuses/${id}`).expect(404);
      await get(`/v1/statuses/${id}/context`).expect(404);
    }
  });

  it('do not count as uses of a hashtag for a visitor without a token', async () => {
    const tag = await get('/v1/tags/zorbatag').expect(200);
    const { history } = tag.body as { history: { uses: string }[] };
    expect(history.map(({ uses }) => uses)).toEqual(history.map(() => '0'));
  });

  it('are in no list for a visitor without a token', async () => {
    const ids = [...hiddenUsers.map(({ id }) => id), ...hiddenIds];
    const paths = [
      `/v1/statuses/${thread.id}`,
      `/v1/statuses/${thread.id}/context`,
      `/v1/statuses?${hiddenIds.map((id) => `id[]=${id}`).join('&')}`,
      `/v1/accounts?${hiddenUsers.map(({ id }) => `id[]=${id}`).join('&')}`,
      `/v1/accounts/${ada.id}/statuses`,
      `/v1/accounts/${ada.id}/statuses?pinned=true`,
      '/v1/timelines/public?limit=40',
      '/v1/timelines/tag/garden?limit=40',
      '/v1/timelines/tag/zorbatag?limit=40',
      '/v1/tags/garden',
      '/v1/trends?limit=40',
      '/v1/trends/tags?limit=40',
      '/v1/trends/statuses?limit=40',
      '/v1/directory?order=new&limit=80',
      '/v1/directory?order=active&limit=80',
      ...hiddenUsers.map(({ username }) => `/v2/search?q=@${username}@skein.test`),
      ...hiddenIds.map((id) => `/v2/search?q=http://skein.test/thread/${id}`),
    ];
    for (const path of paths) {
      const response = await get(path).expect(200);
      // The texts of the quotes name the accounts.
      const text = response.text.replaceAll(/Quoting @[\w.]+/g, '');
      const leaks = [...ids, 'Zorba', 'zorba'].filter((word) => text.includes(word));
      expect([path, ...leaks]).toEqual([path]);
    }
  });
});
