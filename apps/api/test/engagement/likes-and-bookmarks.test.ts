import { bookmarkFoldersMax } from '@skein/contracts/limits';
import type { BookmarkFolder } from '@skein/contracts/bookmarks';
import type { FoundThreadsPage } from '@skein/contracts/search';
import type { ThreadPage } from '@skein/contracts/threads';
import { bookmarkThread, likeThread, repostThread } from '@skein/contracts/engagement';
import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { readThread } from '../support/factories/publish.ts';
import {
  deleteThread,
  insertFollow,
  insertUser,
  insertThread,
} from '../support/factories/threads.ts';

let api: TestApi;
let viewer: User;
let author: string;

beforeAll(async () => {
  // One user sends more requests than allowed.
  api = await startTestApi({ limits: 'off' });
  viewer = await createUser(api);
  author = await insertUser(api.database);
});

afterAll(() => api.close());

type Action = 'like' | 'bookmark' | 'repost';

const responses = {
  like: likeThread.response.strict(),
  bookmark: bookmarkThread.response.strict(),
  repost: repostThread.response.strict(),
};

const send = (action: Action, id: string, body: Record<string, unknown> = {}, as = viewer) =>
  api.request.post(`/api/threads/${id}/${action}`).set(as.auth).send(body);

/** The new state, and the counter if the response contains it. */
async function toggle(action: Action, id: string, body: Record<string, unknown> = {}, as = viewer) {
  const response = responses[action].parse((await send(action, id, body, as).expect(200)).body);
  if ('isLiked' in response) return [response.isLiked, response.likesCount];
  if ('isReposted' in response) return [response.isReposted, response.repostsCount];
  return [response.isBookmarked, null];
}

const each = describe.each<[Action, number | null, number | null]>([
  ['like', 1, 0],
  ['bookmark', null, null],
  ['repost', 1, 0],
]);

each('%s', (action, countWhenOn, countWhenOff) => {
  it('toggles', async () => {
    const id = await insertThread(api.database, author);
    expect(await toggle(action, id)).toEqual([true, countWhenOn]);
    expect(await toggle(action, id)).toEqual([false, countWhenOff]);
    expect(await toggle(action, id)).toEqual([true, countWhenOn]);
  });

  it('sets the state by JSON or form, and repeating it changes nothing', async () => {
    const id = await insertThread(api.database, author);
    const values = [false, true, true, 'false', 'false', 'true'];
    for (const on of values) {
      const isOn = String(on) === 'true';
      expect(await toggle(action, id, { on })).toEqual([isOn, isOn ? countWhenOn : countWhenOff]);
    }
    const form = api.request
      .post(`/api/threads/${id}/${action}`)
      .set(viewer.auth)
      .field('on', 'true');
    expect((await form.expect(200)).body).toMatchObject({ success: true });
    expect(await toggle(action, id, { on: true })).toEqual([true, countWhenOn]);
  });

  it('is visible in the thread only to the same user', async () => {
    const other = await createUser(api);
    const id = await insertThread(api.database, author);
    await toggle(action, id);
    const flags = ({ isLiked, isReposted, isBookmarked }: Record<string, unknown>) =>
      [isLiked, isReposted, isBookmarked].filter(Boolean).length;
    expect(flags(await readThread(api, viewer, id))).toBe(1);
    expect(flags(await readThread(api, other, id))).toBe(0);
  });

  it('returns 401 without a session', async () => {
    const id = await insertThread(api.database, author);
    const path = `/api/threads/${id}/${action}`;
    expectError(await api.request.post(path).send({ on: 'maybe' }), 'unauthenticated');
  });

  it('returns the same 404 for every thread that the viewer may not see', async () => {
    const hidden = await insertUser(api.database, { isPrivate: true });
    const blocker = await insertUser(api.database);
    await api.database.block.create({ data: { blockerId: blocker, blockedId: viewer.id } });
    const stub = await insertThread(api.database, author);
    await insertThread(api.database, author, { parentId: stub });
    await deleteThread(api.database, stub);
    await api.request.get(`/api/threads/${stub}`).set(viewer.auth).expect(200);
    const ids = [
      newId(),
      'nonsense',
      stub,
      await insertThread(api.database, hidden),
      await insertThread(api.database, blocker),
    ];
    const errorBodies = ids.map(async (id) => {
      const { requestId: _, ...body } = expectError(await send(action, id), 'not_found');
      return JSON.stringify(body);
    });
    expect(new Set(await Promise.all(errorBodies)).size).toBe(1);
  });

  it.each([{ on: 'maybe' }, { on: 1 }, { on: null }, { on: [true, false] }, { on: { is: true } }])(
    'returns 400 for %j',
    async (body) => {
      const id = await insertThread(api.database, author);
      const { errors } = expectError(await send(action, id, body), 'validation_failed');
      expect(errors?.map(({ path }) => path)).toEqual(['on']);
      expect(await toggle(action, id, { on: false })).toEqual([false, countWhenOff]);
    },
  );

  it('returns 400 for a repeated field', async () => {
    const id = await insertThread(api.database, author);
    const request = api.request.post(`/api/threads/${id}/${action}`).set(viewer.auth);
    expectError(await request.field('on', ['true', 'true']), 'validation_failed');
  });
});

describe('likes and bookmarks', () => {
  it.each(['like', 'bookmark'] as const)(
    'can %s a thread of a private account that the viewer follows',
    async (action) => {
      const hidden = await insertUser(api.database, { isPrivate: true });
      await insertFollow(api.database, viewer.id, hidden);
      const id = await insertThread(api.database, hidden);
      expect((await toggle(action, id))[0]).toBe(true);
    },
  );
});

it('keeps every counter equal to the number of rows', async () => {
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});

let owner: User;
const folders = '/api/bookmark-folders';
const sendFolder = (name: unknown) => api.request.post(folders).set(owner.auth).send({ name });
const create = async (name: string) => (await sendFolder(name).expect(201)).body as BookmarkFolder;
const rename = (id: string, name: string) =>
  api.request.put(`${folders}/${id}`).set(owner.auth).send({ name });
const save = (threadId: string, folderId: string | null, by = owner) =>
  api.request.put(`/api/threads/${threadId}/bookmark`).set(by.auth).send({ folderId });

async function read<Body>(path: string): Promise<Body> {
  return (await api.request.get(`/api${path}`).set(owner.auth).expect(200)).body as Body;
}

const names = async () =>
  (await read<BookmarkFolder[]>('/bookmark-folders')).map(({ name }) => name);
const idsIn = async (path: string) => (await read<ThreadPage>(path)).content.map(({ id }) => id);
const find = async (query: string) =>
  (
    await read<FoundThreadsPage>(`/threads/search?sort=recent&q=${encodeURIComponent(query)}`)
  ).content.map(({ id }) => id);

describe('bookmark folders', () => {
  beforeEach(async () => {
    owner = await createUser(api);
  });

  it('are created, renamed, ordered and deleted, and their bookmarks remain', async () => {
    const [recipes, later] = [await create('Recipes'), await create('Later')];
    const threadId = await insertThread(api.database, author);
    await save(threadId, recipes.id).expect(200);
    await api.request
      .put(`${folders}/order`)
      .set(owner.auth)
      .send({ ids: [later.id] })
      .expect(200);
    expect(await names()).toEqual(['Later', 'Recipes']);
    expect((await rename(recipes.id, 'RECIPES').expect(200)).body).toMatchObject({
      id: recipes.id,
      name: 'RECIPES',
    });
    await api.request.delete(`${folders}/${recipes.id}`).set(owner.auth).expect(200);
    expect(await names()).toEqual(['Later']);
    expect(await read(`/threads/${threadId}/bookmark`)).toEqual({
      isBookmarked: true,
      folderId: null,
    });
    expectError(await api.request.delete(`${folders}/${recipes.id}`).set(owner.auth), 'not_found');
  });

  it('cannot have the same name, regardless of case, but those of other users can', async () => {
    const { id } = await create('Über “Wolle”');
    const other = await create('Other');
    expectError(await sendFolder('über wolle'), 'conflict');
    expectError(await rename(other.id, 'ÜBER WOLLE'), 'conflict');
    await rename(id, 'über Wolle').expect(200);
    owner = await createUser(api);
    await create('Über Wolle');
  });

  it.each([[''], ['x'.repeat(41)], [7]])('reject the name %j', async (name) => {
    expectError(await sendFolder(name), 'validation_failed');
  });

  it('are limited and unique, also for concurrent requests', async () => {
    const twins = await Promise.all([sendFolder('A'), sendFolder('a')]);
    expect(twins.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    const data = Array.from({ length: bookmarkFoldersMax - 2 }, (_, index) => {
      const name = String(index);
      return { id: newId(), ownerId: owner.id, name, nameKey: name };
    });
    await api.database.bookmarkFolder.createMany({ data });
    const last = await Promise.all([sendFolder('B'), sendFolder('C')]);
    expect(last.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  });

  it('look nonexistent to other users', async () => {
    const { id } = await create('Secret');
    const threadId = await insertThread(api.database, author);
    await save(threadId, id).expect(200);
    owner = await createUser(api);
    const { request } = api;
    const results = await Promise.all([
      request.get(`${folders}/${id}/threads`).set(owner.auth),
      request.get(`${folders}/nothing/threads`).set(owner.auth),
      rename(id, 'x'),
      request.delete(`${folders}/${id}`).set(owner.auth),
      save(threadId, id),
      save(threadId, newId()),
      save(newId(), null),
      request.get(`/api/threads/${newId()}/bookmark`).set(owner.auth),
    ]);
    for (const response of results) expectError(response, 'not_found');
    expect(await names()).toEqual([]);
    expect(await find('folder:secret')).toEqual([]);
    // The failed requests have not bookmarked the thread.
    expect(await read(`/threads/${threadId}/bookmark`)).toMatchObject({ isBookmarked: false });
    expectError(await request.get(folders), 'unauthenticated');
  });

  it('contain bookmarks, which can be moved and taken out', async () => {
    const [recipes, later] = [await create('Recipes'), await create('Read later')];
    const ids: string[] = [];
    for (const content of ['bread and wool', 'wool', 'wool elsewhere']) {
      ids.push(await insertThread(api.database, author, { content }));
    }
    const [first = '', second = '', third = ''] = ids;
    for (const id of [first, second]) await save(id, recipes.id).expect(200);
    await save(third, later.id).expect(200);
    const path = `/bookmark-folders/${recipes.id}/threads`;
    expect(await idsIn(path)).toEqual([second, first]);
    const { nextCursor } = await read<ThreadPage>(`${path}?size=1`);
    expect(await idsIn(`${path}?size=1&cursor=${nextCursor}`)).toEqual([first]);
    const foreign = `${folders}/${later.id}/threads?cursor=${nextCursor}`;
    expectError(await api.request.get(foreign).set(owner.auth), 'validation_failed');
    expect(await find('folder:recipes')).toEqual([second, first]);
    expect(await find('folder:"READ later" wool')).toEqual([third]);
    expect(await find('folder:recipes folder:"read later"')).toEqual([]);
    expect(await find('folder:recipes in:bookmarks bread')).toEqual([first]);
    await save(second, later.id).expect(200);
    await save(first, null).expect(200);
    expect(await idsIn(path)).toEqual([]);
    expect(await idsIn('/threads/bookmarked')).toEqual([third, second, first]);
    const { bookmarksCount } = await api.database.thread.findFirstOrThrow({
      where: { id: second },
    });
    expect(bookmarksCount).toBe(1);
  });

  it('stay consistent when a bookmark is moved and removed at the same time', async () => {
    const { id: folderId } = await create('Recipes');
    const threadId = await insertThread(api.database, author);
    const remove = () =>
      api.request.post(`/api/threads/${threadId}/bookmark`).set(owner.auth).send({ on: false });
    const drop = () => api.request.delete(`${folders}/${folderId}`).set(owner.auth);
    const results = await Promise.all([
      save(threadId, folderId),
      remove(),
      save(threadId, null),
      drop(),
      save(threadId, folderId),
    ]);
    for (const { status } of results) expect([200, 404]).toContain(status);
    const rows = await api.database.bookmark.findMany({ where: { threadId } });
    const thread = await api.database.thread.findFirstOrThrow({ where: { id: threadId } });
    expect(thread.bookmarksCount).toBe(rows.length);
    expect(rows.map((row) => row.folderId).filter((id) => id !== null)).toEqual([]);
  });
});
