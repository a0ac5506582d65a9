import { cursorMaxLength } from '@skein/contracts/limits';
import { listFeed, threadSchema } from '@skein/contracts/threads';
import type { ThreadPage } from '@skein/contracts/threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { encodeFeedCursor } from '../../src/modules/feed/feed-cursor.ts';
import { createFeedModule } from '../../src/modules/feed/index.ts';
import { newId } from '../../src/platform/ids.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createThreadsOn } from '../support/threads-module.ts';
import { encryptCursor } from '../support/http/cursors.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import {
  insertFollow,
  insertUser,
  insertPoll,
  insertRepost,
  insertThread,
} from '../support/factories/threads.ts';

const feedPage = listFeed.response.extend({ content: z.array(threadSchema.strict()) }).strict();

let api: TestApi;
let reader: User;
let followee: string;
let otherAuthor: string;
/** Newest first. */
const threads: string[] = [];

beforeAll(async () => {
  api = await startTestApi();
  const { database } = api;
  reader = await createUser(api);
  followee = await insertUser(database, { username: 'followee' });
  otherAuthor = await insertUser(database);
  await insertFollow(database, reader.id, followee);
  for (let number = 0; number < 30; number += 1) {
    const quotedId = number % 5 === 4 ? { quotedId: threads[2] ?? '' } : {};
    const content = `Thread ${number}`;
    const id = await insertThread(database, otherAuthor, { content, ...quotedId });
    await insertPoll(database, id, { expiresAt: new Date(), voterId: reader.id });
    await database.threadMention.create({ data: { threadId: id, userId: followee } });
    threads.unshift(id);
  }
  await insertThread(database, otherAuthor, { parentId: threads[0] ?? '', content: 'A reply' });
});

afterAll(() => api.close());

type Parameters = Record<string, string | number | string[]>;

const request = (query: Parameters = {}) =>
  api.request.get('/api/threads').query(query).set(reader.auth);

async function list(query: Parameters = {}): Promise<ThreadPage> {
  return feedPage.parse((await request(query).expect(200)).body);
}

const collectIds = (page: ThreadPage) => page.content.map(({ id }) => id);

describe('GET /threads?feed=all', () => {
  it('returns 20 threads, newest first, without replies', async () => {
    const page = await list();
    expect(page).toMatchObject({ page: 0, size: 20, last: false });
    expect(collectIds(page)).toEqual(threads.slice(0, 20));
  });

  it('pages by number and by cursor', async () => {
    const first = await list({ size: 12 });
    const second = await list({ size: 12, page: 1 });
    const next = await list({ size: 12, cursor: first.nextCursor ?? '' });
    expect(collectIds(second)).toEqual(threads.slice(12, 24));
    expect(next).toMatchObject({ page: null, size: 12, content: second.content, last: false });
    const third = await list({ size: 12, cursor: next.nextCursor ?? '' });
    expect(third).toMatchObject({ last: true, nextCursor: null });
    expect(collectIds(third)).toEqual(threads.slice(24));
  });

  it.each([
    [29, false, 29],
    [30, true, 30],
    [31, true, 30],
  ])('marks the last page for size %i', async (size, last, length) => {
    const page = await list({ size });
    expect({ last: page.last, length: page.content.length }).toEqual({ last, length });
    expect(page.nextCursor === null).toBe(last);
  });

  it('is empty after the last page', async () => {
    expect(await list({ page: 7 })).toEqual({
      content: [],
      page: 7,
      size: 20,
      last: true,
      nextCursor: null,
      announcements: null,
    });
  });
});

describe('GET /threads?feed=following', () => {
  it('lists a thread at its newest repost, with the reposter', async () => {
    const reposted = threads[20] ?? '';
    const ownThread = await insertThread(api.database, reader.id);
    await insertRepost(api.database, followee, reposted);
    await insertRepost(api.database, otherAuthor, ownThread);
    const page = await list({ feed: 'following' });
    expect(collectIds(page)).toEqual([reposted, ownThread]);
    expect(page.content.map(({ repostedBy }) => repostedBy)).toEqual([
      { id: followee, username: 'followee', name: 'Member followee' },
      null,
    ]);
    await insertRepost(api.database, reader.id, reposted);
    const again = await list({ feed: 'following' });
    expect(again.content.map(({ repostedBy }) => repostedBy?.id)).toEqual([reader.id, undefined]);
  });
});

describe('a rejected feed request', () => {
  it('returns 401 without a session', async () => {
    expectError(await api.request.get('/api/threads'), 'unauthenticated');
    expectError(await api.request.get('/api/threads?size=0'), 'unauthenticated');
  });

  it.each<[Parameters, string]>([
    [{ size: 0 }, 'size'],
    [{ size: 101 }, 'size'],
    [{ size: 'abc' }, 'size'],
    [{ size: '1.5' }, 'size'],
    [{ size: ['5', '6'] }, 'size'],
    [{ page: -1 }, 'page'],
    [{ page: 101, size: 100 }, 'page'],
    [{ feed: 'nobody' }, 'feed'],
    [{ feed: ['all', 'all'] }, 'feed'],
    [{ cursor: '' }, 'cursor'],
    [{ cursor: 'nonsense' }, 'cursor'],
    [{ cursor: 'x'.repeat(cursorMaxLength + 1) }, 'cursor'],
  ])('returns 400 for %j', async (query, path) => {
    const { errors } = expectError(await request(query), 'validation_failed');
    expect(errors?.map((error) => error.path)).toEqual([path]);
  });

  it('returns 400 for a cursor of another feed or a modified one', async () => {
    const position = encodeFeedCursor({ feed: 'all', below: newId(), newestKey: newId() });
    const cursor = encryptCursor(listFeed, reader, position);
    await request({ cursor }).expect(200);
    expectError(await request({ cursor, feed: 'following' }), 'validation_failed');
    for (const modified of [`${cursor}!`, `${cursor} `, cursor.slice(1), `${cursor}AAAA`]) {
      expectError(await request({ cursor: modified }), 'validation_failed');
    }
    for (const malformed of ['[1,"all"]', '[2,"all","a","b"]', '[1,"all","a","b"]', '{']) {
      const modified = encryptCursor(listFeed, reader, malformed);
      expectError(await request({ cursor: modified }), 'validation_failed');
    }
  });

  it('accepts the highest page number', async () => {
    await request({ page: 100, size: 100 }).expect(200);
    await request({ page: 100, size: 100, feed: 'following' }).expect(200);
  });
});

describe('the number of queries', () => {
  it('is one for every page size', async () => {
    const queries: string[] = [];
    const counting = api.database.$extends({
      query: {
        $allOperations: ({ operation, args, query }) => {
          queries.push(operation);
          return query(args);
        },
      },
    });
    const feed = createFeedModule({
      siteSettings: api.services.siteSettings,
      database: api.database,
      threads: createThreadsOn(counting as unknown as TestApi['database'], api),
      lists: api.services.lists,
    });
    const viewer = { userId: reader.id, sessionId: '' };
    for (const query of [{ feed: 'all' }, { feed: 'following' }] as const) {
      for (const size of [3, 30]) {
        queries.length = 0;
        await feed.list(viewer, { ...query, page: 0, size });
        expect(queries).toEqual(['$queryRaw']);
      }
    }
  });
});

it('the feed of all threads contains the languages that the viewer has chosen, and unknown ones', async () => {
  const { database } = api;
  const viewer = await createUser(api);
  const save = (feedLanguages: string) =>
    api.request.put('/api/users/me').set(viewer.auth).field({ feedLanguages }).expect(200);
  const ids: Record<string, string> = {};
  for (const language of ['de', 'pt-BR', 'fr', null]) {
    const id = await insertThread(database, otherAuthor, { content: 'x' });
    await database.thread.update({ where: { id }, data: { language } });
    ids[id] = language ?? 'unknown';
  }
  const listLanguages = async () => {
    const sent = api.request.get('/api/threads?feed=all&size=4').set(viewer.auth);
    return feedPage.parse((await sent.expect(200)).body).content.map(({ id }) => ids[id]);
  };
  await save('pt');
  expect(await listLanguages()).toEqual(['unknown', 'pt-BR', undefined, undefined]);
  await save('');
  expect(await listLanguages()).toEqual(['unknown', 'fr', 'pt-BR', 'de']);
});
