import { randomUUID } from 'node:crypto';
import type { Filter } from '@skein/contracts/filters';
import { filterPhraseMaxLength, filtersMax } from '@skein/contracts/limits';
import type { Notification } from '@skein/contracts/notifications';
import type { ThreadPage } from '@skein/contracts/threads';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { untilLockWait } from '../support/db/wait-for-lock.ts';
import { publish } from '../support/factories/publish.ts';
import { insertFollow, insertPoll, insertThread } from '../support/factories/threads.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';

let api: TestApi;
let reader: User;
let author: User;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

beforeEach(async () => {
  await api.database.thread.deleteMany();
  [reader, author] = [await createUser(api), await createUser(api)];
});

const post = (user: User, body: object) =>
  api.request.post('/api/filters').set(user.auth).send(body);
const everywhere = ['feeds', 'notifications', 'search', 'replies'];

async function create(body: object = {}): Promise<Filter> {
  const input = { phrase: 'wool', contexts: everywhere, ...body };
  const response = await post(reader, input).expect(201);
  return response.body as Filter;
}

async function read(path: string, user = reader): Promise<ThreadPage> {
  const response = await api.request.get(`/api${path}`).set(user.auth).expect(200);
  return response.body as ThreadPage;
}

const summarize = ({ content }: ThreadPage) =>
  content.map((thread) => [thread.content, thread.filteredBy?.phrase ?? null]);

describe('a filter that collapses', () => {
  it('names the matching filter in feeds, search, hashtags and replies', async () => {
    const filter = await create();
    const content = 'Wool is warm #yarn';
    const root = await publish(api, author, { fields: { content: 'Silk #yarn' } });
    await publish(api, author, { fields: { content } });
    await publish(api, author, { fields: { content, parentThreadId: root.id } });
    const feed = await read('/threads');
    expect(summarize(feed)).toEqual([
      [content, 'wool'],
      ['Silk #yarn', null],
    ]);
    expect(feed.content[0]?.filteredBy).toEqual({
      id: filter.id,
      phrase: 'wool',
      title: null,
      groupId: filter.id,
      isForThread: false,
    });
    expect(summarize(await read('/threads/search?q=wool&sort=recent'))).toEqual([
      [content, 'wool'],
      [content, 'wool'],
    ]);
    expect(summarize(await read('/threads/hashtag/yarn'))[0]).toEqual([content, 'wool']);
    expect(summarize(await read(`/threads/${root.id}/replies`))).toEqual([[content, 'wool']]);
  });

  it('matches polls, descriptions of files and quoted threads', async () => {
    await create();
    const polled = await insertThread(api.database, author.id, { content: 'Which?' });
    await insertPoll(api.database, polled, { expiresAt: new Date(), voterId: reader.id });
    await api.database.poll.updateMany({ data: { question: 'WOOL or silk?' } });
    await insertThread(api.database, author.id, { content: 'Look', quotedId: polled });
    expect(summarize(await read('/threads'))).toEqual([
      ['Look', 'wool'],
      ['Which?', 'wool'],
    ]);
  });

  it('applies only in its contexts, until it expires, and to its owner', async () => {
    const { id } = await create({ contexts: ['search'] });
    await insertThread(api.database, author.id, { content: 'wool' });
    expect(summarize(await read('/threads'))).toEqual([['wool', null]]);
    const update = (body: object) =>
      api.request
        .put(`/api/filters/${id}`)
        .set(reader.auth)
        .send({ phrase: 'wool', contexts: ['feeds'], ...body })
        .expect(200);
    await update({ expiresAt: new Date(Date.now() + 60_000).toISOString() });
    expect(summarize(await read('/threads'))).toEqual([['wool', 'wool']]);
    expect(summarize(await read('/threads', author))).toEqual([['wool', null]]);
    await update({ expiresAt: '2026-01-01T00:00:00.000Z' });
    expect(summarize(await read('/threads'))).toEqual([['wool', null]]);
  });

  it('never applies to own threads', async () => {
    await create({ action: 'hide' });
    await insertThread(api.database, reader.id, { content: 'my wool' });
    expect(summarize(await read('/threads'))).toEqual([['my wool', null]]);
  });
});

describe('a filter that hides', () => {
  it.each(['all', 'following'])('keeps the pages of the feed %s full', async (feed) => {
    await create({ action: 'hide' });
    await insertFollow(api.database, reader.id, author.id);
    const shown: string[] = [];
    for (let number = 0; number < 60; number += 1) {
      const isHidden = number % 10 < 7;
      const content = `${isHidden ? 'wool' : 'silk'} ${number}`;
      await insertThread(api.database, author.id, { content });
      if (!isHidden) shown.unshift(content);
    }
    const first = await read(`/threads?feed=${feed}&size=10`);
    expect(summarize(first).map(([content]) => content)).toEqual(shown.slice(0, 10));
    const next = await read(`/threads?feed=${feed}&size=10&cursor=${first.nextCursor}`);
    expect(summarize(next).map(([content]) => content)).toEqual(shown.slice(10));
    expect(next).toMatchObject({ last: true, nextCursor: null });
  });

  it('reads a limited number of threads for a page', async () => {
    await create({ action: 'hide' });
    await insertThread(api.database, author.id, { content: 'silk' });
    const ids = Array.from({ length: 500 }, newId);
    const data = ids.map((id) => ({ id, authorId: author.id, content: 'wool' }));
    await api.database.thread.createMany({ data });
    await api.database.feedEntry.createMany({
      data: ids.map((id) => ({ key: id, actorId: author.id, threadId: id })),
    });
    const first = await read('/threads?size=5');
    expect(first).toMatchObject({ content: [], last: false });
    const next = await read(`/threads?size=5&cursor=${first.nextCursor}`);
    expect(summarize(next)).toEqual([['silk', null]]);
  });

  it('leaves threads out of hashtags and search, and collapses notifications and replies', async () => {
    await create({ action: 'hide' });
    const content = `wool for @${reader.username} #yarn`;
    const root = await publish(api, reader, { fields: { content: 'Hello' } });
    await publish(api, author, { fields: { content, parentThreadId: root.id } });
    expect(summarize(await read('/threads/hashtag/yarn'))).toEqual([]);
    const found = await read('/threads/search?q=wool');
    expect(found).toMatchObject({ content: [], totalElements: 0 });
    expect(summarize(await read(`/threads/${root.id}/replies`))).toEqual([[content, 'wool']]);
    const response = await api.request.get('/api/notifications').set(reader.auth).expect(200);
    const [notification] = (response.body as { content: Notification[] }).content;
    expect(notification?.thread?.filteredBy?.phrase).toBe('wool');
  });
});

describe('filters', () => {
  it('are listed, changed and deleted by their owner only', async () => {
    const first = await create();
    const second = await create({ phrase: 'two  words', isWholeWord: false, action: 'hide' });
    const list = async (user: User) =>
      (await api.request.get('/api/filters').set(user.auth).expect(200)).body as Filter[];
    expect(await list(reader)).toEqual([second, first]);
    expect(await list(author)).toEqual([]);
    const path = `/api/filters/${first.id}`;
    const change = { phrase: 'silk', contexts: ['feeds'] };
    expectError(await api.request.put(path).set(author.auth).send(change), 'not_found');
    expectError(await api.request.delete(path).set(author.auth), 'not_found');
    const changed = await api.request.put(path).set(reader.auth).send(change).expect(200);
    expect(changed.body).toMatchObject({ id: first.id, phrase: 'silk', contexts: ['feeds'] });
    await api.request.delete(path).set(reader.auth).expect(200);
    expectError(await api.request.delete(path).set(reader.auth), 'not_found');
    expectError(await api.request.put(path).set(reader.auth).send(change), 'not_found');
    expect(await list(reader)).toEqual([second]);
  });

  it.each([
    [{ phrase: '' }, 'phrase'],
    [{ phrase: ' \u200B ' }, 'phrase'],
    [{ phrase: 'x'.repeat(filterPhraseMaxLength + 1) }, 'phrase'],
    [{ phrase: 7 }, 'phrase'],
    [{ contexts: [] }, 'contexts'],
    [{ contexts: ['elsewhere'] }, 'contexts.0'],
    [{ action: 'delete' }, 'action'],
    [{ expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ isWholeWord: 'perhaps' }, 'isWholeWord'],
  ])('are rejected with %j', async (fields, path) => {
    const response = await post(reader, { phrase: 'wool', contexts: ['feeds'], ...fields });
    const { errors } = expectError(response, 'validation_failed');
    expect(errors?.[0]?.path).toBe(path);
  });

  it('need a session', async () => {
    expectError(await api.request.get('/api/filters'), 'unauthenticated');
    const body = { phrase: 'wool', contexts: ['feeds'] };
    expectError(await api.request.post('/api/filters').send(body), 'unauthenticated');
  });

  it('are created once per idempotency key', async () => {
    const key = randomUUID();
    const send = () =>
      post(reader, { phrase: 'wool', contexts: ['feeds'] }).set('Idempotency-Key', key);
    const first = (await send().expect(201)).body as Filter;
    const second = (await send().expect(201)).body as Filter;
    expect(second.id).toBe(first.id);
    expect(await api.database.keywordFilter.count({ where: { userId: reader.id } })).toBe(1);
  });

  it('have different words, also for concurrent requests', async () => {
    const input = { phrase: 'Wool  yarn', contexts: ['feeds'] };
    const responses = await Promise.all([1, 2, 3].map(() => post(reader, input)));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 409, 409]);
    const same = { ...input, phrase: 'wool YARN', isWholeWord: false };
    const taken = expectError(await post(reader, same), 'conflict');
    expect(taken.message).toBe('You already have a filter for this word.');
    const { id } = await create({ phrase: 'silk' });
    const update = (body: object) =>
      api.request.put(`/api/filters/${id}`).set(reader.auth).send(body);
    expectError(await update(same), 'conflict');
    await update({ ...input, phrase: 'SILK' }).expect(200);
    await post(author, input).expect(201);
  });

  it('replace expired filters for the same word', async () => {
    const expired = { expiresAt: '2026-01-01T00:00:00.000Z' };
    const listIds = async () => {
      const response = await api.request.get('/api/filters').set(reader.auth).expect(200);
      return (response.body as Filter[]).map(({ id }) => id);
    };
    await create(expired);
    const { id } = await create({ phrase: 'WOOL', ...expired });
    expect(await listIds()).toEqual([id]);
    const other = await create({ phrase: 'silk' });
    const body = { phrase: 'wool', contexts: ['feeds'] };
    await api.request.put(`/api/filters/${other.id}`).set(reader.auth).send(body).expect(200);
    expect(await listIds()).toEqual([other.id]);
    expectError(await post(reader, body), 'conflict');
  });

  it('are not found by a change that waited for their deletion', async () => {
    const { id } = await create();
    const body = { phrase: 'silk', contexts: ['feeds'] };
    const { response } = await api.database.$transaction(async (tx) => {
      await tx.keywordFilter.delete({ where: { id } });
      const change = api.request.put(`/api/filters/${id}`).set(reader.auth).send(body);
      const sent = change.then((received) => received);
      await untilLockWait(api.database);
      return { response: sent };
    });
    expectError(await response, 'not_found');
  });

  it('are limited per user, also for concurrent requests', async () => {
    await api.database.keywordFilter.createMany({
      data: Array.from({ length: filtersMax - 1 }, (_, index) => ({
        id: newId(),
        userId: reader.id,
        phrase: String(index),
        isWholeWord: true,
        contexts: ['feeds' as const],
        action: 'hide' as const,
      })),
    });
    const input = { phrase: 'wool', contexts: ['feeds'] };
    const responses = await Promise.all([1, 2, 3].map(() => post(reader, input)));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 409, 409]);
  });
});
