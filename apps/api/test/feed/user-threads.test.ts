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
  insertMember,
  insertRepost,
  insertThread,
} from '../support/factories/threads.ts';
import { createReading, idsOf } from './timelines-support.ts';

let api: TestApi;
let read: ReturnType<typeof createReading>;
let viewer: User;
let person: string;
let other: string;
let thread: string;
let reply: string;
let quote: string;
let foreign: string;

beforeAll(async () => {
  api = await startTestApi();
  const { database } = api;
  read = createReading(api);
  viewer = await createUser(api);
  person = await insertMember(database, { username: 'some.body' });
  other = await insertMember(database);
  foreign = await insertThread(database, other);
  thread = await insertThread(database, person);
  reply = await insertThread(database, person, { parentId: foreign });
  quote = await insertThread(database, person, { quotedId: foreign });
  const deleted = await insertThread(database, person);
  await insertThread(database, other, { parentId: deleted });
  await deleteThread(database, deleted);
  await insertRepost(database, person, foreign);
  await insertRepost(database, other, thread);
});

afterAll(() => api.close());

async function insertFile(threadId: string): Promise<void> {
  const file = { storageKey: threadId, fileName: 'a.webp', mimeType: 'image/webp', bytes: 1 };
  await api.database.media.create({
    data: { id: newId(), ownerId: person, threadId, type: 'image', ...file },
  });
}

const pathOf = (idOrUsername: string) => `/users/${idOrUsername}/threads`;

describe('threads of a person', () => {
  it('are threads, quotes and plain reposts, each at its place', async () => {
    const page = await read.readPage(pathOf(person), {}, viewer);
    expect(idsOf(page)).toEqual([foreign, quote, thread]);
    expect(page).toMatchObject({ page: 0, size: 20, last: true });
    expect(page.content.map(({ repostedBy }) => repostedBy?.id)).toEqual([
      person,
      undefined,
      undefined,
    ]);
    expect(await read.readAll(pathOf(person), viewer)).toEqual([foreign, quote, thread]);
  });

  it('stand there once, when they reposted their own', async () => {
    const selfish = await insertMember(api.database);
    const older = await insertThread(api.database, selfish);
    const newer = await insertThread(api.database, selfish);
    await insertRepost(api.database, selfish, older);
    expect(await read.readAll(pathOf(selfish), viewer)).toEqual([older, newer]);
  });

  it('are found by id and by username in any case', async () => {
    for (const name of ['some.body', 'Some.Body', person.toUpperCase()]) {
      const page = await read.readPage(pathOf(name), {}, viewer);
      expect(idsOf(page)).toEqual([foreign, quote, thread]);
    }
  });

  it('do not hold reposts of what one may not see', async () => {
    const hidden = await insertMember(api.database, { isPrivate: true });
    const reposter = await insertMember(api.database);
    await insertRepost(api.database, reposter, await insertThread(api.database, hidden));
    expect(await read.readAll(pathOf(reposter), viewer)).toEqual([]);
  });
});

describe('replies of a person', () => {
  it('are those alone, where one may see the root', async () => {
    const hidden = await insertMember(api.database, { isPrivate: true });
    const root = await insertThread(api.database, hidden);
    const below = await insertThread(api.database, person, { parentId: root });
    expect(await read.readAll(pathOf(person), viewer, { tab: 'replies' })).toEqual([reply]);
    await insertFollow(api.database, viewer.id, hidden);
    expect(await read.readAll(pathOf(person), viewer, { tab: 'replies' })).toEqual([below, reply]);
  });
});

describe('media of a person', () => {
  it('are threads and replies with files', async () => {
    expect(await read.readAll(pathOf(person), viewer, { tab: 'media' })).toEqual([]);
    await insertFile(thread);
    await insertFile(reply);
    expect(await read.readAll(pathOf(person), viewer, { tab: 'media' })).toEqual([reply, thread]);
  });
});

describe('what is refused', () => {
  it('is anybody without a session', async () => {
    expectError(await api.request.get(`/api${pathOf(person)}?tab=x`), 'unauthenticated');
  });

  it('is who is unknown, hidden, suspended or behind a block, all the same', async () => {
    const { database } = api;
    const blocker = await insertMember(database);
    const blocked = await insertMember(database);
    await database.block.create({ data: { blockerId: blocker, blockedId: viewer.id } });
    await database.block.create({ data: { blockerId: viewer.id, blockedId: blocked } });
    const names = [
      newId(),
      'nobody.at.all',
      'no such name',
      await insertMember(database, { isPrivate: true }),
      await insertMember(database, { isSuspended: true }),
      blocker,
      blocked,
    ];
    const bodies = new Set<string>();
    for (const name of names) {
      for (const tab of ['threads', 'replies', 'media', 'likes']) {
        const answer = await read.request(pathOf(encodeURIComponent(name)), { tab }, viewer);
        const { requestId: _, ...body } = expectError(answer, 'not_found');
        bodies.add(JSON.stringify(body));
      }
    }
    expect(bodies.size).toBe(1);
  });

  it('is what others liked', async () => {
    expectError(await read.request(pathOf(person), { tab: 'likes' }, viewer), 'not_found');
    await read.request(pathOf(viewer.username), { tab: 'likes' }, viewer).expect(200);
  });

  it('is not what a private account shows those it approved', async () => {
    const hidden = await insertMember(api.database, { isPrivate: true });
    const id = await insertThread(api.database, hidden);
    await insertFollow(api.database, viewer.id, hidden);
    expect(await read.readAll(pathOf(hidden), viewer)).toEqual([id]);
  });

  it.each([
    { tab: 'everything' },
    { tab: ['likes', 'likes'] },
    { size: 0 },
    { size: 101 },
    { page: 'x' },
    { page: 501, size: 20 },
    { cursor: 'nonsense' },
  ])('is %j', async (query) => {
    expectError(await read.request(pathOf(person), query, viewer), 'validation_failed');
  });

  it('is a cursor of another tab or person', async () => {
    const { nextCursor } = await read.readPage(pathOf(person), { size: 1 }, viewer);
    const cursor = nextCursor ?? '';
    await read.request(pathOf('SOME.body'), { cursor }, viewer).expect(200);
    for (const [name, tab] of [
      [person, 'replies'],
      [other, 'threads'],
      [viewer.id, 'likes'],
    ] as const) {
      expectError(await read.request(pathOf(name), { cursor, tab }, viewer), 'validation_failed');
    }
  });
});
