import { bookmarkThread, likeThread, repostThread } from '@skein/contracts/engagement';
import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
  api = await startTestApi();
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
