import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { publish } from '../support/factories/publish.ts';
import { sampleImage } from '../media/sample-images.ts';
import { signInWithApp } from '../oauth/support.ts';
import type { AppSession } from '../oauth/support.ts';
import { notificationSchema, statusSchema } from './schemas.ts';

let api: TestApi;
let ada: User;
let ben: User;
let app: AppSession;
/** Newest first. */
let ids: string[];

beforeAll(async () => {
  api = await startTestApi();
  [ada, ben] = [await createUser(api), await createUser(api)];
  app = await signInWithApp(api, ada);
  await createUserActions(api).follow(ada, ben.id).expect(200);
  ids = [];
  for (let number = 0; number < 7; number += 1) {
    const { id } = await publish(api, ben, { fields: { content: `${number} #series` } });
    ids.unshift(id);
  }
});

afterAll(() => api.close());

async function list(path: string) {
  const response = await api.request.get(`/api/v1${path}`).set(app.auth).expect(200);
  const statuses = z.array(statusSchema).parse(response.body);
  const links = String(response.headers['link'] ?? '');
  const link = (rel: string) => new RegExp(`<([^>]+)>; rel="${rel}"`).exec(links)?.[1];
  return { ids: statuses.map(({ id }) => id), statuses, next: link('next'), prev: link('prev') };
}

const getPath = (link: string | undefined) => (link ?? '').replace('http://skein.test/api/v1', '');

describe.each(['/timelines/home', '/timelines/public', '/timelines/tag/series'])('%s', (path) => {
  it('has pages by max_id, which the Link header names', async () => {
    const first = await list(`${path}?limit=3`);
    expect(first.ids).toEqual(ids.slice(0, 3));
    expect(first.next).toBe(`http://skein.test/api/v1${path}?limit=3&max_id=${ids[2] ?? ''}`);
    const second = await list(getPath(first.next));
    expect(second.ids).toEqual(ids.slice(3, 6));
    expect((await list(getPath(second.prev))).ids).toEqual(ids.slice(0, 3));
    const third = await list(getPath(second.next));
    expect(third.ids).toEqual(ids.slice(6));
    expect((await list(getPath(third.next))).next).toBeUndefined();
  });

  it('returns the newest statuses above since_id, and those directly above min_id', async () => {
    const oldest = ids.at(-1) ?? '';
    expect((await list(`${path}?since_id=${oldest}&limit=2`)).ids).toEqual(ids.slice(0, 2));
    expect((await list(`${path}?min_id=${oldest}&limit=2`)).ids).toEqual(ids.slice(4, 6));
    expect((await list(`${path}?min_id=${ids[0] ?? ''}`)).ids).toEqual([]);
  });

  it('takes 0 for the time before everything, and a number for the time that it contains', async () => {
    const hourMs = 3_600_000;
    // As Mastodon.py calculates an id from a time.
    const idAt = (ms: number) => String(BigInt(ms) << 16n);
    expect((await list(`${path}?since_id=0`)).ids).toEqual(ids);
    expect((await list(`${path}?min_id=0&limit=2`)).ids).toEqual(ids.slice(-2));
    expect((await list(`${path}?max_id=0`)).ids).toEqual([]);
    const [before, after] = [idAt(Date.now() - hourMs), idAt(Date.now() + hourMs)];
    expect((await list(`${path}?since_id=${before}&max_id=${after}`)).ids).toEqual(ids);
    expect((await list(`${path}?max_id=${before}`)).ids).toEqual([]);
    expect((await list(`${path}?since_id=${after}`)).ids).toEqual([]);
  });

  it('requires a token unless it is public, and rejects malformed ids', async () => {
    await api.request.get(`/api/v1${path}`).expect(path === '/timelines/home' ? 401 : 200);
    await api.request.get(`/api/v1${path}?max_id=x`).set(app.auth).expect(422);
    await api.request.get(`/api/v1${path}?limit=0`).set(app.auth).expect(422);
  });
});

it.each(['/timelines/public', '/timelines/tag/gallery'])(
  '%s contains only statuses with files if the app asks for them',
  async (path) => {
    const author = await createUser(api);
    const files = [await sampleImage().png().toBuffer()];
    const fields = { content: 'A picture #gallery' };
    const { id } = await publish(api, author, { fields, files });
    for (const content of ['One #gallery', 'Two #gallery', 'Three #gallery'])
      await publish(api, author, { fields: { content } });
    expect((await list(`${path}?only_media=true&limit=1`)).ids).toEqual([id]);
  },
);

describe('a timeline of several hashtags', () => {
  const contents = [
    '#tea',
    '#tea #milk',
    '#tea #milk #sugar',
    '#coffee',
    '#coffee #milk',
    '#water',
  ];
  const found = async (query: string) =>
    (await list(`/timelines/tag/tea?${query}`)).statuses.map(({ tags }) =>
      tags.map(({ name }) => name).join(' '),
    );

  beforeAll(async () => {
    const author = await createUser(api);
    for (const content of contents) await publish(api, author, { fields: { content } });
  });

  it.each([
    ['', ['tea milk sugar', 'tea milk', 'tea']],
    ['any[]=Coffee', ['coffee milk', 'coffee', 'tea milk sugar', 'tea milk', 'tea']],
    ['all[]=milk', ['tea milk sugar', 'tea milk']],
    ['all[]=milk&none[]=%23sugar', ['tea milk']],
    ['any[]=coffee&any[]=water&all[]=milk', ['coffee milk', 'tea milk sugar', 'tea milk']],
    ['none=milk', ['tea']],
    ['all[]=unused', []],
    ['all[]=no+tag', []],
    ['any[]=no+tag&none[]=%27%20%7C%20%27', ['tea milk sugar', 'tea milk', 'tea']],
  ])('with %j', async (query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  it('keeps its parameters on the next page', async () => {
    const first = await list('/timelines/tag/tea?any[]=coffee&none[]=sugar&limit=2');
    expect(first.ids).toHaveLength(2);
    const second = await list(getPath(first.next));
    expect(second.statuses.map(({ tags }) => tags.map(({ name }) => name))).toEqual([
      ['tea', 'milk'],
      ['tea'],
    ]);
  });
});

describe('the statuses of an account', () => {
  it('are posts, replies and reposts, which parameters exclude', async () => {
    const user = await createUser(api);
    const post = await publish(api, user, { fields: { content: 'A post' } });
    const fields = { content: 'A reply', parentThreadId: ids[0] ?? '' };
    const reply = await publish(api, user, { fields });
    const reposted = `/threads/${ids[1] ?? ''}/repost`;
    await createUserActions(api).post(user, reposted).send({ on: true }).expect(200);
    const path = `/accounts/${user.id}/statuses`;
    const all = await list(path);
    expect(all.statuses[0]?.reblog?.id).toBe(ids[1]);
    expect(all.ids.slice(1)).toEqual([reply.id, post.id]);
    expect((await list(`${path}?limit=1&max_id=${all.ids[0] ?? ''}`)).ids).toEqual([reply.id]);
    expect((await list(`${path}?exclude_reblogs=true`)).ids).toEqual([reply.id, post.id]);
    expect((await list(`${path}?exclude_replies=true`)).ids).toEqual([all.ids[0], post.id]);
    const both = `${path}?exclude_replies=true&exclude_reblogs=true`;
    expect((await list(both)).ids).toEqual([post.id]);
    expect((await list(`${path}?only_media=true`)).ids).toEqual([]);
    expect((await list(`${path}?pinned=true`)).ids).toEqual([]);
    expect((await list(`/accounts/${ben.id}/statuses?tagged=Series&limit=2`)).ids).toHaveLength(2);
    expect((await list(`/accounts/${ben.id}/statuses?tagged=other`)).ids).toEqual([]);
  });

  it('are hidden for a private account', async () => {
    const user = await createUser(api, { isPrivate: true });
    await publish(api, user, { fields: { content: 'Hidden' } });
    expect((await list(`/accounts/${user.id}/statuses`)).ids).toEqual([]);
  });
});

describe('reposts in the home timeline', () => {
  it('are statuses of the user who reposted', async () => {
    const author = await createUser(api);
    const { id } = await publish(api, author, { fields: { content: 'Reposted' } });
    await createUserActions(api).post(ben, `/threads/${id}/repost`).send({ on: true }).expect(200);
    const { statuses } = await list('/timelines/home?limit=1');
    expect(statuses).toMatchObject([
      { account: { id: ben.id }, reblog: { id, account: { id: author.id } } },
    ]);
    expect(statuses[0]?.id).not.toBe(id);
    const next = await list(`/timelines/home?limit=1&max_id=${statuses[0]?.id ?? ''}`);
    expect(next.ids).toEqual(ids.slice(0, 1));
    await createUserActions(api).post(ben, `/threads/${id}/repost`).send({ on: false }).expect(200);
  });
});

describe('favourites and bookmarks', () => {
  it.each([
    ['favourites', 'like'],
    ['bookmarks', 'bookmark'],
  ])('%s have pages by the Link header', async (name, action) => {
    for (const id of ids.slice(0, 3)) {
      await createUserActions(api).post(ada, `/threads/${id}/${action}`).send({ on: true });
    }
    const first = await list(`/${name}?limit=2`);
    expect(first.ids).toEqual([ids[2], ids[1]]);
    const second = await list(getPath(first.next));
    expect(second.ids).toEqual([ids[0]]);
    expect(second.next).toBeUndefined();
    await api.request.get(`/api/v1/${name}?max_id=x`).set(app.auth).expect(422);
  });
});

describe('notifications', () => {
  it('have the types of Mastodon, pages and filters', async () => {
    const user = await createUser(api);
    const own = await signInWithApp(api, user);
    const actions = createUserActions(api);
    const { id } = await publish(api, user, { fields: { content: 'Notify me' } });
    await actions.follow(ben, user.id).expect(200);
    await actions.post(ben, `/threads/${id}/like`).send({ on: true }).expect(200);
    await publish(api, ben, { fields: { content: 'A reply', parentThreadId: id } });
    await actions.post(ben, `/threads/${id}/repost`).send({ on: true }).expect(200);
    const read = async (query: string) => {
      const path = `/api/v1/notifications${query}`;
      const response = await api.request.get(path).set(own.auth).expect(200);
      return z.array(notificationSchema).parse(response.body);
    };
    const all = await read('');
    expect(all.map(({ type }) => type)).toEqual(['reblog', 'mention', 'favourite', 'follow']);
    expect(all.map(({ account }) => account.id)).toEqual([ben.id, ben.id, ben.id, ben.id]);
    expect(all[2]?.status?.id).toBe(id);
    expect(all[3]?.status).toBeUndefined();
    expect(await read('?types[]=mention')).toEqual([all[1]]);
    expect(await read('?exclude_types[]=reblog&exclude_types[]=follow')).toEqual(all.slice(1, 3));
    expect(await read(`?limit=2&max_id=${all[0]?.id ?? ''}`)).toEqual(all.slice(1, 3));
    expect(await read(`?min_id=${all[3]?.id ?? ''}&limit=1`)).toEqual(all.slice(2, 3));
    const count = () => api.request.get('/api/v1/notifications/unread_count').set(own.auth);
    expect((await count()).body).toEqual({ count: 4 });
    const marker = { notifications: { last_read_id: all[0]?.id } };
    const saved = await api.request.post('/api/v1/markers').set(own.auth).send(marker).expect(200);
    expect(saved.body).toMatchObject(marker);
    expect((await count()).body).toEqual({ count: 0 });
  });
});

describe('markers', () => {
  const path = '/api/v1/markers';
  const save = (id: string) =>
    api.request
      .post(path)
      .set(app.auth)
      .send({ home: { last_read_id: id } });

  it('save how far the user has read, for all apps of the user', async () => {
    const [newest = '', older = ''] = ids;
    expect((await save(older).expect(200)).body).toMatchObject({ home: { last_read_id: older } });
    await save(newest).expect(200);
    const { auth } = await signInWithApp(api, ada);
    const wanted = `${path}?timeline[]=home&timeline[]=notifications&timeline[]=other`;
    const read = await api.request.get(wanted).set(auth).expect(200);
    const updated_at = expect.any(String) as string;
    expect(read.body).toEqual({ home: { last_read_id: newest, version: 1, updated_at } });
    await api.request.get(path).set(auth).expect(200, {});
    const one = await api.request.get(`${path}?timeline=home`).set(auth).expect(200);
    expect(one.body).toEqual(read.body);
    for (const invalid of ['', 'x'.repeat(101), 'a\0b']) await save(invalid).expect(422);
  });

  it('are hidden from other users', async () => {
    await save(randomUUID()).expect(200);
    const { auth } = await signInWithApp(api, ben);
    await api.request.get(`${path}?timeline[]=home`).set(auth).expect(200, {});
  });
});
