import type { SentFollowRequest } from '@skein/contracts/relationships';
import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { insertMember } from '../support/factories/threads.ts';

let api: TestApi;
let acts: ReturnType<typeof createUserActions>;

beforeAll(async () => {
  api = await startTestApi();
  acts = createUserActions(api);
});

afterAll(() => api.close());

const pair = async (options: { isPrivate?: boolean } = {}) => {
  const [own, other] = [await createUser(api), await createUser(api, options)];
  return { own, other };
};

describe('following a public account', () => {
  it('takes effect at once, and repeating it changes nothing', async () => {
    const { own, other } = await pair();
    for (let time = 0; time < 2; time += 1) {
      const response = await acts.follow(own, other.id).expect(200);
      expect(response.body).toEqual({
        success: true,
        message: 'You are now following this user.',
        status: 'APPROVED',
        isFollowing: true,
        followRequestStatus: null,
      });
    }
    const seen = await acts.profile(own, other.username).expect(200);
    expect(seen.body).toMatchObject({ isFollowing: true, isFollowedBy: false, followersCount: 1 });
    const back = await acts.profile(other, own.id).expect(200);
    expect(back.body).toMatchObject({ isFollowing: false, isFollowedBy: true, followingCount: 1 });
  });

  it('ends with an unfollow, which can be repeated', async () => {
    const { own, other } = await pair();
    await acts.follow(own, other.id).expect(200);
    await acts.unfollow(own, other.id).expect(200);
    const again = await acts.unfollow(own, other.id).expect(200);
    expect(again.body).toEqual({ success: true, message: 'You have unfollowed this user.' });
    const seen = await acts.profile(own, other.id).expect(200);
    expect(seen.body).toMatchObject({ isFollowing: false, followersCount: 0 });
  });
});

describe('requesting to follow a private account', () => {
  it('creates a pending request', async () => {
    const { own, other } = await pair({ isPrivate: true });
    for (let time = 0; time < 2; time += 1) {
      const response = await acts.follow(own, other.id).expect(200);
      expect(response.body).toEqual({
        success: true,
        message: 'Follow request sent!',
        status: 'PENDING',
        isFollowing: false,
        followRequestStatus: 'PENDING',
      });
    }
    const seen = await acts.profile(own, other.id).expect(200);
    expect(seen.body).toMatchObject({ followRequestStatus: 'PENDING', canViewThreads: false });
    const pending = await acts.read(other, '/users/follow-requests/pending').expect(200);
    expect(pending.body).toMatchObject([{ status: 'pending', requester: { id: own.id } }]);
    const sent = await acts.read(own, '/users/follow-requests/sent').expect(200);
    expect(sent.body).toMatchObject({
      content: [{ status: 'pending', target: { id: other.id, followRequestStatus: 'PENDING' } }],
      last: true,
    });
  });

  it('can be approved once, and not rejected later', async () => {
    const { own, other } = await pair({ isPrivate: true });
    await acts.follow(own, other.id);
    const id = await acts.requestId(own, other);
    for (let time = 0; time < 2; time += 1) {
      const response = await acts.approve(other, id).expect(200);
      expect(response.body).toMatchObject({ status: 'approved' });
    }
    expectError(await acts.reject(other, id), 'conflict');
    const seen = await acts.profile(own, other.id).expect(200);
    expect(seen.body).toMatchObject({
      isFollowing: true,
      followRequestStatus: null,
      canViewThreads: true,
      followersCount: 1,
    });
    expect((await acts.read(other, '/users/follow-requests/pending')).body).toEqual([]);
  });

  it('can be repeated after a rejection', async () => {
    const { own, other } = await pair({ isPrivate: true });
    await acts.follow(own, other.id);
    const first = await acts.requestId(own, other);
    await acts.reject(other, first).expect(200);
    const seen = await acts.profile(own, other.id).expect(200);
    expect(seen.body).toMatchObject({ isFollowing: false, followRequestStatus: null });
    expectError(await acts.approve(other, first), 'conflict');

    const again = await acts.follow(own, other.id).expect(200);
    expect(again.body).toMatchObject({ status: 'PENDING' });
    expectError(await acts.approve(other, first), 'not_found');
    await acts.approve(other, await acts.requestId(own, other)).expect(200);
  });

  it('can be withdrawn', async () => {
    const { own, other } = await pair({ isPrivate: true });
    await acts.follow(own, other.id);
    const id = await acts.requestId(own, other);
    await acts.unfollow(own, other.id).expect(200);
    expectError(await acts.approve(other, id), 'not_found');
    const sent = await acts.read(own, '/users/follow-requests/sent').expect(200);
    expect(sent.body).toMatchObject({ content: [], last: true });
  });

  it('is listed for the requester, newest first, in pages', async () => {
    const own = await createUser(api);
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { id } = await createUser(api, { isPrivate: true });
      await acts.follow(own, id).expect(200);
      ids.unshift(id);
    }
    const read = async (query: string) => {
      const response = await acts.read(own, `/users/follow-requests/sent?${query}`).expect(200);
      const page = response.body as { content: SentFollowRequest[]; nextCursor: string | null };
      return { ...page, ids: page.content.map(({ target }) => target.id) };
    };
    const first = await read('size=2');
    expect(first).toMatchObject({ ids: ids.slice(0, 2), page: 0, last: false });
    const second = await read(`size=2&cursor=${first.nextCursor}`);
    expect(second).toMatchObject({ ids: ids.slice(2), page: null, last: true, nextCursor: null });
    expect((await read('size=2&page=1')).ids).toEqual(ids.slice(2));
    expectError(await acts.read(own, '/users/follow-requests/sent?cursor=x'), 'validation_failed');
  });

  it('cannot be decided by another user', async () => {
    const { own, other } = await pair({ isPrivate: true });
    await acts.follow(own, other.id);
    const id = await acts.requestId(own, other);
    const stranger = await createUser(api);
    const errors = [
      await acts.approve(stranger, id),
      await acts.approve(own, id),
      await acts.reject(stranger, id),
      await acts.approve(other, 'no-id'),
      await acts.approve(other, other.id),
    ].map((response) => ({ ...expectError(response, 'not_found'), requestId: '' }));
    expect(new Set(errors.map((body) => JSON.stringify(body))).size).toBe(1);
    expect((await acts.profile(own, other.id)).body).toMatchObject({ isFollowing: false });
  });

  it('is hidden if the requester is suspended', async () => {
    const { own, other } = await pair({ isPrivate: true });
    await acts.follow(own, other.id);
    const id = await acts.requestId(own, other);
    const data = { suspendedAt: new Date() };
    await api.database.user.update({ where: { id: own.id }, data });
    expect((await acts.read(other, '/users/follow-requests/pending')).body).toEqual([]);
    expectError(await acts.approve(other, id), 'not_found');
  });
});

describe('a follower', () => {
  it('can be removed, and must request again', async () => {
    const { own, other } = await pair({ isPrivate: true });
    await acts.follow(own, other.id);
    await acts.approve(other, await acts.requestId(own, other)).expect(200);
    await acts.remove(other, `/users/me/followers/${own.id}`).expect(200);
    await acts.remove(other, `/users/me/followers/${own.id}`).expect(200);
    const seen = await acts.profile(own, other.id).expect(200);
    expect(seen.body).toMatchObject({ isFollowing: false, canViewThreads: false });
    expect((await acts.follow(own, other.id)).body).toMatchObject({ status: 'PENDING' });
  });
});

describe('a rejected follow', () => {
  it('returns 400 for the viewer themselves', async () => {
    const own = await createUser(api);
    for (const path of ['follow-request', 'block', 'mute']) {
      const error = expectError(
        await acts.post(own, `/users/${own.id}/${path}`),
        'validation_failed',
      );
      expect(error.message).toMatch(/^You cannot .* yourself\.$/);
    }
  });

  it('returns the same 404 for an unknown, suspended or blocking user', async () => {
    const own = await createUser(api);
    const blocker = await createUser(api);
    await acts.block(blocker, own.id).expect(200);
    const suspended = await insertMember(api.database, { isSuspended: true });
    const unknown = '01900000-0000-7000-8000-000000000000';
    const ids = [blocker.id, suspended, unknown, 'no-id', '%00'];
    const bodies = new Set<string>();
    for (const id of ids) {
      for (const response of [
        await acts.follow(own, id),
        await acts.unfollow(own, id),
        await acts.remove(own, `/users/me/followers/${id}`),
        await acts.block(own, id),
        await acts.unblock(own, id),
        await acts.mute(own, id),
        await acts.remove(own, `/users/${id}/mute`),
        await acts.profile(own, id),
        await acts.read(own, `/users/${id}/followers`),
        await acts.remove(own, `/users/suggestions/${id}`),
      ]) {
        bodies.add(JSON.stringify({ ...expectError(response, 'not_found'), requestId: '' }));
      }
    }
    expect(bodies.size).toBe(1);
  });

  it('returns 401 without a session', async () => {
    const other = await createUser(api);
    const response = await api.request.post(`/api/users/${other.id}/follow-request`);
    expectError(response, 'unauthenticated');
  });
});

it('keeps every counter equal to the number of rows', async () => {
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});
