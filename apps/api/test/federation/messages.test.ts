import { randomUUID } from 'node:crypto';
import type { ChatMessage, ConversationPage } from '@skein/contracts/chat';
import type { Thread } from '@skein/contracts/threads';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createChatClient } from '../chat/support.ts';
import type { ChatClient } from '../chat/support.ts';
import { sampleImage } from '../media/sample-images.ts';
import type { TestApi } from '../support/api.ts';
import { publish } from '../support/factories/publish.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { createFederationActions } from './actions.ts';
import { activityType, deliver, newActivity, sendActivity, startInstance } from './instances.ts';
import { createNetwork, signGet, startRemoteServer } from './network.ts';
import type { RemoteAccount, RemoteServer } from './network.ts';

const network = createNetwork();

let api: TestApi;
let other: TestApi;
let remote: RemoteServer;
let ann: User;
let actions: ReturnType<typeof createUserActions>;
let chat: ChatClient;

beforeAll(async () => {
  [api, other, remote] = await Promise.all([
    startInstance(network, 'one.example'),
    startInstance(network, 'two.example'),
    startRemoteServer(network, 'remote.example'),
  ]);
  actions = createUserActions(api);
  chat = createChatClient(api);
  remote.files.set('/photo.png', { content: await sampleImage().png().toBuffer() });
});
beforeEach(async () => {
  ann = await createUser(api);
  await deliver(api);
  remote.received.length = 0;
  remote.state.inboxStatus = 202;
});
afterAll(() => Promise.all([api.close(), other.close(), remote.close()]));

const { actorUri, objectUri, send } = createFederationActions(() => ({ api, remote, user: ann }));

/** A note of an account of the other server that is only for a user. */
const newMessage = ({ uri }: RemoteAccount, fields: object = {}, receiver = ann) => ({
  id: `${uri}/statuses/${randomUUID()}`,
  type: 'Note',
  attributedTo: uri,
  content: `<p><a href="${actorUri(receiver)}" class="u-url mention">@<span>${receiver.username}</span></a> Hello</p>`,
  tag: [
    { type: 'Mention', href: actorUri(receiver), name: `@${receiver.username}@one.example` },
  ] as object[],
  to: [actorUri(receiver)],
  cc: [] as string[],
  ...fields,
});

type Handle = Pick<RemoteAccount, 'handle'>;

/** The account as the user finds it. */
async function find(account: Handle, by = ann): Promise<{ id: string; username: string }> {
  const response = await actions.read(by, `/users/search?q=@${account.handle}`).expect(200);
  const [found] = response.body as { id: string; username: string }[];
  if (found === undefined) throw new Error('The account was not found.');
  return found;
}

async function read(account: Handle, by = ann): Promise<ConversationPage> {
  const { id } = await find(account, by);
  const response = await actions.read(by, `/chat/conversation/${id}`).expect(200);
  return response.body as ConversationPage;
}

const write = (receiverId: string, fields: object = {}, by = ann) =>
  actions.post(by, '/chat/send').send({ receiverId, content: 'Hello', ...fields });

async function writeTo(account: Handle, fields: object = {}): Promise<ChatMessage> {
  const response = await write((await find(account)).id, fields).expect(201);
  return response.body as ChatMessage;
}

it('receives a note to one user as a message request, with its edit and deletion', async () => {
  const ben = remote.addAccount('ben');
  await api.database.user.update({
    where: { id: ann.id },
    data: { messagePermission: 'requests' },
  });
  const attachment = [
    {
      type: 'Document',
      mediaType: 'image/png',
      url: `${remote.origin}/photo.png`,
      name: 'A knot',
      width: 800,
      height: 600,
    },
    { type: 'Document', mediaType: 'text/csv', url: `${remote.origin}/table.csv` },
  ];
  const note = newMessage(ben, { attachment, summary: 'Knots' });
  const activity = newActivity(ben, 'Create', note);
  const second = await startInstance(network, 'one.example', { databaseUrl: api.databaseUrl });
  network.add('one.example', api.port);
  // The same activity at two servers of the instance, and the same note in another activity.
  const sent = [api, second, api].map((at) => sendActivity(at, ben, activity));
  for (const { status } of await Promise.all(sent)) expect(status).toBe(202);
  await second.close();
  await send(ben, 'Create', note).expect(202);

  const { content, isRequest, canReact } = await read(ben);
  expect({ isRequest, canReact }).toEqual({ isRequest: true, canReact: false });
  expect(content).toMatchObject([
    {
      content: `Knots\n\nHello\n\n${remote.origin}/table.csv`,
      messageType: 'image',
      attachments: [{ altText: 'A knot', width: 800 }],
    },
  ]);
  const mediaUrl = content[0]?.media?.mediaUrl ?? '';
  expect(mediaUrl).toMatch(/^\/media\/[0-9a-f]{32}\/original\.webp$/);
  await api.request.get(mediaUrl).redirects(1).expect(200);

  const updated = new Date(api.clock.now().getTime() + 1000).toISOString();
  const edited = { ...note, content: 'Good morning', summary: null, updated };
  await send(ben, 'Update', edited).expect(202);
  const page = await read(ben);
  expect(page.content).toMatchObject([
    { content: `Good morning\n\n${remote.origin}/table.csv`, isDeleted: false },
  ]);
  // An edit that was overtaken, and one of somebody else.
  await send(ben, 'Update', { ...note, content: 'Old', updated: '2020-01-01T00:00:00Z' });
  const eve = remote.addAccount('eve');
  await send(eve, 'Create', newMessage(eve)).expect(202);
  await send(eve, 'Update', { ...edited, attributedTo: eve.uri, content: 'Forged' });
  await send(eve, 'Delete', { id: note.id, type: 'Tombstone' });
  expect((await read(ben)).content).toEqual(page.content);

  await send(ben, 'Delete', { id: note.id, type: 'Tombstone' }).expect(202);
  expect((await read(ben)).content).toMatchObject([{ isDeleted: true, content: '', media: null }]);
  await api.services.media.sweep();
  await api.request.get(mediaUrl).expect(404);
  expect(await api.database.remoteObject.count({ where: { uri: note.id } })).toBe(0);
});

it('stores no message after its deletion, and reads a chat message of Pleroma', async () => {
  const ben = remote.addAccount('early');
  await send(ben, 'Create', newMessage(ben, { type: 'ChatMessage', content: 'Hi' })).expect(202);
  const note = newMessage(ben, { content: 'Too late' });
  await send(ben, 'Delete', { id: note.id, type: 'Tombstone' }).expect(202);
  await send(ben, 'Create', note).expect(202);
  expect((await read(ben)).content.map((message) => message.content)).toEqual(['Hi']);
});

it('applies the rules of chat to accounts of other servers', async () => {
  const change = (data: object) => api.database.user.update({ where: { id: ann.id }, data });
  /** The other server does not learn whether the message was accepted. */
  const isAccepted = async (account: RemoteAccount): Promise<boolean> => {
    const note = newMessage(account, { content: `Message ${randomUUID()}` });
    await send(account, 'Create', note).expect(202);
    return (await api.database.remoteMessage.count({ where: { uri: note.id } })) === 1;
  };
  const ben = remote.addAccount('stranger');
  await change({ messagePermission: 'requests' });
  for (let count = 0; count < 5; count += 1) expect(await isAccepted(ben)).toBe(true);
  expect(await isAccepted(ben)).toBe(false);
  const { id } = await find(ben);
  await actions.post(ann, `/chat/requests/${id}/accept`).expect(200);
  expect(await isAccepted(ben)).toBe(true);
  await actions.block(ann, id).expect(200);
  expect(await isAccepted(ben)).toBe(false);

  const cleo = remote.addAccount('cleo');
  await change({ messagePermission: 'nobody' });
  expect(await isAccepted(cleo)).toBe(false);
  await change({ messagePermission: 'everyone' });
  expect(await isAccepted(cleo)).toBe(true);
  await actions.put(ann, '/users/me/server-blocks/remote.example').expect(200);
  expect(await isAccepted(cleo)).toBe(false);
  await actions.remove(ann, '/users/me/server-blocks/remote.example').expect(200);
  const cleoId = (await find(cleo)).id;
  await api.database.user.update({ where: { id: cleoId }, data: { limitedAt: new Date() } });
  expect(await isAccepted(cleo)).toBe(false);
  await api.database.user.update({ where: { id: cleoId }, data: { limitedAt: null } });
  await change({ isFederated: false });
  expect(await isAccepted(cleo)).toBe(false);
  const response = await write(cleoId).expect(403);
  expect(response.text).toContain('Connect your account with other servers');
  const page = await actions.read(ann, `/chat/conversation/${cleoId}`).expect(200);
  expect(page.body).toMatchObject({ canWrite: false });
  const profile = await actions.profile(ann, cleoId).expect(200);
  expect(profile.body).toMatchObject({ canMessage: false });
});

it('sends a message to the account only, with its files, edit and deletion', async () => {
  const ben = remote.addAccount('receiver');
  const { id: benId } = await find(ben);
  expect((await actions.profile(ann, benId).expect(200)).body).toMatchObject({ canMessage: true });
  const mediaUrl = await chat.uploadImage(ann);
  const files = { messageType: 'image', attachments: [{ mediaUrl, altText: 'A loom' }] };
  const first = await writeTo(ben, { content: 'See this', ...files });
  await deliver(api);
  const uri = objectUri(first.id);
  const addressed = { to: [ben.uri], cc: [] };
  const imageUrl = expect.stringMatching(
    /^https:\/\/one\.example\/media\/[0-9a-f]{32}\//,
  ) as string;
  expect(remote.received).toMatchObject([
    {
      type: 'Create',
      actor: actorUri(ann),
      ...addressed,
      object: {
        id: uri,
        type: 'Note',
        attributedTo: actorUri(ann),
        ...addressed,
        inReplyTo: null,
        content: '<p>See this</p>',
        tag: [{ type: 'Mention', href: ben.uri, name: `@${ben.handle}` }],
        attachment: [{ type: 'Document', name: 'A loom', url: imageUrl }],
      },
    },
  ]);
  // No server can request the message, not even the receiver's.
  const signed = signGet(ben, new URL(uri));
  for (const headers of [{}, signed]) {
    const get = api.request.get(`/ap/objects/${first.id}`);
    await get.set({ accept: activityType, ...headers }).expect(404);
  }

  const reply = newMessage(ben, { content: 'Nice', inReplyTo: uri });
  await send(ben, 'Create', reply).expect(202);
  const { content } = await read(ben);
  expect(content).toMatchObject([{ id: first.id }, { content: 'Nice', replyTo: null }]);
  const last = await writeTo(ben, { content: 'Thanks' });
  await deliver(api);
  expect(remote.received.at(-1)).toMatchObject({ object: { inReplyTo: reply.id } });
  // Misskey may have deleted the messages of this server, and rejects answers to them.
  await writeTo(ben, { content: 'Bye' });
  await deliver(api);
  expect(remote.received.at(-1)).toMatchObject({ object: { inReplyTo: reply.id } });
  await send(ben, 'Delete', { id: reply.id, type: 'Tombstone' }).expect(202);
  await writeTo(ben, { content: 'Hello again' });
  await deliver(api);
  expect(remote.received.at(-1)).toMatchObject({ object: { inReplyTo: null } });
  await send(ben, 'Create', newMessage(ben, { content: 'Which one?', inReplyTo: uri })).expect(202);
  expect((await read(ben)).content.at(-1)).toMatchObject({ replyTo: { id: first.id } });

  await actions.put(ann, `/chat/messages/${last.id}`).send({ content: 'Thank you' }).expect(200);
  await deliver(api);
  await actions.remove(ann, `/chat/messages/${last.id}`).expect(200);
  await deliver(api);
  expect(remote.received.slice(-2)).toMatchObject([
    {
      type: 'Update',
      ...addressed,
      object: { id: objectUri(last.id), content: '<p>Thank you</p>' },
    },
    { type: 'Delete', to: [ben.uri], object: { id: objectUri(last.id), type: 'Tombstone' } },
  ]);
  expect(await api.database.federationEvent.count()).toBe(0);
});

it('has neither reactions nor groups with accounts of other servers', async () => {
  const ben = remote.addAccount('limited');
  const { id } = await writeTo(ben);
  const { id: benId } = await find(ben);
  await deliver(api);
  const sentCount = remote.received.length;
  const reaction = await actions.put(ann, `/chat/messages/${id}/reaction`).send({ emoji: '👍' });
  expect(reaction.status).toBe(403);
  expect(reaction.text).toContain('sent to other servers');
  await actions.post(ann, `/chat/typing/${benId}`).expect(200);
  const group = { name: 'Knots', userIds: [benId] };
  const created = await actions.post(ann, '/chat/groups').send(group).expect(403);
  expect(created.text).toContain('on another server');
  await deliver(api);
  expect(remote.received).toHaveLength(sentCount);
});

it('shows that a message was not delivered', async () => {
  const ben = remote.addAccount('full');
  remote.state.inboxStatus = 403;
  const { id } = await writeTo(ben);
  await deliver(api);
  remote.state.inboxStatus = 202;
  await writeTo(ben);
  await deliver(api);
  expect((await read(ben)).undeliveredIds).toEqual([id]);
});

it('sends messages between two instances, also of a private account', async () => {
  const bob = await createUser(other);
  const account = { handle: `${bob.username}@two.example` };
  await api.database.user.update({ where: { id: ann.id }, data: { isPrivate: true } });
  await writeTo(account, { content: 'Hello @there' });
  await deliver(api);
  const byBob = createUserActions(other);
  const listed = await byBob.read(bob, '/chat/conversations').expect(200);
  const [conversation] = listed.body as { conversationId: string; title: string }[];
  const { conversationId = '' } = conversation ?? {};
  expect(listed.body).toMatchObject([
    { user: { username: `${ann.username}@one.example` }, lastMessage: { content: 'Hello @there' } },
  ]);
  const answer = { conversationId, content: 'An answer' };
  await byBob.post(bob, '/chat/send').send(answer).expect(201);
  await deliver(other);
  const { content, isRequest } = await read(account);
  expect(isRequest).toBe(false);
  expect(content.map((message) => message.content)).toEqual(['Hello @there', 'An answer']);
});

it('receives a note to several accounts as a thread for them, and sends the replies', async () => {
  const ben = remote.addAccount('several');
  const cleo = remote.addAccount('third');
  const stranger = await createUser(api);
  await send(cleo, 'Follow', actorUri(ann)).expect(202);
  const fan = remote.addAccount('fan', { inbox: `${remote.origin}/fan`, endpoints: {} });
  await send(fan, 'Follow', actorUri(ann)).expect(202);
  await deliver(api);
  // Misskey addresses accounts without mentioning them.
  const note = newMessage(ben, { to: [actorUri(ann), cleo.uri], tag: [] });
  await send(ben, 'Create', note).expect(202);
  await send(ben, 'Update', { ...note, content: 'Hello both' }).expect(202);
  const stored = await api.database.remoteObject.findFirst({ where: { uri: note.id } });
  const threadId = stored?.threadId ?? '';
  const thread = await actions.read(ann, `/threads/${threadId}`).expect(200);
  expect(thread.body).toMatchObject({ audience: 'mentioned', content: 'Hello both' });
  await actions.read(stranger, `/threads/${threadId}`).expect(404);
  const notifications = await actions.read(ann, '/notifications').expect(200);
  expect(JSON.stringify(notifications.body)).toContain(threadId);

  remote.received.length = 0;
  const fields = { content: 'For both', threadType: 'reply', parentThreadId: threadId };
  const replied = await actions.post(ann, '/threads').send(fields).expect(201);
  const reply = replied.body as Thread;
  await deliver(api);
  expect(remote.received).toMatchObject([
    { type: 'Create', to: [ben.uri], cc: [], object: { inReplyTo: note.id, to: [ben.uri] } },
  ]);
  const path = `/ap/objects/${reply.id}`;
  await api.request.get(path).set({ accept: activityType }).expect(404);
  const signed = signGet(fan, new URL(objectUri(reply.id)));
  await api.request
    .get(path)
    .set({ accept: activityType, ...signed })
    .expect(404);
  await actions.remove(ann, `/threads/${reply.id}`).expect(200);
  await deliver(api);
  expect(remote.received.slice(1)).toMatchObject([
    { type: 'Delete', object: { type: 'Tombstone' } },
  ]);
});

it('shows a note to several accounts to nobody else, not even to the author of the parent', async () => {
  const ben = remote.addAccount('whisper');
  const cleo = remote.addAccount('listener');
  const author = await createUser(api);
  const unnamed = await publish(api, author, { fields: { content: 'A loom' } });
  const permission = { replyPermission: 'MENTIONED_ONLY' };
  const closed = await publish(api, ann, { fields: { content: 'A knot', ...permission } });
  const receive = async (parentId: string): Promise<string> => {
    const fields = { to: [actorUri(ann), cleo.uri], inReplyTo: objectUri(parentId) };
    const note = newMessage(ben, fields);
    await send(ben, 'Create', note).expect(202);
    const stored = await api.database.remoteObject.findFirst({ where: { uri: note.id } });
    return stored?.threadId ?? '';
  };
  const threadId = await receive(unnamed.id);
  const thread = await actions.read(ann, `/threads/${threadId}`).expect(200);
  expect(thread.body).toMatchObject({ audience: 'mentioned', parentThreadId: null });
  await actions.read(author, `/threads/${threadId}`).expect(404);
  expect(await api.database.notification.count({ where: { recipientId: author.id } })).toBe(0);
  // The recipient allows the author of the note no reply. The note is no reply then.
  await actions.read(ann, `/threads/${await receive(closed.id)}`).expect(200);
});

it('shows messages of other servers as direct statuses to clients, which send them, too', async () => {
  const ben = remote.addAccount('client');
  await send(ben, 'Create', newMessage(ben)).expect(202);
  const response = await api.request.get('/api/v1/conversations').set(ann.auth).expect(200);
  const account = { acct: ben.handle };
  expect(response.body).toMatchObject([
    {
      accounts: [account],
      last_status: { visibility: 'direct', content: '<p>Hello</p>', account },
    },
  ]);
  const status = { status: `@${ben.handle} An answer`, visibility: 'direct' };
  await api.request.post('/api/v1/statuses').set(ann.auth).send(status).expect(200);
  await deliver(api);
  expect(remote.received).toMatchObject([
    { type: 'Create', to: [ben.uri], object: { content: '<p>An answer</p>' } },
  ]);
});
