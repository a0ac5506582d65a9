import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import {
  insertCrowd,
  engageByCrowd,
  pollByCrowd,
  quoteByCrowd,
  recordDeletions,
} from '../support/factories/crowd.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { readThread } from '../support/factories/publish.ts';
import { insertLike, insertThread } from '../support/factories/threads.ts';

/** More rows than one transaction deletes in total, and than one batch deletes of each type. */
const crowdSize = 600;

let api: TestApi;
let ann: User;
let bob: User;
let readLargestDeletion: () => Promise<number>;

beforeAll(async () => {
  api = await startTestApi();
  ann = await createUser(api);
  bob = await createUser(api);
  await insertCrowd(api.database, crowdSize);
  readLargestDeletion = await recordDeletions(api.database, [
    'likes',
    'bookmarks',
    'reactions',
    'reposts',
    'feed_entries',
    'notifications',
    'poll_ballots',
  ]);
});

afterAll(() => api.close());

const remove = (as: User, id: string) => api.request.delete(`/api/threads/${id}`).set(as.auth);
const read = (as: User, path: string) => api.request.get(`/api${path}`).set(as.auth);
const countLikes = (threadId: string) => api.database.like.count({ where: { threadId } });
const exists = async (id: string) => (await api.database.thread.count({ where: { id } })) > 0;
const findDrift = () => findCounterDrift(api.databaseUrl);

async function insertPopularThread(): Promise<string> {
  const id = await insertThread(api.database, ann.id, { content: 'Famous words' });
  await engageByCrowd(api.database, id);
  return id;
}

describe('deleting a thread with too many dependent rows for one transaction', () => {
  it('hides the thread at once and deletes its dependent rows in batches', async () => {
    const id = await insertPopularThread();
    await pollByCrowd(api.database, id);
    await quoteByCrowd(api.database, id);
    await insertLike(api.database, bob.id, id);
    await remove(ann, id).expect(200);

    expect(await countLikes(id)).toBe(crowdSize + 1);
    for (const user of [ann, bob]) {
      expectError(await read(user, `/threads/${id}`), 'not_found');
      expectError(await read(user, `/threads/${id}/replies`), 'not_found');
      expectError(await remove(user, id), 'not_found');
    }
    expect((await read(bob, '/threads/liked')).body).toEqual([]);
    const like = api.request.post(`/api/threads/${id}/like`).set(bob.auth);
    expectError(await like, 'not_found');
    expect((await read(ann, '/notifications/unread-count')).body).toEqual({ count: 0 });
    expect((await read(ann, '/notifications')).body).toMatchObject({ content: [] });
    expect((await read(ann, `/users/${ann.id}`)).body).toMatchObject({ threadsCount: 0 });
    expect(await findDrift()).toEqual([]);

    await Promise.all([
      api.services.threads.purgeDeletedThreads(),
      api.services.threads.purgeDeletedThreads(),
    ]);
    expect(await exists(id)).toBe(false);
    expect(await api.database.notification.count({ where: { threadId: id } })).toBe(0);
    expect(await api.database.thread.count({ where: { quotedId: id } })).toBe(0);
    expect(await findDrift()).toEqual([]);
    expect(await readLargestDeletion()).toBe(500);
  });

  it('leaves an empty stub while the thread has replies', async () => {
    const id = await insertPopularThread();
    const reply = await insertThread(api.database, bob.id, { parentId: id });
    await remove(ann, id).expect(200);
    const emptyStub = {
      isDeleted: true,
      content: '',
      userId: null,
      likesCount: 0,
      repostsCount: 0,
      bookmarksCount: 0,
      reactions: {},
      isLiked: false,
      repliesCount: 1,
    };
    expect(await countLikes(id)).toBe(crowdSize);
    expect(await readThread(api, ann, id)).toMatchObject(emptyStub);
    expect(await findDrift()).toEqual([]);
    await api.services.threads.purgeDeletedThreads();
    expect(await countLikes(id)).toBe(0);
    expect(await readThread(api, ann, id)).toMatchObject(emptyStub);
    expect(await readThread(api, bob, reply)).toMatchObject({ parentThreadId: id });
    await remove(bob, reply).expect(200);
    expect(await exists(id)).toBe(false);
    expect(await findDrift()).toEqual([]);
  });

  it('removes the stub and the stubs above with the last reply', async () => {
    const root = await insertThread(api.database, bob.id);
    const id = await insertThread(api.database, ann.id, { parentId: root });
    await engageByCrowd(api.database, id);
    const reply = await insertThread(api.database, bob.id, { parentId: id });
    await remove(ann, id).expect(200);
    await remove(bob, root).expect(200);
    await remove(bob, reply).expect(200);
    expect(await exists(root)).toBe(false);
    expectError(await read(ann, `/threads/${id}`), 'not_found');
    expect(await countLikes(id)).toBe(crowdSize);
    expect(await findDrift()).toEqual([]);
    await api.services.threads.purgeDeletedThreads();
    expect(await exists(id)).toBe(false);
    expect(await findDrift()).toEqual([]);
  });

  it('deletes the thread once for concurrent requests', async () => {
    const ids = [await insertPopularThread(), await insertPopularThread()];
    const responses = await Promise.all([...ids, ...ids].map((id) => remove(ann, id)));
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 200, 404, 404]);
    await api.services.threads.purgeDeletedThreads();
    expect(await api.database.thread.count({ where: { id: { in: ids } } })).toBe(0);
    expect(await findDrift()).toEqual([]);
  });
});
