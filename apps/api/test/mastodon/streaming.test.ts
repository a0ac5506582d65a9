import { once } from 'node:events';
import { createStreamingAPIClient } from 'masto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { publish } from '../support/factories/publish.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { sampleImage } from '../media/sample-images.ts';
import { signInWithApp } from '../oauth/support.ts';
import { notificationSchema, statusSchema } from './schemas.ts';
import { openEvents, openSocket } from './streaming-support.ts';

let api: TestApi;
let actions: ReturnType<typeof createUserActions>;
let writer: User;
let reader: User;
let token: string;

beforeAll(async () => {
  // Each stream registers an app, more than one address may register in an hour.
  api = await startTestApi({ limits: 'off' });
  actions = createUserActions(api);
  [writer, reader] = [await createUser(api), await createUser(api)];
  await actions.follow(reader, writer.id).expect(200);
  ({ token } = await signInWithApp(api, reader));
});

afterAll(() => api.close());

const write = (as: User, content: string, fields: Record<string, string> = {}) =>
  publish(api, as, { fields: { content, ...fields } });

describe('a WebSocket', () => {
  it('serves masto.js: new, edited and deleted statuses, and notifications', async () => {
    const client = createStreamingAPIClient({
      streamingApiUrl: `ws://127.0.0.1:${api.port}`,
      accessToken: token,
      implementation: WebSocket,
    });
    onTestFinished(() => client.close());
    const received: string[] = [];
    using subscription = client.user.subscribe();
    const reading = (async () => {
      for await (const { event, payload } of subscription) {
        const id =
          typeof payload === 'string' ? payload : z.object({ id: z.string() }).parse(payload).id;
        received.push(`${event} ${id}`);
      }
    })();
    await vi.waitUntil(() => api.services.realtime.count() > 0, { timeout: 20_000 });
    // The subscription is sent after the connection is open.
    const earlier = new Set<string>();
    await vi.waitFor(async () => {
      earlier.add(`update ${(await write(writer, 'Are you there?')).id}`);
      expect(received).not.toEqual([]);
    }, 20_000);
    const listNew = () => received.filter((line) => !earlier.has(line));
    const { id } = await write(writer, 'New');
    await vi.waitFor(() => expect(received).toContain(`update ${id}`), 20_000);
    await api.request.put(`/api/threads/${id}`).set(writer.auth).send({ content: 'Edited' });
    const own = await write(reader, 'Mine');
    await actions.post(writer, `/threads/${own.id}/like`).send({ on: true }).expect(200);
    await vi.waitFor(() => expect(received).toContain(`status.update ${id}`), 20_000);
    await actions.remove(writer, `/threads/${id}`).expect(200);
    await vi.waitFor(() => expect(listNew()).toHaveLength(5), 20_000);
    expect(listNew().filter((line) => !line.startsWith('notification'))).toEqual([
      `update ${id}`,
      `status.update ${id}`,
      `update ${own.id}`,
      `delete ${id}`,
    ]);
    subscription.unsubscribe();
    client.close();
    await reading;
  });

  it('sends entities with every field', async () => {
    const stream = await openSocket(api, { token, query: 'stream=user' });
    const { id } = await write(writer, 'Hello @' + reader.username);
    const [update] = await stream.until('update');
    expect(update?.stream).toEqual(['user']);
    expect(statusSchema.parse(update?.payload)).toMatchObject({ id, favourited: false });
    const [notification] = await stream.until('notification');
    expect(notificationSchema.parse(notification?.payload)).toMatchObject({
      type: 'mention',
      status: { id },
    });
  });

  it('subscribes and unsubscribes by messages, and reports mistakes', async () => {
    const stream = await openSocket(api, { token });
    stream.send({ type: 'subscribe', stream: 'hashtag', tag: 'Knots' });
    stream.send({ type: 'subscribe', stream: 'public:media' });
    stream.send({ type: 'subscribe', stream: 'nonsense' });
    stream.sendText('{');
    await vi.waitFor(() => expect(stream.errors).toHaveLength(2));
    expect(stream.errors).toEqual([
      { error: 'Unknown stream type', status: 400 },
      { error: 'Error parsing JSON', status: 400 },
    ]);
    const tagged = await write(writer, 'A #knots thread');
    const file = await sampleImage().png().toBuffer();
    const image = await publish(api, writer, { fields: { content: 'Look' }, files: [file] });
    const updates = await stream.until('update', 2);
    expect(updates.map(({ stream: name, payload }) => [name, payload])).toMatchObject([
      [['hashtag', 'Knots'], { id: tagged.id }],
      [['public:media'], { id: image.id }],
    ]);
    stream.send({ type: 'unsubscribe', stream: 'hashtag', tag: 'Knots' });
    stream.send({ type: 'subscribe', stream: 'public' });
    stream.sendText('{');
    await vi.waitFor(() => expect(stream.errors).toHaveLength(3));
    await write(writer, 'More #knots');
    const [, , last] = await stream.until('update', 3);
    expect(last?.stream).toEqual(['public']);
  });

  it('requires a token of an app, or a session of the own pages', async () => {
    const url = `ws://127.0.0.1:${api.port}/api/v1/streaming`;
    const getStatus = async (socket: WebSocket) => {
      const rejected: unknown[] = await once(socket, 'unexpected-response');
      socket.once('error', () => undefined).terminate();
      return z.object({ statusCode: z.number() }).parse(rejected[1]).statusCode;
    };
    const other = { origin: 'https://elsewhere.example' };
    expect(await getStatus(new WebSocket(url))).toBe(401);
    expect(await getStatus(new WebSocket(`${url}?access_token=x`, other))).toBe(401);
    expect(await getStatus(new WebSocket(`${url}?access_token=${reader.token}`, other))).toBe(403);
    const cookie = { headers: { Cookie: `skein_stream=${reader.token}` } };
    expect(await getStatus(new WebSocket(url, cookie))).toBe(401);
    const { token: posting } = await signInWithApp(api, reader, 'write');
    expect(await getStatus(new WebSocket(`${url}?access_token=${posting}`))).toBe(403);
    const app = new WebSocket(url, [token], other);
    await once(app, 'open');
    app.terminate();
    await api.request.get('/api/v1/streaming').set('Authorization', `Bearer ${token}`).expect(404);
  });

  it('sends notifications only with their scope', async () => {
    const { token: statusesOnly } = await signInWithApp(api, reader, 'read:statuses');
    const stream = await openSocket(api, { token: statusesOnly, query: 'stream=user' });
    stream.send({ type: 'subscribe', stream: 'user:notification' });
    await vi.waitFor(() => expect(stream.errors).toMatchObject([{ status: 403 }]));
    await write(writer, `Only a status, @${reader.username}`);
    await stream.until('update');
    await write(writer, 'Next');
    await stream.until('update', 2);
    expect(stream.of('notification')).toEqual([]);
  });

  it('ends with a message that is too large', async () => {
    const stream = await openSocket(api, { token });
    stream.sendText('x'.repeat(5000));
    await vi.waitFor(() => expect(stream.isClosed).toBe(true));
  });

  it('ends when the user revokes the app', async () => {
    const session = await signInWithApp(api, reader);
    const stream = await openSocket(api, { token: session.token, query: 'stream=user' });
    const { client_id, client_secret } = session.app;
    await api.request
      .post('/oauth/revoke')
      .send({ client_id, client_secret, token: session.token })
      .expect(200);
    await vi.waitFor(() => expect(stream.isClosed).toBe(true), { timeout: 4000 });
  });

  it('replaces the oldest of too many connections of a user', async () => {
    const user = await createUser(api);
    const session = await signInWithApp(api, user);
    const streams: Awaited<ReturnType<typeof openSocket>>[] = [];
    for (let count = 0; count < 11; count += 1) {
      streams.push(await openSocket(api, { token: session.token }));
    }
    await vi.waitFor(() => expect(streams.map(({ isClosed }) => isClosed)[0]).toBe(true));
    expect(streams.filter(({ isClosed }) => isClosed)).toHaveLength(1);
  });
});

describe('server-sent events', () => {
  it('send public threads, replies of a hashtag, and nothing of other servers', async () => {
    const [everything, tagged, remote] = [
      await openEvents(api, 'public', token),
      await openEvents(api, `hashtag?tag=ropes`, token),
      await openEvents(api, 'public/remote', token),
    ];
    const thread = await write(writer, 'A public thread');
    const reply = await write(writer, 'On #ropes', { parentThreadId: thread.id });
    await tagged.until(1);
    await everything.until(1);
    expect(everything.events).toMatchObject([{ event: 'update', data: { id: thread.id } }]);
    expect(tagged.events).toMatchObject([{ event: 'update', data: { id: reply.id } }]);
    expect(remote.events).toEqual([]);
  });

  it('send reposts of followed users and their removal', async () => {
    const other = await createUser(api);
    const stream = await openEvents(api, 'user', token);
    const thread = await write(other, 'Somebody else');
    await actions.post(writer, `/threads/${thread.id}/repost`).send({ on: true }).expect(200);
    await stream.until(1);
    expect(stream.events[0]).toMatchObject({
      event: 'update',
      data: { account: { id: writer.id }, reblog: { id: thread.id } },
    });
    await actions.post(writer, `/threads/${thread.id}/repost`).send({ on: false }).expect(200);
    await stream.until(2);
    const { id } = z.object({ id: z.string() }).parse(stream.events[0]?.data);
    expect(stream.events[1]).toEqual({ event: 'delete', text: id, data: undefined });
  });

  it('send the home timeline with followed hashtags, and lists, without hidden reposts', async () => {
    const [other, user] = [await createUser(api), await createUser(api)];
    const session = await signInWithApp(api, user);
    await actions.post(user, '/hashtags/anchors/follow').expect(200);
    const follow = `/api/v1/accounts/${writer.id}/follow`;
    const followed = await api.request.post(follow).set(session.auth).send({ reblogs: false });
    expect(followed.body).toMatchObject({ following: true, showing_reblogs: false });
    const list = await actions.post(user, '/lists').send({ name: 'Crew' }).expect(201);
    const { id: listId } = z.object({ id: z.string() }).parse(list.body);
    for (const { id } of [other, writer]) {
      await api.request.put(`/api/lists/${listId}/members/${id}`).set(user.auth).expect(200);
    }
    const [stream, listed, foreign] = [
      await openEvents(api, 'user', session.token),
      await openEvents(api, `list?list=${listId}`, session.token),
      await openEvents(api, `list?list=${listId}`, token),
    ];
    const tagged = await write(other, 'Drop #anchors');
    const thread = await write(other, 'Something else');
    await actions.post(writer, `/threads/${thread.id}/repost`).send({ on: true }).expect(200);
    const last = await write(writer, 'By a followed user');
    await stream.until(2);
    expect(stream.events).toMatchObject([{ data: { id: tagged.id } }, { data: { id: last.id } }]);
    await listed.until(3);
    const shown = [tagged, thread, last].map(({ id }) => ({ data: { id } }));
    expect(listed.events).toMatchObject(shown);
    expect(foreign.events).toEqual([]);
  });

  it('apply the keyword filters of the user', async () => {
    const user = await createUser(api);
    const session = await signInWithApp(api, user);
    for (const [phrase, action] of [
      ['barnacle', 'hide'],
      ['drizzle', 'collapse'],
    ]) {
      await actions
        .post(user, '/filters')
        .send({ phrase, action, contexts: ['feeds'] })
        .expect(201);
    }
    const [filtered, other] = [
      await openEvents(api, 'public', session.token),
      await openEvents(api, 'public', token),
    ];
    const hidden = await write(writer, 'A barnacle');
    const collapsed = await write(writer, 'Some drizzle');
    await filtered.until(1);
    await other.until(2);
    expect(filtered.events).toMatchObject([
      { data: { id: collapsed.id, filtered: [{ keyword_matches: ['drizzle'] }] } },
    ]);
    expect(statusSchema.parse(filtered.events[0]?.data).id).toBe(collapsed.id);
    expect(other.events).toMatchObject([
      { data: { id: hidden.id, filtered: [] } },
      { data: { id: collapsed.id, filtered: [] } },
    ]);
  });

  it('have a health check, and 404 for unknown streams', async () => {
    expect((await api.request.get('/api/v1/streaming/health').expect(200)).text).toBe('OK');
    const authorization = `Bearer ${token}`;
    await api.request
      .get('/api/v1/streaming/nothing')
      .set('Authorization', authorization)
      .expect(404);
    await api.request.get('/api/v1/streaming/user').expect(401);
  });
});

describe('nobody receives', () => {
  it('what they may not see or have muted', async () => {
    const [owner, follower, stranger, blocked] = await Promise.all([
      createUser(api),
      createUser(api),
      createUser(api),
      createUser(api),
    ]);
    await actions.follow(follower, owner.id).expect(200);
    await api.request.put('/api/users/me').set(owner.auth).field('isPrivate', 'true').expect(200);
    await actions.block(owner, blocked.id).expect(200);
    const muting = await createUser(api);
    await actions.mute(muting, writer.id).expect(200);
    const open = async (user: User) =>
      openSocket(api, {
        token: (await signInWithApp(api, user)).token,
        query: 'stream=public',
      });
    const [ofFollower, ofStranger, ofBlocked, ofMuting] = [
      await open(follower),
      await open(stranger),
      await open(blocked),
      await open(muting),
    ];
    const hidden = await write(owner, 'For followers #secret');
    const quote = await publish(api, owner, {
      path: '/api/threads/quote-repost',
      fields: { content: 'Again', quotedThreadId: hidden.id },
    });
    // A thread that is deleted before it was read is not sent.
    await ofFollower.until('update', 2);
    await actions.remove(owner, `/threads/${hidden.id}`).expect(200);
    const seen = await write(writer, 'For all');
    await ofStranger.until('update');
    await ofFollower.until('update', 3);
    const ids = (stream: typeof ofFollower) =>
      stream.of('update').map(({ payload }) => (payload as { id: string }).id);
    expect(ids(ofFollower)).toEqual([hidden.id, quote.id, seen.id]);
    expect(ofFollower.of('delete').map(({ payload }) => payload)).toEqual([hidden.id]);
    expect(ids(ofStranger)).toEqual([seen.id]);
    await ofBlocked.until('update');
    expect(ids(ofBlocked)).toEqual([seen.id]);
    for (const stream of [ofStranger, ofBlocked]) expect(stream.of('delete')).toEqual([]);
    const last = await write(stranger, 'Last');
    await ofMuting.until('update');
    expect(ids(ofMuting)).toEqual([last.id]);
  });

  it('a quoted thread of a user who has blocked them', async () => {
    const [author, quoting, blocked] = [
      await createUser(api),
      await createUser(api),
      await createUser(api),
    ];
    await actions.block(author, blocked.id).expect(200);
    const [first, second] = [
      await openSocket(api, {
        token: (await signInWithApp(api, reader)).token,
        query: 'stream=public',
      }),
      await openSocket(api, {
        token: (await signInWithApp(api, blocked)).token,
        query: 'stream=public',
      }),
    ];
    const thread = await write(author, 'Quote me');
    await publish(api, quoting, {
      path: '/api/threads/quote-repost',
      fields: { content: 'Quoted', quotedThreadId: thread.id },
    });
    const [, seen] = await first.until('update', 2);
    expect(seen?.payload).toMatchObject({ quote: { quoted_status: { id: thread.id } } });
    const [hidden] = await second.until('update');
    expect(hidden?.payload).toMatchObject({
      quote: { state: 'unauthorized', quoted_status: null },
    });
    expect(JSON.stringify(second.messages)).not.toContain(author.username);
  });
});
