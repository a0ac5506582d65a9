import type { mastodon } from 'masto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sampleImage } from '../media/sample-images.ts';
import { signInWithApp } from '../oauth/support.ts';
import type { AppSession } from '../oauth/support.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { insertThread } from '../support/factories/threads.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { conversationSchema, statusSchema } from './schemas.ts';
import { openSocket } from './streaming-support.ts';
import { signInWithMasto } from './support.ts';

let api: TestApi;
let ada: User;
let ben: User;
let app: AppSession;
let masto: mastodon.rest.Client;
let actions: ReturnType<typeof createUserActions>;

beforeAll(async () => {
  api = await startTestApi();
  actions = createUserActions(api);
  [ada, ben] = [await createUser(api), await createUser(api)];
  app = await signInWithApp(api, ada);
  masto = await signInWithMasto(api, ben);
});

afterAll(() => api.close());

const get = (path: string) => api.request.get(`/api${path}`).set(app.auth);
const write = (body: object) => api.request.post('/api/v1/statuses').set(app.auth).send(body);
const sendDirect = (body: object) => write({ visibility: 'direct', ...body });
const listConversations = async (query = '') =>
  z.array(conversationSchema).parse((await get(`/v1/conversations${query}`).expect(200)).body);
const sendMessage = (from: User, to: User, content: string) =>
  actions.post(from, '/chat/send').send({ receiverId: to.id, content }).expect(201);

describe('a direct status', () => {
  it('is a message to the one user that it mentions', async () => {
    const sent = await sendDirect({ status: `@${ben.username} Hello <b>Ben</b>` }).expect(200);
    const status = statusSchema.parse(sent.body);
    expect(status).toMatchObject({
      content: '<p>Hello &lt;b&gt;Ben&lt;/b&gt;</p>',
      visibility: 'direct',
      account: { id: ada.id },
      mentions: [{ id: ben.id }],
    });
    expect((await get(`/v1/statuses/${status.id}`)).body).toEqual(sent.body);

    const reply = await masto.v1.statuses.create({
      status: `@${ada.username} Hello yourself`,
      visibility: 'direct',
      inReplyToId: status.id,
    });
    expect(reply).toMatchObject({ inReplyToId: status.id, account: { id: ben.id } });
    const { ancestors, descendants } = (await get(`/v1/statuses/${reply.id}/context`)).body as {
      ancestors: object[];
      descendants: object[];
    };
    expect([z.array(statusSchema).parse(ancestors), descendants]).toMatchObject([
      [{ id: status.id }],
      [],
    ]);
    const edited = await masto.v1.statuses.$select(reply.id).update({ status: 'Changed' });
    expect([edited.content, edited.editedAt]).toEqual(['<p>Changed</p>', expect.any(String)]);
    await masto.v1.statuses.$select(reply.id).remove();
    await get(`/v1/statuses/${reply.id}`).expect(404);
  });

  it('ends with the address of the thread that a message shares', async () => {
    const threadId = await insertThread(api.database, ben.id);
    const shared = { receiverId: ada.id, content: 'Look', sharedThreadId: threadId };
    const { id } = (await actions.post(ben, '/chat/send').send(shared).expect(201)).body as {
      id: string;
    };
    const { content } = statusSchema.parse((await get(`/v1/statuses/${id}`).expect(200)).body);
    expect(content).toContain('<p>Look</p>');
    expect(content).toContain(`/thread/${threadId}"`);
  });

  it('has at most one file', async () => {
    const image = await sampleImage().png().toBuffer();
    const upload = async () =>
      (
        await api.request
          .post('/api/v2/media')
          .set(app.auth)
          .attach('file', image, 'a.png')
          .expect(200)
      ).body as { id: string };
    const [{ id }, second] = [await upload(), await upload()];
    const status = `@${ben.username}`;
    await sendDirect({ status, media_ids: [id, second.id] }).expect(422);
    const sent = await sendDirect({ status, media_ids: [id] }).expect(200);
    expect(statusSchema.parse(sent.body)).toMatchObject({
      content: '',
      media_attachments: [{ id, type: 'image' }],
    });
  });

  it('is rejected if it has another receiver, or what a message cannot have', async () => {
    const threadId = await insertThread(api.database, ben.id);
    const message = await sendMessage(ben, ada, 'Reply to me');
    const { id: messageId } = message.body as { id: string };
    const carl = await createUser(api);
    const to = { status: `@${ben.username} x` };
    for (const body of [
      { status: 'Nobody is mentioned' },
      { status: `@${ben.username} @${carl.username} Two users` },
      { status: `@${ada.username} Oneself` },
      { status: '@unknown.user Who?' },
      { ...to, in_reply_to_id: threadId },
      { ...to, in_reply_to_id: 'malformed' },
      { status: `@${carl.username} x`, in_reply_to_id: messageId },
      { ...to, spoiler_text: 'Warning' },
      { ...to, scheduled_at: '2030-01-01T00:00:00Z' },
      { ...to, poll: { options: ['a', 'b'], expires_in: 600 } },
      { ...to, quoted_status_id: threadId },
    ]) {
      const response = await sendDirect(body);
      expect([body, response.status]).toEqual([body, 422]);
      expect(response.body).toMatchObject({ error: expect.any(String) as string });
    }
    await get('/v1/statuses/malformed').expect(404);
    // A public reply to a message would make it public.
    await write({ status: 'x', in_reply_to_id: messageId }).expect(404);
    const data = { messagePermission: 'nobody' } as const;
    await api.database.user.update({ where: { id: carl.id }, data });
    await sendDirect({ status: `@${carl.username} x` }).expect(403);
    expect(await api.database.thread.count({ where: { authorId: ada.id } })).toBe(0);
  });
});

describe('conversations', () => {
  it('are listed in pages, marked as read and deleted', async () => {
    const [reader, first, second] = [
      await createUser(api),
      await createUser(api),
      await createUser(api),
    ];
    app = await signInWithApp(api, reader);
    await sendMessage(first, reader, 'From the first');
    await sendMessage(second, reader, 'From the second');
    const [latest, earlier, ...others] = await listConversations();
    expect([latest, earlier, others]).toMatchObject([
      { unread: true, accounts: [{ id: second.id }] },
      {
        accounts: [{ id: first.id }],
        last_status: { content: '<p>From the first</p>', visibility: 'direct' },
      },
      [],
    ]);
    // Apps show and page them by their latest messages.
    await actions
      .put(reader, `/chat/conversation/${first.id}/settings`)
      .send({ isPinned: true })
      .expect(200);
    expect(await listConversations()).toEqual([latest, earlier]);
    const page = await get('/v1/conversations?limit=1').expect(200);
    const next = /<[^>]*(\/v1\/[^>]+)>; rel="next"/.exec(page.headers['link'] ?? '')?.[1] ?? '';
    expect((await get(next)).body).toEqual([earlier]);
    expect(await listConversations(`?since_id=${earlier?.last_status?.id}`)).toEqual([latest]);

    const path = `/api/v1/conversations/${latest?.id}`;
    const read = await api.request.post(`${path}/read`).set(app.auth).expect(200);
    expect(conversationSchema.parse(read.body)).toEqual({ ...latest, unread: false });
    expect((await listConversations())[0]?.unread).toBe(false);
    await api.request.post(`${path}/unread`).set(app.auth).expect(422);
    await api.request.delete(path).set(app.auth).expect(200, {});
    expect(await listConversations()).toEqual([earlier]);
    await api.request.post(`${path}/read`).set(app.auth).expect(404);
  });

  it('of groups have several accounts, and statuses of their members', async () => {
    const [reader, first, second] = [
      await createUser(api),
      await createUser(api),
      await createUser(api),
    ];
    app = await signInWithApp(api, reader);
    const userIds = [reader.id, second.id];
    const group = await actions.post(first, '/chat/groups').send({ name: 'Weavers', userIds });
    const { id: conversationId } = group.body as { id: string };
    const accounts = [{ id: first.id }, { id: second.id }];
    expect(await listConversations()).toMatchObject([
      { id: conversationId, unread: true, accounts, last_status: null },
    ]);
    const message = { conversationId, content: 'To all' };
    const sent = await actions.post(first, '/chat/send').send(message).expect(201);
    const [listed] = await listConversations();
    const mentions = [{ id: reader.id }, { id: second.id }];
    expect(listed?.last_status).toMatchObject({ content: '<p>To all</p>', mentions });
    const { id } = sent.body as { id: string };
    const status = `@${first.username} @${second.username} From a client`;
    const reply = await sendDirect({ status, in_reply_to_id: id }).expect(200);
    expect(statusSchema.parse(reply.body)).toMatchObject({
      content: '<p>From a client</p>',
      in_reply_to_id: id,
      account: { id: reader.id },
    });
    await get(`/v1/statuses/${id}/context`).expect(200);
    await api.request.delete(`/api/v1/conversations/${conversationId}`).set(app.auth).expect(200);
    expect(await listConversations()).toEqual([]);
  });

  it('do not contain message requests, and users who are hidden from the reader', async () => {
    const [reader, stranger, blocker] = [
      await createUser(api),
      await createUser(api),
      await createUser(api),
    ];
    app = await signInWithApp(api, reader);
    await sendMessage(blocker, reader, 'Before the block');
    await actions.block(blocker, reader.id).expect(200);
    const data = { messagePermission: 'requests' } as const;
    await api.database.user.update({ where: { id: reader.id }, data });
    await sendMessage(stranger, reader, 'A request');
    expect(await listConversations()).toEqual([]);
  });

  it('are streamed to apps that subscribe to them', async () => {
    const reader = await createUser(api);
    const { token } = await signInWithApp(api, reader);
    const socket = await openSocket(api, { token, query: 'stream=direct' });
    const home = await openSocket(api, { token, query: 'stream=user' });
    const sent = await sendMessage(ben, reader, 'Live');
    const { id } = sent.body as { id: string };
    const [event] = await socket.until('conversation');
    expect(event?.stream).toEqual(['direct']);
    expect(conversationSchema.parse(event?.payload)).toMatchObject({
      accounts: [{ id: ben.id }],
      unread: true,
      last_status: { id, content: '<p>Live</p>' },
    });
    await actions.put(ben, `/chat/messages/${id}`).send({ content: 'Changed' }).expect(200);
    const [update] = await socket.until('status.update');
    expect(statusSchema.parse(update?.payload)).toMatchObject({ id, content: '<p>Changed</p>' });
    await actions.remove(ben, `/chat/messages/${id}`).expect(200);
    expect(await socket.until('delete')).toMatchObject([{ payload: id }]);
    expect(socket.messages).toHaveLength(3);
    expect(home.messages).toEqual([]);
  });

  it('are not streamed while they are message requests', async () => {
    const [reader, stranger] = [await createUser(api), await createUser(api)];
    const data = { messagePermission: 'requests' } as const;
    await api.database.user.update({ where: { id: reader.id }, data });
    const { token } = await signInWithApp(api, reader);
    const socket = await openSocket(api, { token, query: 'stream=direct' });
    const request = await sendMessage(stranger, reader, 'A request');
    const { id } = request.body as { id: string };
    await actions.put(stranger, `/chat/messages/${id}`).send({ content: 'Changed' }).expect(200);
    await actions.remove(stranger, `/chat/messages/${id}`).expect(200);
    const other = await createUser(api);
    await actions.follow(reader, other.id).expect(200);
    const sent = await sendMessage(other, reader, 'Not a request');
    await socket.until('conversation');
    // Changes are sent in their order.
    await actions.remove(other, `/chat/messages/${(sent.body as { id: string }).id}`).expect(200);
    await socket.until('delete');
    expect(socket.messages.map(({ event }) => event)).toEqual(['conversation', 'delete']);
  });
});
