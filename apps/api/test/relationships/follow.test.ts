import type { SentFollowRequest } from '@skein/contracts/relationships';
import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followUser } from '../../src/modules/relationships/follow-user.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { recordStatements } from '../support/db/plans.ts';
import { createUser } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { insertUser } from '../support/factories/threads.ts';

let api: TestApi;
let actions: ReturnType<typeof createUserActions>;

beforeAll(async () => {
  api = await startTestApi();
  actions = createUserActions(api);
});

afterAll(() => api.close());

const pair = async (options: { isPrivate?: boolean } = {}) => {
  const [viewer, other] = [await createUser(api), await createUser(api, options)];
  return { viewer, other };
};

describe('following a public account', () => {
  it('takes one statement, which locks both accounts, checks, follows and notifies', async () => {
    const { viewer, other } = await pair();
    const { database, statements } = recordStatements(api.database);
    const { bus } = api.services;
    const protection = { countFollow: async () => [], refund: async () => undefined };
    const own = { userId: viewer.id, sessionId: '' };
    await followUser({ database, bus, protection }, own, other.id);
    expect(statements).toHaveLength(1);
    const profile = await actions.profile(viewer, other.id).expect(200);
    expect(profile.body).toMatchObject({ isFollowing: true, followersCount: 1 });
  });

  it('takes effect at once, and repeating it changes nothing', async () => {
    const { viewer, other } = await pair();
    for (let count = 0; count < 2; count += 1) {
      const response = await actions.follow(viewer, other.id).expect(200);
      expect(response.body).toEqual({
        success: true,
        message: 'You are now following this user.',
        status: 'APPROVED',
        isFollowing: true,
        followRequestStatus: null,
      });
    }
    const profile = await actions.profile(viewer, other.username).expect(200);
    expect(profile.body).toMatchObject({
      isFollowing: true,
      isFollowedBy: false,
      followersCount: 1,
    });
    const back = await actions.profile(other, viewer.id).expect(200);
    expect(back.body).toMatchObject({ isFollowing: false, isFollowedBy: true, followingCount: 1 });
  });

  it('ends with an unfollow, which can be repeated', async () => {
    const { viewer, other } = await pair();
    await actions.follow(viewer, other.id).expect(200);
    await actions.unfollow(viewer, other.id).expect(200);
    const repeated = await actions.unfollow(viewer, other.id).expect(200);
    expect(repeated.body).toEqual({ success: true, message: 'You have unfollowed this user.' });
    const profile = await actions.profile(viewer, other.id).expect(200);
    expect(profile.body).toMatchObject({ isFollowing: false, followersCount: 0 });
  });
});

describe('requesting to follow a private account', () => {
  it('creates a pending request', async () => {
    const { viewer, other } = await pair({ isPrivate: true });
    for (let count = 0; count < 2; count += 1) {
      const response = await actions.follow(viewer, other.id).expect(200);
      expect(response.body).toEqual({
        success: true,
        message: 'Follow request sent!',
        status: 'PENDING',
        isFollowing: false,
        followRequestStatus: 'PENDING',
      });
    }
    const profile = await actions.profile(viewer, other.id).expect(200);
    expect(profile.body).toMatchObject({ followRequestStatus: 'PENDING', canViewThreads: false });
    const pending = await actions.read(other, '/users/follow-requests/pending').expect(200);
    expect(pending.body).toMatchObject([{ status: 'pending', requester: { id: viewer.id } }]);
    const sent = await actions.read(viewer, '/users/follow-requests/sent').expect(200);
    expect(sent.body).toMatchObject({
      content: [{ status: 'pending', target: { id: other.id, followRequestStatus: 'PENDING' } }],
      last: true,
    });
  });

  it('can be approved once, and not rejected later', async () => {
    const { viewer, other } = await pair({ isPrivate: true });
    await actions.follow(viewer, other.id);
    const id = await actions.requestId(viewer, other);
    for (let count = 0; count < 2; count += 1) {
      const response = await actions.approve(other, id).expect(200);
      expect(response.body).toMatchObject({ status: 'approved' });
    }
    expectError(await actions.reject(other, id), 'conflict');
    const profile = await actions.profile(viewer, other.id).expect(200);
    expect(profile.body).toMatchObject({
      isFollowing: true,
      followRequestStatus: null,
      canViewThreads: true,
      followersCount: 1,
    });
    expect((await actions.read(other, '/users/follow-requests/pending')).body).toEqual([]);
  });

  it('can be repeated after a rejection', async () => {
    const { viewer, other } = await pair({ isPrivate: true });
    await actions.follow(viewer, other.id);
    const first = await actions.requestId(viewer, other);
    await actions.reject(other, first).expect(200);
    const profile = await actions.profile(viewer, other.id).expect(200);
    expect(profile.body).toMatchObject({ isFollowing: false, followRequestStatus: null });
    expectError(await actions.approve(other, first), 'conflict');

    const repeated = await actions.follow(viewer, other.id).expect(200);
    expect(repeated.body).toMatchObject({ status: 'PENDING' });
    expectError(await actions.approve(other, first), 'not_found');
    await actions.approve(other, await actions.requestId(viewer, other)).expect(200);
  });

  it('can be withdrawn', async () => {
    const { viewer, other } = await pair({ isPrivate: true });
    await actions.follow(viewer, other.id);
    const id = await actions.requestId(viewer, other);
    await actions.unfollow(viewer, other.id).expect(200);
    expectError(await actions.approve(other, id), 'not_found');
    const sent = await actions.read(viewer, '/users/follow-requests/sent').expect(200);
    expect(sent.body).toMatchObject({ content: [], last: true });
  });

  it('is listed for the requester, newest first, in pages', async () => {
    const viewer = await createUser(api);
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { id } = await createUser(api, { isPrivate: true });
      await actions.follow(viewer, id).expect(200);
      ids.unshift(id);
    }
    const read = async (query: string) => {
      const response = await actions
        .read(viewer, `/users/follow-requests/sent?${query}`)
        .expect(200);
      const page = response.body as { content: SentFollowRequest[]; nextCursor: string | null };
      return { ...page, ids: page.content.map(({ target }) => target.id) };
    };
    const first = await read('size=2');
    expect(first).toMatchObject({ ids: ids.slice(0, 2), page: 0, last: false });
    const second = await read(`size=2&cursor=${first.nextCursor}`);
    expect(second).toMatchObject({ ids: ids.slice(2), page: null, last: true, nextCursor: null });
    expect((await read('size=2&page=1')).ids).toEqual(ids.slice(2));
    expectError(
      await actions.read(viewer, '/users/follow-requests/sent?cursor=x'),
      'validation_failed',
    );
  });

  it('cannot be decided by another user', async () => {
    const { viewer, other } = await pair({ isPrivate: true });
    await actions.follow(viewer, other.id);
    const id = await actions.requestId(viewer, other);
    const otherUser = await createUser(api);
    const errors = [
      await actions.approve(otherUser, id),
      await actions.approve(viewer, id),
      await actions.reject(otherUser, id),
      await actions.approve(other, 'no-id'),
      await actions.approve(other, other.id),
    ].map((response) => ({ ...expectError(response, 'not_found'), requestId: '' }));
    expect(new Set(errors.map((body) => JSON.stringify(body))).size).toBe(1);
    expect((await actions.profile(viewer, other.id)).body).toMatchObject({ isFollowing: false });
  });

  it('is hidden if the requester is suspended', async () => {
    const { viewer, other } = await pair({ isPrivate: true });
    await actions.follow(viewer, other.id);
    const id = await actions.requestId(viewer, other);
    const data = { suspendedAt: new Date() };
    await api.database.user.update({ where: { id: viewer.id }, data });
    expect((await actions.read(other, '/users/follow-requests/pending')).body).toEqual([]);
    expectError(await actions.approve(other, id), 'not_found');
  });
});

describe('a follower', () => {
  it('can be removed, and must request again', async () => {
    const { viewer, other } = await pair({ isPrivate: true });
    await actions.follow(viewer, other.id);
    await actions.approve(other, await actions.requestId(viewer, other)).expect(200);
    await actions.remove(other, `/users/me/followers/${viewer.id}`).expect(200);
    await actions.remove(other, `/users/me/followers/${viewer.id}`).expect(200);
    const profile = await actions.profile(viewer, other.id).expect(200);
    expect(profile.body).toMatchObject({ isFollowing: false, canViewThreads: false });
    expect((await actions.follow(viewer, other.id)).body).toMatchObject({ status: 'PENDING' });
  });
});

describe('a rejected follow', () => {
  it('returns 400 for the viewer themselves', async () => {
    const viewer = await createUser(api);
    for (const path of ['follow-request', 'block', 'mute']) {
      const error = expectError(
        await actions.post(viewer, `/users/${viewer.id}/${path}`),
        'validation_failed',
      );
      expect(error.message).toMatch(/^You can't .* yourself\.$/);
    }
  });

  it('returns the same 404 for an unknown, suspended or blocking user', async () => {
    const viewer = await createUser(api);
    const blocker = await createUser(api);
    await actions.block(blocker, viewer.id).expect(200);
    const suspended = await insertUser(api.database, { isSuspended: true });
    const unknown = '01900000-0000-7000-8000-000000000000';
    const ids = [blocker.id, suspended, unknown, 'no-id', '%00'];
    const bodies = new Set<string>();
    for (const id of ids) {
      for (const response of [
        await actions.follow(viewer, id),
        await actions.unfollow(viewer, id),
        await actions.remove(viewer, `/users/me/followers/${id}`),
        await actions.block(viewer, id),
        await actions.unblock(viewer, id),
        await actions.mute(viewer, id),
        await actions.remove(viewer, `/users/${id}/mute`),
        await actions.profile(viewer, id),
        await actions.read(viewer, `/users/${id}/followers`),
        await actions.remove(viewer, `/users/suggestions/${id}`),
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
