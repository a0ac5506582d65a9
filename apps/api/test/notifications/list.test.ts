import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createNotificationsClient, summarize } from './support.ts';

let api: TestApi;
let client: ReturnType<typeof createNotificationsClient>;
let author: User;
const users: User[] = [];
let thread: string;

beforeAll(async () => {
  api = await startTestApi();
  client = createNotificationsClient(api);
  for (let number = 0; number < 5; number += 1) users.push(await createUser(api));
});

afterAll(() => api.close());

beforeEach(async () => {
  author = await createUser(api);
  thread = await client.publish(author, { content: 'Some words' });
});

const someone = (index: number): User => users[index] ?? author;
const listed = async (of: User) => summarize(await client.list(of));

describe('a group', () => {
  it('has one type and thread, the latest three actors and the number of all', async () => {
    const otherThread = await client.publish(author, { content: 'More words' });
    for (const user of users) await client.like(user, thread);
    await client.like(someone(0), otherThread);
    const [first, second] = await client.list(author);
    expect(first).toMatchObject({ type: 'like', actorsCount: 1, thread: { id: otherThread } });
    expect(second).toMatchObject({ type: 'like', actorsCount: 5, thread: { id: thread } });
    expect(second?.actors.map(({ id }) => id)).toEqual([4, 3, 2].map((n) => someone(n).id));
    expect(await client.countUnread(author)).toBe(2);
  });

  it('is closed when it is read; later notifications form a new one', async () => {
    await client.like(someone(0), thread);
    await client.like(someone(1), thread);
    const [group] = await client.list(author);
    await client.like(someone(2), thread);
    // Up to the listed notification, not those that came since.
    expect(await client.markRead(author, [group?.id ?? ''])).toBe(1);
    await client.like(someone(3), thread);
    const groups = await client.list(author);
    expect(groups.map(({ isRead, actorsCount }) => [isRead, actorsCount])).toEqual([
      [false, 2],
      [true, 2],
    ]);
    expect(groups[1]).toMatchObject({ id: group?.id, createdAt: group?.createdAt });
  });

  it('contains all follows, but only one follow request', async () => {
    const privateUser = await createUser(api, { isPrivate: true });
    for (const user of users) {
      await client.follow(user, author.id);
      await client.follow(user, privateUser.id);
    }
    expect((await client.list(author)).map(({ actorsCount }) => actorsCount)).toEqual([5]);
    expect((await client.list(privateUser)).map(({ actorsCount }) => actorsCount)).toEqual([
      1, 1, 1, 1, 1,
    ]);
    expect([await client.countUnread(author), await client.countUnread(privateUser)]).toEqual([
      1, 5,
    ]);
  });
});

describe('marking as read', () => {
  it('ignores ids of others and unknown ids', async () => {
    await client.like(someone(0), thread);
    const [group] = await client.list(author);
    await client.markRead(someone(1), [group?.id ?? '']);
    expect(await client.markRead(author, [newId()])).toBe(1);
    expect(await client.markRead(author, [])).toBe(1);
    expect(await client.markRead(author)).toBe(0);
  });

  it('rejects an invalid list of ids', async () => {
    for (const ids of ['x', ['x'], [1], Array.from({ length: 51 }, newId)]) {
      const response = api.request
        .put('/api/notifications/mark-read')
        .set(author.auth)
        .send({ ids });
      expectError(await response, 'validation_failed');
    }
    expectError(await api.request.put('/api/notifications/mark-read'), 'unauthenticated');
  });
});

describe('hidden notifications', () => {
  it('are those of muted, blocked and suspended users, immediately', async () => {
    const [muted, blocked, suspended] = [
      await createUser(api),
      await createUser(api),
      await createUser(api),
    ];
    for (const user of [muted, blocked, suspended]) await client.like(user, thread);
    await client.publish(muted, { content: `@${author.username}` });
    expect(await client.countUnread(author)).toBe(2);

    await client.mute(author, muted.id).expect(200);
    expect((await client.list(author)).map(({ actorsCount }) => actorsCount)).toEqual([2]);
    await client.block(blocked, author.id).expect(200);
    const data = { suspendedAt: new Date() };
    await api.database.user.update({ where: { id: suspended.id }, data });
    expect(await listed(author)).toEqual([]);
    expect(await client.countUnread(author)).toBe(0);

    await client.remove(author, `/users/${muted.id}/mute`).expect(200);
    expect(await listed(author)).toEqual([`mention ${muted.username}`, `like ${muted.username}`]);
    expect(await client.countUnread(author)).toBe(2);
  });

  it('are those of threads that the user may no longer see', async () => {
    const writer = await createUser(api);
    const content = `@${author.username}`;
    await client.publish(writer, { content, parentThreadId: thread });
    await client.publish(writer, { content });
    expect(await client.countUnread(author)).toBe(2);
    await api.database.user.update({ where: { id: writer.id }, data: { isPrivate: true } });
    expect([await listed(author), await client.countUnread(author)]).toEqual([[], 0]);
    await client.follow(author, writer.id).expect(200);
    await client.approve(writer, await client.requestId(author, writer)).expect(200);
    // The two notifications, and the approval of the request.
    expect(await client.countUnread(author)).toBe(3);
  });

  it('are mentions by private accounts that the user does not follow', async () => {
    const privateUser = await createUser(api, { isPrivate: true });
    await client.publish(privateUser, { content: `@${author.username}` });
    expect([await listed(author), await client.countUnread(author)]).toEqual([[], 0]);
  });
});

describe('preferences', () => {
  it('hide disabled types in list and count', async () => {
    await client.like(someone(0), thread);
    await client.repost(someone(0), thread);
    const response = await client.prefer(author, { like: false, follow: 'true' }).expect(200);
    expect(response.body).toMatchObject({
      preferences: { like: false, follow: true, repost: true },
    });
    expect(await listed(author)).toEqual([`repost ${someone(0).username}`]);
    expect(await client.countUnread(author)).toBe(1);

    await Promise.all([
      client.prefer(author, { repost: false }).expect(200),
      client.prefer(author, { reply: false }).expect(200),
    ]);
    const stored = await client.read(author, '/notifications/preferences').expect(200);
    expect(stored.body).toMatchObject({ like: false, repost: false, reply: false, quote: true });
    await client.prefer(author, { like: true, repost: true, reply: true }).expect(200);
    expect(await client.countUnread(author)).toBe(2);
  });

  it('reject invalid values', async () => {
    const ofModerators = { moderation_warning: false };
    for (const changes of [
      { like: 'perhaps' },
      { like: null },
      [],
      { like: { a: true } },
      ofModerators,
      { report_message: false },
    ]) {
      expectError(await client.prefer(author, changes), 'validation_failed');
    }
  });
});

describe('pages', () => {
  it('return every group once while new ones arrive', async () => {
    const ids: string[] = [];
    for (let number = 0; number < 25; number += 1) {
      ids.push(await client.publish(author, { content: `Number ${number}` }));
    }
    for (const id of ids) for (const user of users.slice(0, 2)) await client.like(user, id);
    const listedGroups: { thread: string; actors: number }[] = [];
    let query = '?size=4';
    for (let pages = 0; pages < 20; pages += 1) {
      const { content, nextCursor } = await client.page(author, query);
      for (const group of content) {
        listedGroups.push({ thread: group.thread?.id ?? '', actors: group.actorsCount });
      }
      // New likes in groups that were already listed and in groups of later pages.
      await client.like(someone(2), ids[pages] ?? thread);
      await client.like(someone(3), ids[24 - pages] ?? thread);
      if (nextCursor === null) break;
      query = `?size=4&cursor=${nextCursor}`;
    }
    expect(listedGroups.map(({ thread: id }) => id)).toEqual(ids.toReversed());
    expect(new Set(listedGroups.map(({ actors }) => actors))).toEqual(new Set([2]));
  });

  it('by number return the same groups', async () => {
    for (let number = 0; number < 5; number += 1) {
      await client.publish(someone(0), { content: `@${author.username} ${number}` });
    }
    const all = (await client.list(author)).map(({ id }) => id);
    const pages = [];
    for (const page of [0, 1, 2]) pages.push(await client.page(author, `?size=2&page=${page}`));
    expect(pages.flatMap(({ content }) => content.map(({ id }) => id))).toEqual(all);
    expect(pages.map(({ last }) => last)).toEqual([false, false, true]);
    expect((await client.page(author, '?size=2&page=7')).content).toEqual([]);
  });

  it('skip any number of hidden notifications', async () => {
    const muted = await createUser(api);
    await client.publish(someone(0), { content: `@${author.username}` });
    await api.database.$executeRaw`
      INSERT INTO threads (id, author_id, content)
      SELECT uuidv7(), ${muted.id}::uuid, 'Words' FROM generate_series(1, 700)`;
    await api.database.$executeRaw`
      INSERT INTO notifications (id, recipient_id, actor_id, type, thread_id)
      SELECT id, ${author.id}::uuid, author_id, 'mention', id
      FROM threads WHERE author_id = ${muted.id}::uuid`;
    await client.mute(author, muted.id).expect(200);
    expect(await listed(author)).toEqual([`mention ${someone(0).username}`]);
  });

  it('reject an invalid cursor or one of another tab', async () => {
    for (const id of [thread, await client.publish(author, { content: 'x' })]) {
      await client.like(someone(0), id);
    }
    const { nextCursor } = await client.page(author, '?size=1');
    for (const query of [
      `?tab=mentions&cursor=${nextCursor}`,
      '?cursor=x',
      '?tab=likes',
      '?size=0',
    ]) {
      expectError(await client.read(author, `/notifications${query}`), 'validation_failed');
    }
    expectError(await api.request.get('/api/notifications'), 'unauthenticated');
  });
});
