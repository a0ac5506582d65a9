import { mutedThreadsMax } from '@skein/contracts/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { readThread } from '../support/factories/publish.ts';
import { insertThread } from '../support/factories/threads.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';
import { createNotificationsClient, summarize } from './support.ts';

let api: TestApi;
let client: ReturnType<typeof createNotificationsClient>;
let author: User;
let other: User;
let thread: string;

beforeAll(async () => {
  api = await startTestApi();
  client = createNotificationsClient(api);
});

afterAll(() => api.close());

beforeEach(async () => {
  [author, other] = [await createUser(api), await createUser(api)];
  thread = await client.publish(author, { content: 'Some words' });
});

const mute = (by: User, id: string) => api.request.post(`/api/threads/${id}/mute`).set(by.auth);
const unmute = (by: User, id: string) => api.request.delete(`/api/threads/${id}/mute`).set(by.auth);
const listed = async (of: User) => summarize(await client.list(of));

describe('a muted thread', () => {
  it('causes no notification of likes, reposts, reactions, replies, mentions and quotes', async () => {
    const own = await client.publish(author, { content: 'More', parentThreadId: thread });
    await mute(author, own).expect(200);
    await client.like(other, thread);
    await client.like(other, own);
    await client.repost(other, thread);
    await client.react(other, own, 'wow');
    const reply = { content: `Yes @${author.username}`, parentThreadId: own };
    const replyId = await client.publish(other, reply);
    await client.edit(other, replyId, `No @${author.username}`);
    const quote = { content: 'Look', quotedThreadId: own };
    await client.publish(other, quote, '/threads/quote-repost');
    expect(await listed(author)).toEqual([]);
    expect(await client.countUnread(author)).toBe(0);
  });

  it('causes no notification of a mention that an edit adds, or of the end of its poll', async () => {
    await mute(author, thread).expect(200);
    const reply = await client.publish(other, { content: 'Hm', parentThreadId: thread });
    await client.edit(other, reply, `Hm @${author.username}`);
    const poll = { question: 'Tea?', options: ['Yes', 'No'], durationMinutes: 5 };
    const polled = await client.publish(author, { content: '', poll: JSON.stringify(poll) });
    await mute(author, polled).expect(200);
    await api.database.poll.updateMany({ data: { expiresAt: new Date('2026-01-01') } });
    await api.services.notifications.notifyEndedPolls();
    expect(await listed(author)).toEqual([]);
  });

  it('still notifies others, and the user of other threads and new followers', async () => {
    await mute(author, thread).expect(200);
    const elsewhere = await client.publish(author, { content: 'Elsewhere' });
    await client.like(other, elsewhere);
    await client.post(other, `/users/${author.id}/follow-request`).expect(200);
    const reply = await client.publish(other, { content: 'Yes', parentThreadId: thread });
    await client.like(author, reply);
    expect(await listed(author)).toEqual([`follow ${other.username}`, `like ${other.username}`]);
    expect(await listed(other)).toEqual([`like ${author.username}`]);
  });

  it('notifies again after it is unmuted, from any thread of the conversation', async () => {
    const reply = await client.publish(other, { content: 'Yes', parentThreadId: thread });
    await mute(author, reply).expect(200);
    expect((await readThread(api, author, thread)).isMuted).toBe(true);
    expect((await readThread(api, author, reply)).isMuted).toBe(true);
    expect((await readThread(api, other, reply)).isMuted).toBe(false);
    await unmute(author, thread).expect(200);
    await unmute(author, thread).expect(200);
    expect((await readThread(api, author, reply)).isMuted).toBe(false);
    await client.like(other, thread);
    expect(await listed(author)).toEqual([`like ${other.username}`, `reply ${other.username}`]);
  });

  it('is shown as muted to an author who replies to it', async () => {
    await mute(author, thread).expect(200);
    const response = await client
      .post(author, '/threads')
      .send({ content: 'More', parentThreadId: thread })
      .expect(201);
    expect(response.body).toMatchObject({ isMuted: true });
  });

  it('can be deleted', async () => {
    await mute(other, thread).expect(200);
    await api.request.delete(`/api/threads/${thread}`).set(author.auth).expect(200);
    expect(await api.database.threadMute.count({ where: { threadId: thread } })).toBe(0);
  });
});

describe('muting a thread', () => {
  it('returns 404 for a thread that does not exist or that the viewer may not see', async () => {
    const hidden = await createUser(api, { isPrivate: true });
    const hiddenThread = await insertThread(api.database, hidden.id);
    for (const id of [newId(), 'nothing', hiddenThread]) {
      expectError(await mute(author, id), 'not_found');
      expectError(await unmute(author, id), 'not_found');
    }
    expectError(await api.request.post(`/api/threads/${thread}/mute`), 'unauthenticated');
  });

  it('unmutes the thread that was muted first beyond the limit', async () => {
    const ids = Array.from({ length: mutedThreadsMax }, newId);
    await api.database.thread.createMany({
      data: ids.map((id) => ({ id, authorId: other.id, content: '' })),
    });
    const start = Date.parse('2026-01-01');
    await api.database.threadMute.createMany({
      data: ids.map((threadId, index) => ({
        threadId,
        userId: author.id,
        createdAt: new Date(start + index),
      })),
    });
    await mute(author, thread).expect(200);
    const where = { userId: author.id };
    expect(await api.database.threadMute.count({ where })).toBe(mutedThreadsMax);
    const first = { userId: author.id, threadId: ids[0] ?? '' };
    expect(await api.database.threadMute.findFirst({ where: first })).toBeNull();
    await mute(author, thread).expect(200);
    expect(await api.database.threadMute.count({ where })).toBe(mutedThreadsMax);
  });
});
