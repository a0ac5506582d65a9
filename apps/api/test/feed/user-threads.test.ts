import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import {
  deleteThread,
  insertFollow,
  insertUser,
  insertRepost,
  insertThread,
} from '../support/factories/threads.ts';
import { createListReader, collectIds } from './timelines-support.ts';

let api: TestApi;
let read: ReturnType<typeof createListReader>;
let viewer: User;
let user: string;
let other: string;
let thread: string;
let reply: string;
let quote: string;
let othersThread: string;

beforeAll(async () => {
  api = await startTestApi();
  const { database } = api;
  read = createListReader(api);
  viewer = await createUser(api);
  user = await insertUser(database, { username: 'some.body' });
  other = await insertUser(database);
  othersThread = await insertThread(database, other);
  thread = await insertThread(database, user);
  reply = await insertThread(database, user, { parentId: othersThread });
  quote = await insertThread(database, user, { quotedId: othersThread });
  const deleted = await insertThread(database, user);
  await insertThread(database, other, { parentId: deleted });
  await deleteThread(database, deleted);
  await insertRepost(database, user, othersThread);
  await insertRepost(database, other, thread);
});

afterAll(() => api.close());

async function insertFile(threadId: string): Promise<void> {
  const file = { storageKey: threadId, fileName: 'a.webp', mimeType: 'image/webp', bytes: 1 };
  await api.database.media.create({
    data: { id: newId(), ownerId: user, threadId, type: 'image', ...file },
  });
}

const getPath = (idOrUsername: string) => `/users/${idOrUsername}/threads`;

describe('GET /users/{userIdOrUsername}/threads', () => {
  it('returns threads, quotes and reposts without text, in order', async () => {
    const page = await read.readPage(getPath(user), {}, viewer);
    expect(collectIds(page)).toEqual([othersThread, quote, thread]);
    expect(page).toMatchObject({ page: 0, size: 20, last: true });
    expect(page.content.map(({ repostedBy }) => repostedBy?.id)).toEqual([
      user,
      undefined,
      undefined,
    ]);
    expect(await read.readAll(getPath(user), viewer)).toEqual([othersThread, quote, thread]);
  });

  it('lists a thread once when its author has reposted it', async () => {
    const selfRepost = await insertUser(api.database);
    const older = await insertThread(api.database, selfRepost);
    const newer = await insertThread(api.database, selfRepost);
    await insertRepost(api.database, selfRepost, older);
    expect(await read.readAll(getPath(selfRepost), viewer)).toEqual([older, newer]);
  });

  it('accepts an id and a username in any case', async () => {
    for (const name of ['some.body', 'Some.Body', user.toUpperCase()]) {
      const page = await read.readPage(getPath(name), {}, viewer);
      expect(collectIds(page)).toEqual([othersThread, quote, thread]);
    }
  });

  it('omits reposts of threads that the viewer may not see', async () => {
    const hidden = await insertUser(api.database, { isPrivate: true });
    const reposter = await insertUser(api.database);
    await insertRepost(api.database, reposter, await insertThread(api.database, hidden));
    expect(await read.readAll(getPath(reposter), viewer)).toEqual([]);
  });
});

describe('the replies tab', () => {
  it('returns the replies whose root the viewer may see', async () => {
    const hidden = await insertUser(api.database, { isPrivate: true });
    const root = await insertThread(api.database, hidden);
    const below = await insertThread(api.database, user, { parentId: root });
    expect(await read.readAll(getPath(user), viewer, { tab: 'replies' })).toEqual([reply]);
    await insertFollow(api.database, viewer.id, hidden);
    expect(await read.readAll(getPath(user), viewer, { tab: 'replies' })).toEqual([below, reply]);
  });
});

describe('the media tab', () => {
  it('returns threads and replies with files', async () => {
    expect(await read.readAll(getPath(user), viewer, { tab: 'media' })).toEqual([]);
    await insertFile(thread);
    await insertFile(reply);
    expect(await read.readAll(getPath(user), viewer, { tab: 'media' })).toEqual([reply, thread]);
  });
});

describe('a rejected request for threads of a user', () => {
  it('returns 401 without a session', async () => {
    expectError(await api.request.get(`/api${getPath(user)}?tab=x`), 'unauthenticated');
  });

  it('returns the same 404 for an unknown, hidden, suspended or blocking user', async () => {
    const { database } = api;
    const blocker = await insertUser(database);
    const blocked = await insertUser(database);
    await database.block.create({ data: { blockerId: blocker, blockedId: viewer.id } });
    await database.block.create({ data: { blockerId: viewer.id, blockedId: blocked } });
    const names = [
      newId(),
      'nobody.at.all',
      'no such name',
      await insertUser(database, { isPrivate: true }),
      await insertUser(database, { isSuspended: true }),
      blocker,
      blocked,
    ];
    const bodies = new Set<string>();
    for (const name of names) {
      for (const tab of ['threads', 'replies', 'media', 'likes']) {
        const response = await read.request(getPath(encodeURIComponent(name)), { tab }, viewer);
        const { requestId: _, ...body } = expectError(response, 'not_found');
        bodies.add(JSON.stringify(body));
      }
    }
    expect(bodies.size).toBe(1);
  });

  it('returns 404 for the likes of another user', async () => {
    expectError(await read.request(getPath(user), { tab: 'likes' }, viewer), 'not_found');
    await read.request(getPath(viewer.username), { tab: 'likes' }, viewer).expect(200);
  });

  it('accepts requests of followers of a private account', async () => {
    const hidden = await insertUser(api.database, { isPrivate: true });
    const id = await insertThread(api.database, hidden);
    await insertFollow(api.database, viewer.id, hidden);
    expect(await read.readAll(getPath(hidden), viewer)).toEqual([id]);
  });

  it.each([
    { tab: 'everything' },
    { tab: ['likes', 'likes'] },
    { size: 0 },
    { size: 101 },
    { page: 'x' },
    { page: 501, size: 20 },
    { cursor: 'nonsense' },
  ])('returns 400 for %j', async (query) => {
    expectError(await read.request(getPath(user), query, viewer), 'validation_failed');
  });

  it('returns 400 for a cursor of another tab or user', async () => {
    const { nextCursor } = await read.readPage(getPath(user), { size: 1 }, viewer);
    const cursor = nextCursor ?? '';
    await read.request(getPath('SOME.body'), { cursor }, viewer).expect(200);
    for (const [name, tab] of [
      [user, 'replies'],
      [other, 'threads'],
      [viewer.id, 'likes'],
    ] as const) {
      expectError(await read.request(getPath(name), { cursor, tab }, viewer), 'validation_failed');
    }
  });
});
