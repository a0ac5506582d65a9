import { listThreadLikes, listThreadReactions } from '@skein/contracts/engagement';
import { listThreadQuotes } from '@skein/contracts/feed';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import {
  deleteThread,
  insertFollow,
  insertLike,
  insertReaction,
  insertRepost,
  insertThread,
  insertUser,
} from '../support/factories/threads.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';
import { createUserActions } from '../support/http/user-actions.ts';

let api: TestApi;
let actions: ReturnType<typeof createUserActions>;
let viewer: User;
let author: string;

beforeAll(async () => {
  api = await startTestApi();
  actions = createUserActions(api);
  viewer = await createUser(api);
  author = await insertUser(api.database);
});

afterAll(() => api.close());

/** How a user gets into each list. */
const engage = {
  likes: (userId: string, threadId: string) => insertLike(api.database, userId, threadId),
  reposts: (userId: string, threadId: string) => insertRepost(api.database, userId, threadId),
  reactions: (userId: string, threadId: string) =>
    insertReaction(api.database, userId, threadId, 'wow'),
};

const read = (id: string, list: string, query = '', by = viewer) =>
  actions.read(by, `/threads/${id}/${list}${query}`);

interface Page {
  content: { id: string }[];
  nextCursor: string | null;
}

async function readPage(id: string, list: string, query = '', by = viewer): Promise<Page> {
  return (await read(id, list, query, by).expect(200)).body as Page;
}

const readIds = async (...args: Parameters<typeof readPage>) =>
  (await readPage(...args)).content.map((entry) => entry.id);

describe.each(['likes', 'reposts', 'reactions'] as const)('GET /threads/{threadId}/%s', (list) => {
  it('lists each user once, latest first, by cursor and by page', async () => {
    const id = await insertThread(api.database, author);
    const users: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      const user = await insertUser(api.database);
      await engage[list](user, id);
      users.unshift(user);
    }
    expect(await readIds(id, list)).toEqual(users);
    const first = await readPage(id, list, '?size=2');
    expect(first.content.map((entry) => entry.id)).toEqual(users.slice(0, 2));
    // A new entry does not shift the next page.
    await engage[list](viewer.id, id);
    const cursor = encodeURIComponent(first.nextCursor ?? '');
    expect(await readIds(id, list, `?size=2&cursor=${cursor}`)).toEqual(users.slice(2, 4));
    expect(await readIds(id, list, '?size=2&page=1')).toEqual(users.slice(1, 3));
  });

  it('omits blocked, suspended and private users, except private ones that the viewer follows', async () => {
    const id = await insertThread(api.database, author);
    const [shown, blocked, suspended, hidden, followed] = [
      await insertUser(api.database),
      await insertUser(api.database),
      await insertUser(api.database, { isSuspended: true }),
      await insertUser(api.database, { isPrivate: true }),
      await insertUser(api.database, { isPrivate: true }),
    ];
    for (const user of [shown, blocked, suspended, hidden, followed]) await engage[list](user, id);
    const reader = await createUser(api);
    await actions.block(reader, blocked).expect(200);
    await insertFollow(api.database, reader.id, followed);
    expect(await readIds(id, list, '', reader)).toEqual([followed, shown]);
    // A full page, although hidden users are between.
    expect(await readIds(id, list, '?size=2', reader)).toEqual([followed, shown]);
  });

  it('returns 404 for a thread that is unknown, deleted or hidden from the viewer', async () => {
    const deleted = await insertThread(api.database, author);
    await insertThread(api.database, author, { parentId: deleted });
    await deleteThread(api.database, deleted);
    const stranger = await insertUser(api.database, { isPrivate: true });
    const hidden = await insertThread(api.database, stranger);
    for (const id of [newId(), 'no-id', deleted, hidden]) {
      expectError(await read(id, list), 'not_found');
    }
  });

  it('returns 401 without a session and 400 for an invalid page or cursor', async () => {
    const id = await insertThread(api.database, author);
    expectError(await api.request.get(`/api/threads/${id}/${list}`), 'unauthenticated');
    expectError(await read(id, list, '?size=0'), 'validation_failed');
    expectError(await read(id, list, '?cursor=x'), 'validation_failed');
  });
});

describe('the users of a list', () => {
  it('have the fields of other lists of users', async () => {
    const id = await insertThread(api.database, author);
    const fan = await insertUser(api.database);
    await insertFollow(api.database, viewer.id, fan);
    await insertLike(api.database, fan, id);
    const { content } = listThreadLikes.response.parse((await read(id, 'likes')).body);
    expect(content).toMatchObject([{ id: fan, isFollowing: true, followersCount: 1 }]);
  });

  it('have their reaction', async () => {
    const id = await insertThread(api.database, author);
    const [first, second] = [await insertUser(api.database), await insertUser(api.database)];
    await insertReaction(api.database, first, id, 'sad');
    await insertReaction(api.database, second, id, 'laugh');
    const { content } = listThreadReactions.response.parse((await read(id, 'reactions')).body);
    expect(content.map((user) => [user.id, user.reactionType])).toEqual([
      [second, 'laugh'],
      [first, 'sad'],
    ]);
  });
});

describe('GET /threads/{threadId}/quotes', () => {
  it('lists quotes, newest first, by cursor and by page', async () => {
    const quotedId = await insertThread(api.database, author);
    const quotes: string[] = [];
    for (let index = 0; index < 4; index += 1) {
      quotes.unshift(await insertThread(api.database, author, { quotedId }));
    }
    const first = await readPage(quotedId, 'quotes', '?size=2');
    expect(first.content.map((entry) => entry.id)).toEqual(quotes.slice(0, 2));
    await insertThread(api.database, author, { quotedId });
    const cursor = encodeURIComponent(first.nextCursor ?? '');
    expect(await readIds(quotedId, 'quotes', `?size=2&cursor=${cursor}`)).toEqual(quotes.slice(2));
    const body = (await read(quotedId, 'quotes', '?size=2&page=1')).body as unknown;
    expect(listThreadQuotes.response.parse(body).content).toMatchObject([
      { id: quotes[1], quotedThread: { id: quotedId } },
      { id: quotes[2] },
    ]);
  });

  it('omits deleted quotes and those that the viewer may not see', async () => {
    const quotedId = await insertThread(api.database, author);
    const [stranger, blocked] = [
      await insertUser(api.database, { isPrivate: true }),
      await insertUser(api.database),
    ];
    const shown = await insertThread(api.database, author, { quotedId });
    await insertThread(api.database, stranger, { quotedId });
    await insertThread(api.database, blocked, { quotedId });
    const deleted = await insertThread(api.database, author, { quotedId });
    await deleteThread(api.database, deleted);
    const reader = await createUser(api);
    await actions.block(reader, blocked).expect(200);
    expect(await readIds(quotedId, 'quotes', '', reader)).toEqual([shown]);
    expect(await readIds(quotedId, 'quotes', '?size=1', reader)).toEqual([shown]);
  });

  it('returns 404 for an unknown or hidden thread, 401 without a session', async () => {
    const stranger = await insertUser(api.database, { isPrivate: true });
    const hidden = await insertThread(api.database, stranger);
    for (const id of [newId(), hidden]) expectError(await read(id, 'quotes'), 'not_found');
    expectError(await api.request.get(`/api/threads/${hidden}/quotes`), 'unauthenticated');
  });
});
