import { listMembersMax, listsMax } from '@skein/contracts/limits';
import type { UserList } from '@skein/contracts/lists';
import type { UsersPage } from '@skein/contracts/relationships';
import type { ThreadPage } from '@skein/contracts/threads';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import {
  insertFollow,
  insertRepost,
  insertThread,
  insertUser,
} from '../support/factories/threads.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';
import { createUserActions } from '../support/http/user-actions.ts';

let api: TestApi;
let owner: User;
let other: User;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

beforeEach(async () => {
  [owner, other] = [await createUser(api), await createUser(api)];
});

async function create(name: string, by = owner): Promise<UserList> {
  const response = await api.request.post('/api/lists').set(by.auth).send({ name }).expect(201);
  return response.body as UserList;
}

async function read<Body>(path: string, by = owner): Promise<Body> {
  const response = await api.request.get(`/api${path}`).set(by.auth).expect(200);
  return response.body as Body;
}

const add = (listId: string, userId: string, by = owner) =>
  api.request.put(`/api/lists/${listId}/members/${userId}`).set(by.auth);
const remove = (listId: string, userId: string) =>
  api.request.delete(`/api/lists/${listId}/members/${userId}`).set(owner.auth);
const readFeed = async (listId: string, query = '') =>
  (await read<ThreadPage>(`/lists/${listId}/threads${query}`)).content.map(({ id }) => id);
const names = async () => (await read<UserList[]>('/lists')).map(({ name }) => name);

describe('lists', () => {
  it('are created, renamed, ordered and deleted', async () => {
    const [friends, work] = [await create('Friends'), await create('Work')];
    await create('News');
    expect(friends).toMatchObject({ name: 'Friends', membersCount: 0 });
    await api.request
      .put('/api/lists/order')
      .set(owner.auth)
      .send({ ids: [work.id] })
      .expect(200);
    expect(await names()).toEqual(['Work', 'Friends', 'News']);
    const path = `/api/lists/${friends.id}`;
    const renamed = await api.request
      .put(path)
      .set(owner.auth)
      .send({ name: 'Family' })
      .expect(200);
    expect(renamed.body).toMatchObject({ id: friends.id, name: 'Family' });
    await api.request.delete(path).set(owner.auth).expect(200);
    expect(await names()).toEqual(['Work', 'News']);
    expectError(await api.request.delete(path).set(owner.auth), 'not_found');
  });

  it('look nonexistent to other users', async () => {
    const { id } = await create('Secret');
    await add(id, other.id).expect(200);
    expect(await read<UserList[]>('/lists', other)).toEqual([]);
    expect(await read<UserList[]>(`/users/${other.id}/lists`, other)).toEqual([]);
    const path = `/api/lists/${id}`;
    const { request } = api;
    const responses = await Promise.all([
      request.get(`${path}/threads`).set(other.auth),
      request.get(`${path}/members`).set(other.auth),
      request.put(path).set(other.auth).send({ name: 'x' }),
      request.delete(path).set(other.auth),
      request.put(`${path}/members/${owner.id}`).set(other.auth),
      request.delete(`${path}/members/${owner.id}`).set(other.auth),
      request.get('/api/lists/nothing/threads').set(owner.auth),
    ]);
    for (const response of responses) expectError(response, 'not_found');
    expectError(await request.get('/api/lists'), 'unauthenticated');
    expect(await read<object>('/notifications', other)).toMatchObject({ content: [] });
  });

  it.each([[''], ['x'.repeat(51)], [7]])('reject the name %j', async (name) => {
    const response = await api.request.post('/api/lists').set(owner.auth).send({ name });
    expectError(response, 'validation_failed');
  });

  it('are limited per user, also for concurrent requests', async () => {
    const data = Array.from({ length: listsMax - 1 }, (_, index) => ({
      id: newId(),
      ownerId: owner.id,
      name: String(index),
    }));
    await api.database.userList.createMany({ data });
    const send = () => api.request.post('/api/lists').set(owner.auth).send({ name: 'A' });
    const statuses = (await Promise.all([send(), send()])).map(({ status }) => status);
    expect(statuses.toSorted((one, next) => one - next)).toEqual([201, 409]);
  });
});

describe('the members of a list', () => {
  it('are added and removed, and listed', async () => {
    const { id } = await create('Friends');
    await add(id, other.id).expect(200);
    await add(id, other.id).expect(200);
    const { content } = await read<UsersPage>(`/lists/${id}/members`);
    expect(content.map((user) => user.id)).toEqual([other.id]);
    const lists = await read<UserList[]>(`/users/${other.id}/lists`);
    expect(lists).toMatchObject([{ id, membersCount: 1 }]);
    await remove(id, other.id).expect(200);
    await remove(id, other.id).expect(200);
    expect(await read<UserList[]>(`/users/${other.id}/lists`)).toEqual([]);
  });

  it('must be users that the owner may see', async () => {
    const { id } = await create('Friends');
    await createUserActions(api).block(other, owner.id).expect(200);
    for (const userId of [newId(), 'nobody', other.id]) {
      expectError(await add(id, userId), 'not_found');
    }
  });

  it('are limited', async () => {
    const { id } = await create('Friends');
    const ids = Array.from({ length: listMembersMax }, newId);
    await api.database.user.createMany({
      data: ids.map((userId) => ({
        id: userId,
        username: userId.slice(-12),
        name: 'Member',
        email: `${userId}@members.example`,
        passwordHash: '-',
      })),
    });
    const data = ids.map((userId) => ({ listId: id, userId }));
    await api.database.userListMember.createMany({ data });
    expectError(await add(id, other.id), 'conflict');
    await add(id, ids[0] ?? '').expect(200);
  });
});

describe('the feed of a list', () => {
  it('contains threads and reposts of members, also without following them', async () => {
    const { id } = await create('Friends');
    const [member, stranger] = [await insertUser(api.database), await insertUser(api.database)];
    await add(id, member).expect(200);
    const own = await insertThread(api.database, member);
    const shared = await insertThread(api.database, stranger);
    await insertThread(api.database, stranger);
    await insertThread(api.database, owner.id);
    await insertThread(api.database, member, { parentId: shared });
    await insertRepost(api.database, member, shared);
    expect(await readFeed(id)).toEqual([shared, own]);
    const first = await read<ThreadPage>(`/lists/${id}/threads?size=1`);
    expect(await readFeed(id, `?size=1&cursor=${first.nextCursor}`)).toEqual([own]);
    const response = await api.request
      .get(`/api/threads?feed=following&cursor=${first.nextCursor}`)
      .set(owner.auth);
    expectError(response, 'validation_failed');
  });

  it('contains only threads that the viewer may see', async () => {
    const { id } = await create('Friends');
    const hidden = await insertUser(api.database, { isPrivate: true });
    const followed = await insertUser(api.database, { isPrivate: true });
    await insertFollow(api.database, owner.id, followed);
    for (const userId of [hidden, followed, other.id]) await add(id, userId).expect(200);
    await insertThread(api.database, hidden);
    const visible = await insertThread(api.database, followed);
    const open = await insertThread(api.database, other.id);
    expect(await readFeed(id)).toEqual([open, visible]);
    await createUserActions(api).mute(owner, other.id).expect(200);
    expect(await readFeed(id)).toEqual([visible]);
    await api.database.user.update({ where: { id: followed }, data: { suspendedAt: new Date() } });
    expect(await readFeed(id)).toEqual([]);
  });
});
