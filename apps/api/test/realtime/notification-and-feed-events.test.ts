import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNotificationsClient } from '../notifications/support.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { insertFollow, insertUser, insertThread } from '../support/factories/threads.ts';
import { listen } from './support.ts';

let api: TestApi;
let client: ReturnType<typeof createNotificationsClient>;

beforeAll(async () => {
  api = await startTestApi();
  client = createNotificationsClient(api);
});

afterAll(() => api.close());

describe('notifications', () => {
  it('are sent with the unread count and the latest notification', async () => {
    const [author, liker] = [await createUser(api), await createUser(api)];
    const id = await client.publish(author, { content: 'A thread' });
    const stream = await listen(api, author);
    await client.like(liker, id);
    const [notified] = await stream.until('notification');
    expect(notified).toMatchObject({ unreadCount: 1, notification: { type: 'like' } });
    await client.like(liker, id, false);
    const [, after] = await stream.until('notification', 2);
    expect(after).toEqual({ unreadCount: 0, notification: null });
  });

  it('are batched when there are many', async () => {
    const author = await createUser(api);
    const stream = await listen(api, author);
    const begin = performance.now();
    for (let index = 0; index < 200; index += 1) {
      api.services.bus.publish({ kind: 'notification', userIds: [author.id] });
      await sleep(2);
    }
    const expectedMax = 2 + (performance.now() - begin) / 250;
    await sleep(600);
    expect(stream.getData('notification').length).toBeLessThanOrEqual(expectedMax);
    expect(stream.getData('notification').length).toBeGreaterThan(1);
  });
});

describe('a changed thread', () => {
  it('is reported to users who may see it when it is edited or loses its quoted thread', async () => {
    const [quoted, author] = [await createUser(api), await createUser(api, { isPrivate: true })];
    const [follower, other] = [await createUser(api), await createUser(api)];
    await insertFollow(api.database, follower.id, author.id);
    await insertFollow(api.database, quoted.id, author.id);
    const quotedId = await insertThread(api.database, quoted.id);
    const threadId = await insertThread(api.database, author.id, { quotedId });
    const streams = [await listen(api, follower), await listen(api, other)] as const;
    const edit = (user: User, id: string) =>
      api.request.put(`/api/threads/${id}`).set(user.auth).send({ content: 'Edited' }).expect(200);
    await edit(author, threadId);
    await streams[0].until('threadChanged');
    const detachPath = `/api/threads/${threadId}/detach-quote`;
    await api.request.post(detachPath).set(quoted.auth).expect(200);
    await streams[0].until('threadChanged', 2);
    await edit(quoted, quotedId);
    expect(await streams[0].until('threadChanged', 3)).toEqual([
      { threadId },
      { threadId },
      { threadId: quotedId },
    ]);
    expect(await streams[1].until('threadChanged')).toEqual([{ threadId: quotedId }]);
  });
});

describe('an engagement', () => {
  it('is sent to all streams of the user, and to nobody else', async () => {
    const [author, reader] = [await createUser(api), await createUser(api)];
    const threadId = await insertThread(api.database, author.id);
    const streams = [await listen(api, reader), await listen(api, reader)];
    const authors = await listen(api, author);
    const act = (path: string) =>
      api.request.post(`/api/threads/${threadId}/${path}`).set(reader.auth).expect(200);
    await act('like');
    await act('bookmark');
    await act('repost');
    await act('reaction?reactionType=wow');
    for (const stream of streams) {
      expect(await stream.until('engagement', 4)).toEqual([
        { threadId, change: { isLiked: true, likesCount: 1 } },
        { threadId, change: { isBookmarked: true } },
        { threadId, change: { isReposted: true, repostsCount: 1 } },
        { threadId, change: { myReaction: 'wow', reactions: { wow: 1 } } },
      ]);
    }
    expect(authors.getData('engagement')).toEqual([]);
  });
});

describe('the feed', () => {
  it('sends each user the number of new threads in their Following feed', async () => {
    const [writer, reader, other] = [
      await createUser(api),
      await createUser(api),
      await createUser(api),
    ];
    const muted = await createUser(api);
    await client.follow(reader, writer.id).expect(200);
    await client.follow(reader, muted.id).expect(200);
    await client.mute(reader, muted.id).expect(200);
    const streams = [
      await listen(api, reader),
      await listen(api, other),
      await listen(api, writer),
    ] as const;
    const first = await client.publish(writer, { content: 'one' });
    await client.publish(writer, { content: 'two' });
    await client.publish(writer, { content: 'a reply', parentThreadId: first });
    await client.publish(muted, { content: 'muted' });
    const othersThread = await insertThread(api.database, await insertUser(api.database));
    await client.repost(writer, othersThread);
    // Threads that are published within a moment are counted in one event, which a busy machine can exceed.
    let counts: number[] = [];
    while (counts.reduce((sum, count) => sum + count, 0) < 3) {
      const events = await streams[0].until('feed', counts.length + 1);
      counts = events.map(({ newCount }) => newCount);
    }
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
    await client.publish(writer, { content: 'three' });
    const events = await streams[0].until('feed', counts.length + 1);
    expect(events.at(-1)).toEqual({ newCount: 1 });
    for (const stream of streams.slice(1)) expect(stream.getData('feed')).toEqual([]);
  });
});
