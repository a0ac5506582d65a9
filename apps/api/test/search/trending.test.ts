import { listTrendingHashtags } from '@skein/contracts/search';
import { threadPageSchema } from '@skein/contracts/threads';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { publish } from '../support/factories/publish.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import {
  insertLike,
  insertUser,
  insertRepost,
  insertThread,
} from '../support/factories/threads.ts';

let api: TestApi;
let viewer: User;
let users: User[];
let privateAuthors: User[];

beforeAll(async () => {
  api = await startTestApi();
  viewer = await createUser(api);
  const several = (isPrivate: boolean) =>
    Promise.all(Array.from({ length: 4 }, () => createUser(api, { isPrivate })));
  users = await several(false);
  privateAuthors = await several(true);
});

afterEach(async () => {
  await api.database.thread.deleteMany();
});

afterAll(() => api.close());

const write = (as: User | undefined, content: string, fields: Record<string, string> = {}) =>
  publish(api, as ?? viewer, { fields: { content, ...fields } });

async function writeAll(authors: readonly User[], content: string) {
  for (const author of authors) await write(author, content);
}

async function hashtags(limit = 10): Promise<string[]> {
  await api.services.trending.refresh();
  const response = await api.request
    .get('/api/hashtags/trending')
    .query({ limit })
    .set(viewer.auth)
    .expect(200);
  const found = listTrendingHashtags.response.parse(response.body);
  return found.map((item) => `${item.tag}:${item.threadsCount}:${item.recentCount}`);
}

async function threads(query: Record<string, string | number> = {}, as = viewer) {
  const response = await api.request
    .get('/api/threads/trending')
    .query(query)
    .set(as.auth)
    .expect(200);
  return threadPageSchema.parse(response.body);
}

const ids = async (query = {}, as = viewer) =>
  (await threads(query, as)).content.map(({ id }) => id);

/** Makes all threads older. */
const makeOlder = (days: number) => api.database.$executeRaw`
  UPDATE threads SET created_at = created_at - make_interval(days => ${days}::int)`;

describe('trending hashtags', () => {
  it('are used by several users, and sorted by their number', async () => {
    await writeAll(users.slice(0, 3), '#tulips #roses');
    await writeAll(users.slice(3), '#tulips');
    await write(users[0], '#tulips again');
    expect(await hashtags()).toEqual(['tulips:5:5', 'roses:3:3']);
    expect(await hashtags(1)).toEqual(['tulips:5:5']);
  });

  it('count each user once, and exclude tags of earlier days', async () => {
    for (let n = 0; n < 5; n += 1) await write(users[0], `Look at #me, ${n}`);
    await writeAll(users, '#yesterday');
    expect(await hashtags()).toEqual(['yesterday:4:4', 'me:5:5']);
    await makeOlder(2);
    expect(await hashtags()).toEqual([]);
  });

  it('include a tag that was just used', async () => {
    await write(users[0], '#fresh');
    await vi.waitFor(async () => {
      const response = await api.request.get('/api/hashtags/trending').set(viewer.auth);
      expect(response.body).toEqual([{ tag: 'fresh', threadsCount: 1, recentCount: 1 }]);
    }, 5000);
  });

  it('require more users for tags that were already common', async () => {
    for (let day = 0; day < 6; day += 1) {
      await writeAll(users, '#morning');
      await makeOlder(1);
    }
    await writeAll(users.slice(0, 3), '#morning');
    await writeAll(users.slice(0, 2), '#eclipse');
    expect(await hashtags()).toEqual(['eclipse:2:2', 'morning:27:3']);
  });

  it('exclude private accounts and replies to their threads', async () => {
    await writeAll(privateAuthors, '#secret #shared');
    await writeAll(users.slice(0, 2), '#shared');
    const [privateAuthor] = privateAuthors;
    const parentId = await insertThread(api.database, privateAuthor?.id ?? '', { content: 'Mine' });
    await api.database.follow.createMany({
      data: users.map(({ id }) => ({ followerId: id, followeeId: privateAuthor?.id ?? '' })),
    });
    for (const user of users) await write(user, '#whispered', { parentThreadId: parentId });
    expect(await hashtags()).toEqual(['shared:2:2']);
    await api.database.follow.deleteMany();
  });
});

describe('trending threads', () => {
  it('have engagement of other users, each counted once', async () => {
    const { id: likedTwice } = await write(users[0], 'One');
    const { id: likedThrice } = await write(users[0], 'Two');
    const { id: likedOnce } = await write(users[0], 'Three');
    const { id: withoutOthers } = await write(users[0], 'Lonely');
    for (let n = 0; n < 3; n += 1) {
      const member = await insertUser(api.database);
      await insertLike(api.database, member, likedThrice);
      if (n > 0) await insertLike(api.database, member, likedTwice);
      else {
        await insertLike(api.database, member, likedOnce);
        await insertRepost(api.database, member, likedOnce);
      }
    }
    await write(users[0], 'Myself', { parentThreadId: withoutOthers });
    await api.services.trending.refresh();
    expect(await ids()).toEqual([likedThrice, likedTwice, likedOnce]);

    const first = await threads({ size: 1 });
    expect(first).toMatchObject({ page: 0, last: false });
    expect(await ids({ size: 1, cursor: first.nextCursor ?? '' })).toEqual([likedTwice]);
    expect(await ids({ size: 1, page: 1 })).toEqual([likedTwice]);
  });

  it('include only threads that the viewer may see', async () => {
    const { block, mute, unblock } = createUserActions(api);
    const shared = await write(users[0], 'Shared');
    const secret = await write(privateAuthors[0], 'Secret');
    for (let n = 0; n < 2; n += 1) {
      const member = await insertUser(api.database);
      await insertLike(api.database, member, shared.id);
      await insertLike(api.database, member, secret.id);
    }
    await api.services.trending.refresh();
    expect(await ids()).toEqual([shared.id]);
    expect(await ids({}, privateAuthors[0])).toEqual([shared.id]);
    await block(viewer, shared.userId ?? '').expect(200);
    expect(await ids()).toEqual([]);
    await unblock(viewer, shared.userId ?? '').expect(200);
    await mute(viewer, shared.userId ?? '').expect(200);
    expect(await ids()).toEqual([]);
    await api.database.user.update({
      where: { id: shared.userId ?? '' },
      data: { isPrivate: true },
    });
    expect(await ids({}, privateAuthors[0])).toEqual([]);
  });
});

describe('refreshing trends', () => {
  it('runs on one server at a time', async () => {
    await writeAll(users.slice(1), '#together');
    await Promise.all(Array.from({ length: 5 }, () => api.services.trending.refresh()));
    expect(await hashtags()).toEqual(['together:3:3']);
  });

  it('returns 401 without a session', async () => {
    await api.request.get('/api/hashtags/trending').expect(401);
    await api.request.get('/api/threads/trending').expect(401);
    const bad = api.request.get('/api/threads/trending').query({ cursor: 'none' });
    expectError(await bad.set(viewer.auth), 'validation_failed');
  });
});
