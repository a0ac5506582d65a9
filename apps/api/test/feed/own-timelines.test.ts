import { cursorMaxLength } from '@skein/contracts/limits';
import { threadSchema } from '@skein/contracts/threads';
import { listBookmarkedThreads, listMyThreads } from '@skein/contracts/feed';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { encryptCursor } from '../support/http/cursors.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import {
  deleteThread,
  insertBookmark,
  insertFollow,
  insertLike,
  insertUser,
  insertRepost,
  insertThread,
} from '../support/factories/threads.ts';
import { createListReader, collectIds } from './timelines-support.ts';
import type { Parameters } from './timelines-support.ts';

let api: TestApi;
let read: ReturnType<typeof createListReader>;
let author: string;

beforeAll(async () => {
  api = await startTestApi();
  read = createListReader(api);
  author = await insertUser(api.database);
});

afterAll(() => api.close());

describe('GET /threads/my-threads', () => {
  const path = '/threads/my-threads';

  async function listOwn(as: User, query: Parameters = {}) {
    return listMyThreads.response.parse((await read.request(path, query, as).expect(200)).body);
  }

  it('returns threads, quotes and replies, newest first, with statistics', async () => {
    const viewer = await createUser(api);
    const other = await insertThread(api.database, author);
    const ownThreads = [
      await insertThread(api.database, viewer.id),
      await insertThread(api.database, viewer.id, { parentId: other }),
      await insertThread(api.database, viewer.id, {
        quotedId: other,
        replyPermission: 'FOLLOWERS',
      }),
    ].toReversed();
    const deleted = await insertThread(api.database, viewer.id);
    await insertThread(api.database, author, { parentId: deleted });
    await deleteThread(api.database, deleted);
    await insertRepost(api.database, viewer.id, other);
    await insertRepost(api.database, viewer.id, ownThreads[2] ?? '');
    for (const id of ownThreads.slice(1)) await insertLike(api.database, author, id);
    await insertLike(api.database, viewer.id, other);

    const stats = { totalPosts: 3, publicPosts: 2, privatePosts: 1, totalLikes: 2 };
    const page = await listOwn(viewer);
    expect(collectIds(page)).toEqual(ownThreads);
    expect(page).toMatchObject({ page: 0, size: 100, last: true, stats });
    expect(await listOwn(viewer, { size: 1, page: 2 })).toMatchObject({ last: true, stats });
    const first = await listOwn(viewer, { size: 2 });
    const second = await listOwn(viewer, { size: 2, cursor: first.nextCursor ?? '' });
    expect([...collectIds(first), ...collectIds(second)]).toEqual(ownThreads);
    expect(second).toMatchObject({ page: null, last: true, nextCursor: null, stats });
  });

  it('is empty for a user without threads', async () => {
    const stats = { totalPosts: 0, publicPosts: 0, privatePosts: 0, totalLikes: 0 };
    expect(await listOwn(await createUser(api))).toMatchObject({
      content: [],
      last: true,
      stats,
    });
  });
});

describe.each([
  ['liked', insertLike, '/users/{me}/threads', { tab: 'likes' }],
  ['bookmarked', insertBookmark, '/threads/bookmarked', {}],
] as const)('the list of threads that the viewer %s', (_, insertRow, template, query) => {
  const getPath = (viewer: User) => template.replace('{me}', viewer.id);

  /** Adds a like or bookmark to each thread, in this order, one per minute. */
  async function addInOrder(viewer: User, threadIds: readonly string[]): Promise<void> {
    for (const [minute, threadId] of threadIds.entries()) {
      await insertRow(api.database, viewer.id, threadId);
      const data = { createdAt: new Date(Date.UTC(2026, 0, 1, 12, minute)) };
      await api.database.like.updateMany({ where: { userId: viewer.id, threadId }, data });
      await api.database.bookmark.updateMany({ where: { userId: viewer.id, threadId }, data });
    }
  }

  it('is sorted by the latest like or bookmark, and pages by number and cursor', async () => {
    const viewer = await createUser(api);
    const ids: string[] = [];
    for (let number = 0; number < 5; number += 1)
      ids.push(await insertThread(api.database, author));
    const addedIds = [2, 0, 4, 1, 3].map((index) => ids[index] ?? '');
    await addInOrder(viewer, addedIds);
    expect(await read.readAll(getPath(viewer), viewer, query)).toEqual(addedIds.toReversed());
    const page = await read.readPage(getPath(viewer), { ...query, size: 2, page: 1 }, viewer);
    expect(collectIds(page)).toEqual(addedIds.toReversed().slice(2, 4));
    expect(page).toMatchObject({ page: 1, size: 2, last: false });
  });

  it('has a total order within one millisecond', async () => {
    const viewer = await createUser(api);
    const ids: string[] = [];
    for (let number = 0; number < 5; number += 1) {
      ids.unshift(await insertThread(api.database, author));
      await insertRow(api.database, viewer.id, ids[0] ?? '');
    }
    const data = { createdAt: new Date('2026-01-02T03:04:05.678Z') };
    await api.database.like.updateMany({ where: { userId: viewer.id }, data });
    await api.database.bookmark.updateMany({ where: { userId: viewer.id }, data });
    expect(await read.readAll(getPath(viewer), viewer, query)).toEqual(ids);
  });

  it('omits threads that the viewer can no longer see', async () => {
    const viewer = await createUser(api);
    const privateAuthor = await insertUser(api.database);
    const root = await insertThread(api.database, privateAuthor);
    const visible = await insertThread(api.database, author);
    const addedIds = [
      root,
      await insertThread(api.database, author, { parentId: root }),
      visible,
      await insertThread(api.database, privateAuthor),
    ];
    await addInOrder(viewer, addedIds);
    expect(await read.readAll(getPath(viewer), viewer, query)).toEqual(addedIds.toReversed());
    await api.database.user.update({ where: { id: privateAuthor }, data: { isPrivate: true } });
    expect(await read.readAll(getPath(viewer), viewer, query)).toEqual([visible]);
    const full = await read.readPage(getPath(viewer), { ...query, size: 1 }, viewer);
    expect(full).toMatchObject({ last: true, nextCursor: null });
    await insertFollow(api.database, viewer.id, privateAuthor);
    expect(await read.readAll(getPath(viewer), viewer, query)).toEqual(addedIds.toReversed());
  });
});

describe('GET /threads/liked', () => {
  it('returns the latest ten', async () => {
    const viewer = await createUser(api);
    const ids: string[] = [];
    for (let number = 0; number < 11; number += 1) {
      ids.unshift(await insertThread(api.database, author));
      await insertLike(api.database, viewer.id, ids[0] ?? '');
    }
    const list = async (query: Parameters) => {
      const response = await read.request('/threads/liked', query, viewer).expect(200);
      return threadSchema.strict().array().parse(response.body);
    };
    expect((await list({})).map(({ id }) => id)).toEqual(ids.slice(0, 10));
    expect((await list({ limit: 50 })).map(({ isLiked }) => isLiked)).toEqual(ids.map(() => true));
  });
});

describe('a rejected list request', () => {
  const paths = ['/threads/my-threads', '/threads/liked', '/threads/bookmarked'];

  it.each(paths)('returns 401 for %s without a session', async (path) => {
    expectError(await api.request.get(`/api${path}?size=0&limit=0`), 'unauthenticated');
  });

  const bad: [string, Parameters][] = [
    ...paths.flatMap((path) => {
      const name = path.endsWith('liked') ? 'limit' : 'size';
      const values = [0, 101, -1, 'x', '1.5', ['5', '6']];
      return values.map((value): [string, Parameters] => [path, { [name]: value }]);
    }),
    ['/threads/liked', { limit: 51 }],
    ['/threads/bookmarked', { page: 101, size: 100 }],
    ['/threads/my-threads', { cursor: 'nonsense' }],
    ['/threads/bookmarked', { cursor: '' }],
    ['/threads/bookmarked', { cursor: 'x'.repeat(cursorMaxLength + 1) }],
  ];
  it.each(bad)('returns 400 for %s with %j', async (path, query) => {
    expectError(await read.request(path, query, await createUser(api)), 'validation_failed');
  });

  it('returns 400 for a cursor of another list, of another user, or a modified one', async () => {
    const viewer = await createUser(api);
    const bookmarked = (...parts: unknown[]): [string, string] => [
      '/threads/bookmarked',
      encryptCursor(listBookmarkedThreads, viewer, JSON.stringify(parts)),
    ];
    const cursorOfOwn = (...parts: unknown[]): [string, string] => [
      '/threads/my-threads',
      encryptCursor(listMyThreads, viewer, JSON.stringify(parts)),
    ];
    const position = `1790000000000.${newId()}`;
    const good = [
      bookmarked(1, 'bookmarks', position),
      cursorOfOwn(1, `written:${viewer.id}`, newId()),
    ];
    const modified: [string, string][] = [
      bookmarked(2, 'bookmarks', position),
      bookmarked(1, 'likes', position),
      bookmarked(1, 'bookmarks', newId()),
      bookmarked(1, 'bookmarks', `179000000000.${newId()}`),
      bookmarked(1, 'bookmarks', '1790000000000.x'),
      cursorOfOwn(1, `written:${newId()}`, newId()),
      cursorOfOwn(1, `written:${viewer.id}`, 'x'),
    ];
    for (const [path, cursor] of good) {
      expect((await read.request(path, { cursor }, viewer)).status).toBe(200);
    }
    for (const [path, cursor] of modified) {
      const { errors } = expectError(
        await read.request(path, { cursor }, viewer),
        'validation_failed',
      );
      expect(errors?.map((error) => error.path)).toEqual(['cursor']);
    }
  });
});
