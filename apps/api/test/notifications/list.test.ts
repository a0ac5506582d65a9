import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createNotificationActs, inShort } from './support.ts';

let api: TestApi;
let acts: ReturnType<typeof createNotificationActs>;
let author: User;
const people: User[] = [];
let thread: string;

beforeAll(async () => {
  api = await startTestApi();
  acts = createNotificationActs(api);
  for (let number = 0; number < 5; number += 1) people.push(await createUser(api));
});

afterAll(() => api.close());

beforeEach(async () => {
  author = await createUser(api);
  thread = await acts.publish(author, { content: 'Some words' });
});

const someone = (index: number): User => people[index] ?? author;
const listed = async (of: User) => inShort(await acts.list(of));

describe('a group', () => {
  it('is of one type and thread, with three actors and the number of all', async () => {
    const another = await acts.publish(author, { content: 'More words' });
    for (const person of people) await acts.like(person, thread);
    await acts.like(someone(0), another);
    const [first, second] = await acts.list(author);
    expect(first).toMatchObject({ type: 'like', actorsCount: 1, thread: { id: another } });
    expect(second).toMatchObject({ type: 'like', actorsCount: 5, thread: { id: thread } });
    expect(second?.actors.map(({ id }) => id)).toEqual([4, 3, 2].map((n) => someone(n).id));
    expect(await acts.unread(author)).toBe(2);
  });

  it('ends when it is read: what comes later is another', async () => {
    await acts.like(someone(0), thread);
    await acts.like(someone(1), thread);
    const [group] = await acts.list(author);
    await acts.like(someone(2), thread);
    // Up to what was seen, not what came since.
    expect(await acts.markRead(author, [group?.id ?? ''])).toBe(1);
    await acts.like(someone(3), thread);
    const groups = await acts.list(author);
    expect(groups.map(({ isRead, actorsCount }) => [isRead, actorsCount])).toEqual([
      [false, 2],
      [true, 2],
    ]);
    expect(groups[1]).toMatchObject({ id: group?.id, createdAt: group?.createdAt });
  });

  it('of follows is one, of requests each is its own', async () => {
    const closed = await createUser(api, { isPrivate: true });
    for (const person of people) {
      await acts.follow(person, author.id);
      await acts.follow(person, closed.id);
    }
    expect((await acts.list(author)).map(({ actorsCount }) => actorsCount)).toEqual([5]);
    expect((await acts.list(closed)).map(({ actorsCount }) => actorsCount)).toEqual([
      1, 1, 1, 1, 1,
    ]);
    expect([await acts.unread(author), await acts.unread(closed)]).toEqual([1, 5]);
  });
});

describe('marking as read', () => {
  it('changes nothing by ids of others, or of nothing', async () => {
    await acts.like(someone(0), thread);
    const [group] = await acts.list(author);
    await acts.markRead(someone(1), [group?.id ?? '']);
    expect(await acts.markRead(author, [newId()])).toBe(1);
    expect(await acts.markRead(author, [])).toBe(1);
    expect(await acts.markRead(author)).toBe(0);
  });

  it('refuses what is no list of ids', async () => {
    for (const ids of ['x', ['x'], [1], Array.from({ length: 51 }, newId)]) {
      const answer = api.request.put('/api/notifications/mark-read').set(author.auth).send({ ids });
      expectError(await answer, 'validation_failed');
    }
    expectError(await api.request.put('/api/notifications/mark-read'), 'unauthenticated');
  });
});

describe('nothing is shown', () => {
  it('of people who are muted, blocked or suspended, from one request to the next', async () => {
    const [muted, blocked, suspended] = [
      await createUser(api),
      await createUser(api),
      await createUser(api),
    ];
    for (const person of [muted, blocked, suspended]) await acts.like(person, thread);
    await acts.publish(muted, { content: `@${author.username}` });
    expect(await acts.unread(author)).toBe(2);

    await acts.mute(author, muted.id).expect(200);
    expect((await acts.list(author)).map(({ actorsCount }) => actorsCount)).toEqual([2]);
    await acts.block(blocked, author.id).expect(200);
    const data = { suspendedAt: new Date() };
    await api.database.user.update({ where: { id: suspended.id }, data });
    expect(await listed(author)).toEqual([]);
    expect(await acts.unread(author)).toBe(0);

    await acts.remove(author, `/users/${muted.id}/mute`).expect(200);
    expect(await listed(author)).toEqual([`mention ${muted.username}`, `like ${muted.username}`]);
    expect(await acts.unread(author)).toBe(2);
  });

  it('of threads that are not to be seen any more', async () => {
    const writer = await createUser(api);
    const content = `@${author.username}`;
    await acts.publish(writer, { content, parentThreadId: thread });
    await acts.publish(writer, { content });
    expect(await acts.unread(author)).toBe(2);
    await api.database.user.update({ where: { id: writer.id }, data: { isPrivate: true } });
    expect([await listed(author), await acts.unread(author)]).toEqual([[], 0]);
    await acts.follow(author, writer.id).expect(200);
    await acts.approve(writer, await acts.requestId(author, writer)).expect(200);
    // What was told, and that the request was approved.
    expect(await acts.unread(author)).toBe(3);
  });

  it('of what a private account says to those it has not let in', async () => {
    const closed = await createUser(api, { isPrivate: true });
    await acts.publish(closed, { content: `@${author.username}` });
    expect([await listed(author), await acts.unread(author)]).toEqual([[], 0]);
  });
});

describe('preferences', () => {
  it('leave out the types that are switched off, in list and count', async () => {
    await acts.like(someone(0), thread);
    await acts.repost(someone(0), thread);
    const answer = await acts.prefer(author, { like: false, follow: 'true' }).expect(200);
    expect(answer.body).toMatchObject({ preferences: { like: false, follow: true, repost: true } });
    expect(await listed(author)).toEqual([`repost ${someone(0).username}`]);
    expect(await acts.unread(author)).toBe(1);

    await Promise.all([
      acts.prefer(author, { repost: false }).expect(200),
      acts.prefer(author, { reply: false }).expect(200),
    ]);
    const kept = await acts.read(author, '/notifications/preferences').expect(200);
    expect(kept.body).toMatchObject({ like: false, repost: false, reply: false, quote: true });
    await acts.prefer(author, { like: true, repost: true, reply: true }).expect(200);
    expect(await acts.unread(author)).toBe(2);
  });

  it('refuse what is no choice', async () => {
    for (const changes of [{ like: 'perhaps' }, { like: null }, [], { like: { a: true } }]) {
      expectError(await acts.prefer(author, changes), 'validation_failed');
    }
  });
});

describe('pages', () => {
  it('give every group once, while new ones arrive', async () => {
    const ids: string[] = [];
    for (let number = 0; number < 25; number += 1) {
      ids.push(await acts.publish(author, { content: `Number ${number}` }));
    }
    for (const id of ids) for (const person of people.slice(0, 2)) await acts.like(person, id);
    const seen: { thread: string; actors: number }[] = [];
    let query = '?size=4';
    for (let pages = 0; pages < 20; pages += 1) {
      const { content, nextCursor } = await acts.page(author, query);
      for (const one of content) {
        seen.push({ thread: one.thread?.id ?? '', actors: one.actorsCount });
      }
      // New acts of groups that were shown, and of such as are still to come.
      await acts.like(someone(2), ids[pages] ?? thread);
      await acts.like(someone(3), ids[24 - pages] ?? thread);
      if (nextCursor === null) break;
      query = `?size=4&cursor=${nextCursor}`;
    }
    expect(seen.map((one) => one.thread)).toEqual(ids.toReversed());
    expect(new Set(seen.map((one) => one.actors))).toEqual(new Set([2]));
  });

  it('by number lead to the same, and end', async () => {
    for (let number = 0; number < 5; number += 1) {
      await acts.publish(someone(0), { content: `@${author.username} ${number}` });
    }
    const all = (await acts.list(author)).map(({ id }) => id);
    const pages = [];
    for (const page of [0, 1, 2]) pages.push(await acts.page(author, `?size=2&page=${page}`));
    expect(pages.flatMap(({ content }) => content.map(({ id }) => id))).toEqual(all);
    expect(pages.map(({ last }) => last)).toEqual([false, false, true]);
    expect((await acts.page(author, '?size=2&page=7')).content).toEqual([]);
  });

  it('look as far as they must, past what is not shown', async () => {
    const muted = await createUser(api);
    await acts.publish(someone(0), { content: `@${author.username}` });
    await api.database.$executeRaw`
      INSERT INTO threads (id, author_id, content)
      SELECT uuidv7(), ${muted.id}::uuid, 'Words' FROM generate_series(1, 700)`;
    await api.database.$executeRaw`
      INSERT INTO notifications (id, recipient_id, actor_id, type, thread_id)
      SELECT id, ${author.id}::uuid, author_id, 'mention', id
      FROM threads WHERE author_id = ${muted.id}::uuid`;
    await acts.mute(author, muted.id).expect(200);
    expect(await listed(author)).toEqual([`mention ${someone(0).username}`]);
  });

  it('refuse a cursor of another tab, or of none', async () => {
    for (const id of [thread, await acts.publish(author, { content: 'x' })]) {
      await acts.like(someone(0), id);
    }
    const { nextCursor } = await acts.page(author, '?size=1');
    for (const query of [
      `?tab=mentions&cursor=${nextCursor}`,
      '?cursor=x',
      '?tab=likes',
      '?size=0',
    ]) {
      expectError(await acts.read(author, `/notifications${query}`), 'validation_failed');
    }
    expectError(await api.request.get('/api/notifications'), 'unauthenticated');
  });
});
