import { reactToThread } from '@skein/contracts/engagement';
import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { readThread } from '../support/factories/publish.ts';
import { deleteThread, insertUser, insertThread } from '../support/factories/threads.ts';

let api: TestApi;
let viewer: User;
let author: string;

beforeAll(async () => {
  api = await startTestApi();
  viewer = await createUser(api);
  author = await insertUser(api.database);
});

afterAll(() => api.close());

const send = (id: string, query: string, body: Record<string, unknown> = {}, as = viewer) =>
  api.request.post(`/api/threads/${id}/reaction${query}`).set(as.auth).send(body);

async function react(id: string, type: string, on?: boolean, as = viewer) {
  const response = await send(id, `?reactionType=${type}`, on === undefined ? {} : { on }, as);
  const { myReaction, reactions } = reactToThread.response.strict().parse(response.body);
  return [myReaction, reactions];
}

describe('POST /threads/{threadId}/reaction', () => {
  it('stores one reaction per user: the same one again removes it, another one replaces it', async () => {
    const id = await insertThread(api.database, author);
    expect(await react(id, 'wow')).toEqual(['wow', { wow: 1 }]);
    expect(await react(id, 'sad')).toEqual(['sad', { sad: 1 }]);
    expect(await react(id, 'sad')).toEqual([null, {}]);
  });

  it('sets and removes a reaction with `on`', async () => {
    const id = await insertThread(api.database, author);
    expect(await react(id, 'love', true)).toEqual(['love', { love: 1 }]);
    expect(await react(id, 'love', true)).toEqual(['love', { love: 1 }]);
    expect(await react(id, 'wow', false)).toEqual(['love', { love: 1 }]);
    expect(await react(id, 'love', false)).toEqual([null, {}]);
    expect(await react(id, 'love', false)).toEqual([null, {}]);
  });

  it('shows the reaction in the thread, but not as a like', async () => {
    const other = await createUser(api);
    const id = await insertThread(api.database, author);
    await react(id, 'like');
    expect(await react(id, 'laugh', true, other)).toEqual(['laugh', { like: 1, laugh: 1 }]);
    expect(await readThread(api, viewer, id)).toMatchObject({
      myReaction: 'like',
      reactions: { like: 1, laugh: 1 },
      isLiked: false,
      likesCount: 0,
    });
  });
});

describe('a rejected reaction', () => {
  it('returns 401 without a session', async () => {
    const path = `/api/threads/${newId()}/reaction?reactionType=wow2`;
    expectError(await api.request.post(path), 'unauthenticated');
  });

  it.each([
    ['?reactionType=wow2', {}, 'reactionType'],
    ['?reactionType=WOW', {}, 'reactionType'],
    ['', { reactionType: 'wow' }, 'reactionType'],
    ['?reactionType=', {}, 'reactionType'],
    ['?reactionType=wow&reactionType=wow', {}, 'reactionType'],
    ['?reactionType[a]=wow', {}, 'reactionType'],
    ['?reactionType=wow', { on: 'maybe' }, 'on'],
  ])('returns 400 for %s with %j', async (query, body, path) => {
    const id = await insertThread(api.database, author);
    const { errors } = expectError(await send(id, query, body), 'validation_failed');
    expect(errors?.map((error) => error.path)).toEqual([path]);
    expect((await readThread(api, viewer, id)).reactions).toEqual({});
  });

  it('returns 404 for a deleted thread and one that the viewer may not see', async () => {
    const hidden = await insertUser(api.database, { isPrivate: true });
    const stub = await insertThread(api.database, author);
    await insertThread(api.database, author, { parentId: stub });
    await deleteThread(api.database, stub);
    for (const id of [newId(), 'nonsense', stub, await insertThread(api.database, hidden)]) {
      expectError(await send(id, '?reactionType=wow'), 'not_found');
    }
  });
});

it('keeps every counter equal to the number of rows', async () => {
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});
