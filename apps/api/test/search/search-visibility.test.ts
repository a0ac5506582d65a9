import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import {
  deleteThread,
  insertFollow,
  insertUser,
  insertThread,
} from '../support/factories/threads.ts';
import { search } from './support.ts';

let api: TestApi;
let viewer: User;

beforeAll(async () => {
  api = await startTestApi();
  viewer = await createUser(api);
});
afterAll(() => api.close());

/** Users with every relation to the viewer, except muted users. */
async function insertUsers() {
  const { database } = api;
  const publicAuthor = await insertUser(database);
  const privateAuthor = await insertUser(database, { isPrivate: true });
  const approved = await insertUser(database, { isPrivate: true });
  await insertFollow(database, viewer.id, approved);
  const suspended = await insertUser(database, { isSuspended: true });
  const blocked = await insertUser(database);
  await database.block.create({ data: { blockerId: viewer.id, blockedId: blocked } });
  const blocker = await insertUser(database);
  await database.block.create({ data: { blockerId: blocker, blockedId: viewer.id } });
  return [viewer.id, publicAuthor, privateAuthor, approved, suspended, blocked, blocker];
}

it('finds exactly the threads that the viewer can read individually', async () => {
  const { database } = api;
  const users = await insertUsers();
  const ids: string[] = [];
  const write = async (authorId: string, parentId?: string) => {
    const parent = parentId === undefined ? {} : { parentId };
    const id = await insertThread(database, authorId, { content: 'A needle', ...parent });
    ids.push(id);
    return id;
  };
  for (const rootAuthor of users) {
    const root = await write(rootAuthor);
    for (const author of users) await write(author, await write(rootAuthor, root));
    const deleted = await insertThread(database, rootAuthor);
    await write(rootAuthor, deleted);
    await deleteThread(database, deleted);
  }

  const readableIds: string[] = [];
  for (const id of ids) {
    const { status } = await api.request.get(`/api/threads/${id}`).set(viewer.auth);
    if (status === 200) readableIds.push(id);
  }
  const { content, totalElements } = await search(api, viewer, { q: 'needle', size: 100 });
  expect(content.map(({ id }) => id).toSorted()).toEqual(readableIds.toSorted());
  expect(totalElements).toBe(readableIds.length);
  expect(readableIds.length).toBeLessThan(ids.length);
});

it('omits threads of muted users', async () => {
  const muted = await insertUser(api.database);
  await insertThread(api.database, muted, { content: 'A thimble' });
  expect((await search(api, viewer, { q: 'thimble' })).totalElements).toBe(1);
  await api.database.mute.create({ data: { muterId: viewer.id, mutedId: muted } });
  expect((await search(api, viewer, { q: 'thimble' })).totalElements).toBe(0);
});
