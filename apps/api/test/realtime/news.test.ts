import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNotificationActs } from '../notifications/support.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import { insertMember, insertThread } from '../support/factories/threads.ts';
import { listen } from './support.ts';

let api: TestApi;
let acts: ReturnType<typeof createNotificationActs>;

beforeAll(async () => {
  api = await startTestApi();
  acts = createNotificationActs(api);
});

afterAll(() => api.close());

describe('notifications', () => {
  it('are told of with how many are unread and the latest', async () => {
    const [author, fan] = [await createUser(api), await createUser(api)];
    const id = await acts.publish(author, { content: 'A thread' });
    const stream = await listen(api, author);
    await acts.like(fan, id);
    const [told] = await stream.until('notification');
    expect(told).toMatchObject({ unreadCount: 1, notification: { type: 'like' } });
    await acts.like(fan, id, false);
    const [, after] = await stream.until('notification', 2);
    expect(after).toEqual({ unreadCount: 0, notification: null });
  });

  it('come together when there are many at once', async () => {
    const author = await createUser(api);
    const stream = await listen(api, author);
    const begin = performance.now();
    for (let index = 0; index < 200; index += 1) {
      api.services.bus.publish({ kind: 'notification', userIds: [author.id] });
      await sleep(2);
    }
    const most = 2 + (performance.now() - begin) / 250;
    await sleep(600);
    expect(stream.dataOf('notification').length).toBeLessThanOrEqual(most);
    expect(stream.dataOf('notification').length).toBeGreaterThan(1);
  });
});

describe('the feed', () => {
  it('tells each how many threads are new in their Following feed', async () => {
    const [writer, reader, other] = [
      await createUser(api),
      await createUser(api),
      await createUser(api),
    ];
    const muted = await createUser(api);
    await acts.follow(reader, writer.id).expect(200);
    await acts.follow(reader, muted.id).expect(200);
    await acts.mute(reader, muted.id).expect(200);
    const streams = [
      await listen(api, reader),
      await listen(api, other),
      await listen(api, writer),
    ] as const;
    const first = await acts.publish(writer, { content: 'one' });
    await acts.publish(writer, { content: 'two' });
    await acts.publish(writer, { content: 'an answer', parentThreadId: first });
    await acts.publish(muted, { content: 'unheard' });
    const strangers = await insertThread(api.database, await insertMember(api.database));
    await acts.repost(writer, strangers);
    expect(await streams[0].until('feed')).toEqual([{ newCount: 3 }]);
    await acts.publish(writer, { content: 'three' });
    expect((await streams[0].until('feed', 2))[1]).toEqual({ newCount: 1 });
    for (const stream of streams.slice(1)) expect(stream.dataOf('feed')).toEqual([]);
  });
});
