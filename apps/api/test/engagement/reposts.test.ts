import { findCounterDrift } from '@skein/db/testing';
import { threadSchema } from '@skein/contracts/threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import {
  insertFollow,
  insertUser,
  insertRepost,
  insertThread,
} from '../support/factories/threads.ts';

let api: TestApi;
let viewer: User;
let author: string;

beforeAll(async () => {
  api = await startTestApi();
  viewer = await createUser(api);
  author = await insertUser(api.database);
});

afterAll(() => api.close());

const repost = (id: string, body: Record<string, unknown> = {}, { as = viewer, key = '' } = {}) => {
  const request = api.request.post(`/api/threads/${id}/repost`).set(as.auth);
  return (key === '' ? request : request.set('Idempotency-Key', key)).send(body);
};

const reposts = (threadId: string) => api.database.repost.findMany({ where: { threadId } });

async function reposters(threadId: string): Promise<string[]> {
  const where = { threadId, key: { not: threadId } };
  return (await api.database.feedEntry.findMany({ where })).map(({ actorId }) => actorId);
}

describe('POST /threads/{threadId}/repost', () => {
  it('adds a feed entry until the repost is removed', async () => {
    const id = await insertThread(api.database, author);
    await repost(id).expect(200);
    expect(await reposters(id)).toEqual([viewer.id]);
    await repost(id).expect(200);
    expect(await reposters(id)).toEqual([]);
  });

  it('allows a private account to repost its own thread', async () => {
    const hidden = await createUser(api, { isPrivate: true });
    const id = await insertThread(api.database, hidden.id, { replyPermission: 'MENTIONED_ONLY' });
    await repost(id, {}, { as: hidden }).expect(200);
    expect(await reposters(id)).toEqual([hidden.id]);
  });

  it('counts a repost of a reply, but adds no feed entry', async () => {
    const root = await insertThread(api.database, author);
    const id = await insertThread(api.database, author, { parentId: root });
    expect((await repost(id).expect(200)).body).toMatchObject({ repostsCount: 1 });
    expect(await reposters(id)).toEqual([]);
    expect((await repost(id).expect(200)).body).toMatchObject({ repostsCount: 0 });
  });

  it('ignores the reply permission', async () => {
    const id = await insertThread(api.database, author, { replyPermission: 'MENTIONED_ONLY' });
    await repost(id).expect(200);
  });
});

describe('a thread of a private account', () => {
  it('can be reposted only by its author, but an earlier repost can be removed', async () => {
    const privateAuthor = await insertUser(api.database, { isPrivate: true });
    await insertFollow(api.database, viewer.id, privateAuthor);
    const id = await insertThread(api.database, privateAuthor);
    expectError(await repost(id), 'forbidden');
    expectError(await repost(id, { on: true }), 'forbidden');
    expect((await repost(id, { on: false }).expect(200)).body).toMatchObject({ isReposted: false });
    expect(await reposts(id)).toEqual([]);

    await insertRepost(api.database, viewer.id, id);
    expect((await repost(id, { on: true }).expect(200)).body).toMatchObject({ isReposted: true });
    expect((await repost(id).expect(200)).body).toMatchObject({ isReposted: false });
    expectError(await repost(id), 'forbidden');
  });
});

describe('a repost with text', () => {
  it('is a quote', async () => {
    const id = await insertThread(api.database, author);
    const response = await repost(id, { quoteContent: 'How true #yes' }).expect(201);
    const quote = threadSchema.strict().parse(response.body);
    expect(quote).toMatchObject({
      threadType: 'quote',
      quotedThreadId: id,
      content: 'How true #yes',
    });
    expect(quote.quotedThread).toMatchObject({ id, quotesCount: 1, repostsCount: 0 });
    expect(await reposts(id)).toEqual([]);
  });

  it('is a repost without text if the text is blank', async () => {
    const id = await insertThread(api.database, author);
    const form = api.request.post(`/api/threads/${id}/repost`).set(viewer.auth);
    const response = await form.field('quoteContent', ' \n ').expect(200);
    expect(response.body).toMatchObject({ isReposted: true, repostsCount: 1 });
  });

  it('is rejected like a quote, and if the text is too long', async () => {
    const restricted = await insertThread(api.database, author, { replyPermission: 'FOLLOWING' });
    expectError(await repost(restricted, { quoteContent: 'Oh' }), 'forbidden');
    for (const id of [newId(), 'nonsense']) {
      expectError(await repost(id, { quoteContent: 'Oh' }), 'not_found');
    }
    for (const quoteContent of ['x'.repeat(2001), 7, ['a', 'b']]) {
      expectError(await repost(restricted, { quoteContent }), 'validation_failed');
    }
  });
});

describe('a repeated idempotency key', () => {
  it('does not toggle again', async () => {
    const id = await insertThread(api.database, author);
    const key = newId();
    for (let count = 0; count < 3; count += 1) {
      const response = await repost(id, {}, { key }).expect(200);
      expect(response.body).toMatchObject({ isReposted: true, repostsCount: 1 });
    }
    await repost(id, {}, { key: newId() }).expect(200);
    expect((await repost(id, {}, { key }).expect(200)).body).toMatchObject({ isReposted: false });
    expectError(await repost(id, { on: true }, { key }), 'conflict');
  });

  it('reposts once for concurrent requests', async () => {
    const id = await insertThread(api.database, author);
    const key = newId();
    await Promise.all(Array.from({ length: 10 }, () => repost(id, {}, { key }).expect(200)));
    expect(await reposts(id)).toHaveLength(1);
    expect(await reposters(id)).toEqual([viewer.id]);
  });

  it('quotes once', async () => {
    const id = await insertThread(api.database, author);
    const key = newId();
    const send = async () =>
      threadSchema.parse((await repost(id, { quoteContent: 'Once' }, { key }).expect(201)).body);
    expect((await send()).id).toBe((await send()).id);
    expect(await api.database.thread.count({ where: { quotedId: id } })).toBe(1);
  });
});

it('keeps every counter equal to the number of rows', async () => {
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});
