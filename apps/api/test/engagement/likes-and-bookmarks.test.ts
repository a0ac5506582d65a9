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
  insertMember,
  insertThread,
} from '../support/factories/threads.ts';

let api: TestApi;
let viewer: User;
let author: string;

beforeAll(async () => {
  api = await startTestApi();
  viewer = await createUser(api);
  author = await insertMember(api.database);
});

afterAll(() => api.close());

type Act = 'like' | 'bookmark' | 'repost';

const responses = {
  like: likeThread.response.strict(),
  bookmark: bookmarkThread.response.strict(),
  repost: repostThread.response.strict(),
};

const send = (act: Act, id: string, body: Record<string, unknown> = {}, as = viewer) =>
  api.request.post(`/api/threads/${id}/${act}`).set(as.auth).send(body);

/** The new state, and the counter if the response contains it. */
async function press(act: Act, id: string, body: Record<string, unknown> = {}, as = viewer) {
  const answer = responses[act].parse((await send(act, id, body, as).expect(200)).body);
  if ('isLiked' in answer) return [answer.isLiked, answer.likesCount];
  if ('isReposted' in answer) return [answer.isReposted, answer.repostsCount];
  return [answer.isBookmarked, null];
}

const each = describe.each<[Act, number | null, number | null]>([
  ['like', 1, 0],
  ['bookmark', null, null],
  ['repost', 1, 0],
]);

each('%s', (act, one, none) => {
  it('toggles', async () => {
    const id = await insertThread(api.database, author);
    expect(await press(act, id)).toEqual([true, one]);
    expect(await press(act, id)).toEqual([false, none]);
    expect(await press(act, id)).toEqual([true, one]);
  });

  it('sets the state by JSON or form, and repeating it changes nothing', async () => {
    const id = await insertThread(api.database, author);
    const steps = [false, true, true, 'false', 'false', 'true'];
    for (const on of steps) {
      const isOn = String(on) === 'true';
      expect(await press(act, id, { on })).toEqual([isOn, isOn ? one : none]);
    }
    const form = api.request.post(`/api/threads/${id}/${act}`).set(viewer.auth).field('on', 'true');
    expect((await form.expect(200)).body).toMatchObject({ success: true });
    expect(await press(act, id, { on: true })).toEqual([true, one]);
  });

  it('is visible in the thread only to the same user', async () => {
    const other = await createUser(api);
    const id = await insertThread(api.database, author);
    await press(act, id);
    const flags = ({ isLiked, isReposted, isBookmarked }: Record<string, unknown>) =>
      [isLiked, isReposted, isBookmarked].filter(Boolean).length;
    expect(flags(await readThread(api, viewer, id))).toBe(1);
    expect(flags(await readThread(api, other, id))).toBe(0);
  });

  it('returns 401 without a session', async () => {
    const id = await insertThread(api.database, author);
    const path = `/api/threads/${id}/${act}`;
    expectError(await api.request.post(path).send({ on: 'maybe' }), 'unauthenticated');
  });

  it('returns the same 404 for every thread that the viewer may not see', async () => {
    const hidden = await insertMember(api.database, { isPrivate: true });
    const blocker = await insertMember(api.database);
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
    const refusals = ids.map(async (id) => {
      const { requestId: _, ...body } = expectError(await send(act, id), 'not_found');
      return JSON.stringify(body);
    });
    expect(new Set(await Promise.all(refusals)).size).toBe(1);
  });

  it.each([{ on: 'maybe' }, { on: 1 }, { on: null }, { on: [true, false] }, { on: { is: true } }])(
    'returns 400 for %j',
    async (body) => {
      const id = await insertThread(api.database, author);
      const { errors } = expectError(await send(act, id, body), 'validation_failed');
      expect(errors?.map(({ path }) => path)).toEqual(['on']);
      expect(await press(act, id, { on: false })).toEqual([false, none]);
    },
  );

  it('returns 400 for a repeated field', async () => {
    const id = await insertThread(api.database, author);
    const request = api.request.post(`/api/threads/${id}/${act}`).set(viewer.auth);
    expectError(await request.field('on', ['true', 'true']), 'validation_failed');
  });
});

describe('likes and bookmarks', () => {
  it.each(['like', 'bookmark'] as const)(
    'can %s a thread of a private account that the viewer follows',
    async (act) => {
      const hidden = await insertMember(api.database, { isPrivate: true });
      await insertFollow(api.database, viewer.id, hidden);
      const id = await insertThread(api.database, hidden);
      expect((await press(act, id))[0]).toBe(true);
    },
  );
});

it('keeps every counter equal to the number of rows', async () => {
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});
