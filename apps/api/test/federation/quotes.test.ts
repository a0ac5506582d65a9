/* oxlint-disable max-lines -- All parts share the servers, whose start takes most of the time. */
import { randomUUID } from 'node:crypto';
import { findCounterDrift } from '@skein/db/testing';
import type { Thread } from '@skein/contracts/threads';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createStatusActions } from '../mastodon/status-actions.ts';
import { signInWithApp } from '../oauth/support.ts';
import type { TestApi } from '../support/api.ts';
import { publish, readThread } from '../support/factories/publish.ts';
import { administratorEmail, createAdministrator, createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { createFederationActions } from './actions.ts';
import {
  activityType,
  deliver,
  everyone,
  newActivity,
  sendActivity,
  startInstance,
} from './instances.ts';
import { createNetwork, signGet, startRemoteServer } from './network.ts';
import type { RemoteAccount, RemoteServer } from './network.ts';

const network = createNetwork();
const activityStreams = 'https://www.w3.org/ns/activitystreams';
const quoteContext = [
  activityStreams,
  {
    QuoteRequest: 'https://w3id.org/fep/044f#QuoteRequest',
    QuoteAuthorization: 'https://w3id.org/fep/044f#QuoteAuthorization',
    gts: 'https://gotosocial.org/ns#',
    interactingObject: { '@id': 'gts:interactingObject', '@type': '@id' },
    interactionTarget: { '@id': 'gts:interactionTarget', '@type': '@id' },
  },
];

let api: TestApi;
let other: TestApi;
let remote: RemoteServer;
let ann: User;
let actions: ReturnType<typeof createUserActions>;

beforeAll(async () => {
  [api, other, remote] = await Promise.all([
    startInstance(network, 'one.example', { adminEmails: [administratorEmail] }),
    startInstance(network, 'two.example'),
    startRemoteServer(network, 'remote.example'),
  ]);
  actions = createUserActions(api);
});
beforeEach(async () => {
  ann = await createUser(api);
  await deliver(api);
  remote.received.length = 0;
});
afterAll(() => Promise.all([api.close(), other.close(), remote.close()]));

const { actorUri, addFollower, newNote, objectUri, readStored, receive, send } =
  createFederationActions(() => ({ api, remote, user: ann }));

const stampUri = (id: string) => `https://one.example/ap/quote-authorizations/${id}`;

/** A thread that mentions the user, and that this server stores therefore. */
async function receiveNote(account: RemoteAccount, fields: object = {}): Promise<Thread> {
  const tag = [{ type: 'Mention', href: actorUri(ann), name: '@ann' }];
  return receive(account, newNote(account, { tag, ...fields }));
}

const policy = (...automaticApproval: string[]) => ({
  interactionPolicy: { canQuote: { automaticApproval, manualApproval: [] } },
});

const quote = (by: User, quotedThreadId: string, fields: object = {}) =>
  actions.post(by, '/threads/quote-repost').send({ content: 'Look', quotedThreadId, ...fields });

const requestQuote = (account: RemoteAccount, quotedId: string, instrument: unknown) => ({
  ...newActivity(account, 'QuoteRequest', objectUri(quotedId)),
  '@context': quoteContext,
  instrument,
});

const requestReply = (account: RemoteAccount, targetId: string, fields: object = {}) => ({
  ...newActivity(account, 'ReplyRequest', objectUri(targetId)),
  '@context': [
    activityStreams,
    { gts: 'https://gotosocial.org/ns#', ReplyRequest: 'gts:ReplyRequest' },
  ],
  instrument: newNote(account, { inReplyTo: objectUri(targetId), ...fields }),
});

/** The approval of a quote, which the other server serves. */
function addStamp(account: RemoteAccount, quoteUri: string, quotedUri: string, fields = {}) {
  const stamp = {
    '@context': quoteContext,
    id: `${account.uri}/stamps/${randomUUID()}`,
    type: 'QuoteAuthorization',
    attributedTo: account.uri,
    interactingObject: quoteUri,
    interactionTarget: quotedUri,
    ...fields,
  };
  remote.addDocument(stamp);
  return stamp.id;
}

const received = (...types: string[]) => remote.received.filter(({ type }) => types.includes(type));

it('asks the author on another server to approve a quote, and shows it until the approval ends', async () => {
  await addFollower('reader');
  const dan = remote.addAccount('dan');
  const note = newNote(dan, {
    ...policy(everyone),
    tag: [{ type: 'Mention', href: actorUri(ann) }],
  });
  await send(dan, 'Create', note).expect(202);
  const quoted = await readStored(note.id);
  expect(quoted).toMatchObject({ canQuote: true });
  const { id } = (await quote(ann, quoted.id).expect(201)).body as Thread;
  const pending = { quoteState: 'pending', quotedThread: null, quotedThreadId: null };
  expect(await readThread(api, ann, id)).toMatchObject({ threadType: 'quote', ...pending });
  expect(await readThread(api, ann, quoted.id)).toMatchObject({ quotesCount: 0 });
  await deliver(api);
  const [request] = received('QuoteRequest');
  expect(request).toMatchObject({
    actor: actorUri(ann),
    object: note.id,
    instrument: { id: objectUri(id), quote: note.id },
  });
  const links = { quote: note.id, quoteUrl: note.id, quoteUri: note.id, _misskey_quote: note.id };
  const content = `<p class="quote-inline">RE: <a href="${note.url}">${note.url}</a></p><p>Look</p>`;
  const [created] = received('Create');
  expect(created?.object).toMatchObject({
    ...links,
    content,
    tag: expect.arrayContaining([
      expect.objectContaining({ type: 'Link', href: note.id }) as object,
    ]) as object,
  });
  expect(created?.object).not.toHaveProperty('quoteAuthorization');
  remote.received.length = 0;

  // Only a valid approval of the author counts.
  const eve = remote.addAccount('eve');
  const accept = (by: RemoteAccount, result: string) =>
    send(by, 'Accept', request?.id, { result }).expect(202);
  await accept(eve, addStamp(dan, objectUri(id), note.id));
  await accept(dan, addStamp(dan, objectUri(quoted.id), note.id));
  await accept(dan, addStamp(dan, objectUri(id), note.id, { attributedTo: eve.uri }));
  await accept(dan, 'https://elsewhere.example/stamp');
  expect(await readThread(api, ann, id)).toMatchObject(pending);
  const stamp = addStamp(dan, objectUri(id), note.id);
  // The server of the author is overloaded for a moment.
  const stampPath = new URL(stamp).pathname;
  remote.files.set(stampPath, { status: 503, content: new Uint8Array() });
  await accept(dan, stamp);
  expect(await readThread(api, ann, id)).toMatchObject(pending);
  remote.files.delete(stampPath);
  api.clock.advance(60_000);
  await api.services.federation?.processInbox();
  expect(await readThread(api, ann, id)).toMatchObject({
    quoteState: 'accepted',
    quotedThread: { id: quoted.id, quotesCount: 1 },
  });
  await deliver(api);
  expect(received('Update')).toMatchObject([{ object: { ...links, quoteAuthorization: stamp } }]);

  // Nobody else can withdraw it.
  await send(eve, 'Delete', stamp).expect(202);
  expect(await readThread(api, ann, id)).toMatchObject({ quoteState: 'accepted' });
  await send(dan, 'Delete', stamp).expect(202);
  expect(await readThread(api, ann, id)).toMatchObject({
    quoteState: 'revoked',
    quotedThread: null,
  });
  await deliver(api);
  expect(received('Update').at(-1)?.object).not.toHaveProperty('quote');
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});

it('shows that the author has rejected a quote, and sends none that the author may not see', async () => {
  const gus = remote.addAccount('gus');
  const quoted = await receiveNote(gus, policy(everyone));
  const posted = await quote(ann, quoted.id, { audience: 'followers' }).expect(201);
  const { id } = posted.body as Thread;
  await deliver(api);
  const [request] = received('QuoteRequest');
  expect(request).toMatchObject({ instrument: objectUri(id) });
  await send(gus, 'Reject', request?.id).expect(202);
  expect(await readThread(api, ann, id)).toMatchObject({ quoteState: 'rejected' });
  await deliver(api);
  expect(received('Create', 'Update')).toEqual([]);
});

it('offers to quote a thread of another server only to those who may', async () => {
  const hal = remote.addAccount('hal', { followers: `${remote.origin}/hal/fans` });
  const asks = async (fields: object) => {
    const { id, canQuote, remote: details } = await receiveNote(hal, fields);
    const { status } = await quote(ann, id);
    return [canQuote, details?.quoteApproval, status];
  };
  const denied = { automatic: [], manual: [], viewer: 'denied' };
  expect(await asks({})).toEqual([false, denied, 403]);
  expect(await asks(policy(hal.uri))).toEqual([false, denied, 403]);
  const followers = { automatic: ['followers'], manual: [] };
  const fans = policy(`${remote.origin}/hal/fans`);
  expect(await asks(fans)).toEqual([false, { ...followers, viewer: 'denied' }, 403]);
  const reviewed = { canQuote: { manualApproval: everyone } };
  const manual = { automatic: [], manual: ['public'], viewer: 'manual' };
  expect(await asks({ interactionPolicy: reviewed })).toEqual([true, manual, 201]);
  expect(await asks(policy(actorUri(ann)))).toMatchObject([true, { viewer: 'automatic' }, 201]);
  const unknown = policy(`${remote.origin}/club`);
  expect(await asks(unknown)).toMatchObject([true, { viewer: 'unknown' }, 201]);
  // The author follows the user.
  await send(hal, 'Follow', actorUri(ann)).expect(202);
  const following = policy(`${hal.uri}/following`);
  expect(await asks(following)).toMatchObject([true, { viewer: 'automatic' }, 201]);
});

it('offers to reply to a thread of another server only to those who may', async () => {
  const [gil, ben] = [remote.addAccount('gil'), remote.addAccount('ben')];
  const limited = (automaticApproval: unknown, manualApproval: unknown = []) => ({
    interactionPolicy: { canReply: { automaticApproval, manualApproval } },
  });
  const asks = async (fields: object) => {
    const note = newNote(gil, fields);
    remote.addDocument(note);
    // The reply of another server is stored: this server does not know who follows the author.
    const reply = await receiveNote(ben, { inReplyTo: note.id });
    const { id, replyPermission, canReply } = await readStored(note.id);
    expect(reply.parentThreadId).toBe(id);
    return { replyPermission, canReply, note };
  };
  expect(await asks({})).toMatchObject({ replyPermission: 'ANYONE', canReply: true });
  // As GoToSocial has sent it before version 0.20, and unknown forms.
  for (const canReply of [{ always: [everyone], approvalRequired: [] }, {}]) {
    const earlier = await asks({ interactionPolicy: { canReply } });
    expect(earlier).toMatchObject({ replyPermission: 'ANYONE', canReply: true });
  }
  expect(await asks(limited(gil.uri, everyone))).toMatchObject({
    replyPermission: 'ANYONE',
    canReply: true,
  });
  expect(await asks(limited(`${remote.origin}/club`))).toMatchObject({
    replyPermission: 'ANYONE',
    canReply: true,
  });
  expect(await asks(limited(`${gil.uri}/following`))).toMatchObject({
    replyPermission: 'FOLLOWING',
    canReply: false,
  });
  const followers = limited([`${gil.uri}/followers`, gil.uri]);
  expect(await asks(followers)).toMatchObject({ replyPermission: 'FOLLOWERS', canReply: false });
  const { note, ...nobody } = await asks(limited(gil.uri));
  expect(nobody).toEqual({ replyPermission: 'MENTIONED_ONLY', canReply: false });
  await send(gil, 'Update', { ...note, ...limited(everyone) }).expect(202);
  expect(await readStored(note.id)).toMatchObject({ replyPermission: 'ANYONE', canReply: true });
  // GoToSocial always allows replies by mentioned accounts.
  expect(await receiveNote(gil, limited(gil.uri))).toMatchObject({ canReply: true });
  expect(await receiveNote(gil, followers)).toMatchObject({ canReply: true });
});

it('approves quotes of local threads by other servers, and withdraws the approval', async () => {
  const ivy = remote.addAccount('ivy');
  const { id: quotedId } = await publish(api, ann, { fields: { content: 'Quoted' } });
  const ask = async (isInline: boolean): Promise<Thread> => {
    const note = newNote(ivy, { quote: objectUri(quotedId) });
    remote.addDocument(note);
    const request = requestQuote(ivy, quotedId, isInline ? note : note.id);
    await sendActivity(api, ivy, request).expect(202);
    await sendActivity(api, ivy, request).expect(202);
    await deliver(api);
    const thread = await readStored(note.id);
    expect(thread).toMatchObject({ quoteState: 'accepted', quotedThread: { id: quotedId } });
    const uri = stampUri(thread.id);
    expect(remote.received.splice(0)).toMatchObject([
      {
        type: 'Accept',
        actor: actorUri(ann),
        object: { type: 'QuoteRequest', id: request.id, instrument: note.id },
        result: uri,
      },
    ]);
    const stamp = await api.request.get(new URL(uri).pathname).expect(200);
    expect(stamp.body).toMatchObject({
      id: uri,
      type: 'QuoteAuthorization',
      attributedTo: actorUri(ann),
      interactingObject: note.id,
      interactionTarget: objectUri(quotedId),
    });
    return thread;
  };
  // Other servers ask for the approval of quotes by local users, too.
  const bob = await createUser(api);
  const local = (await quote(bob, quotedId).expect(201)).body as Thread;
  const served = await api.request.get(`/ap/objects/${local.id}`).expect(200);
  expect(served.body).toMatchObject({ quoteAuthorization: stampUri(local.id) });
  await api.request.get(new URL(stampUri(local.id)).pathname).expect(200);
  await actions.remove(bob, `/threads/${local.id}`).expect(200);
  const first = await ask(true);
  const second = await ask(false);
  const notified = { threadId: first.id, type: 'quote' } as const;
  expect(await api.database.notification.count({ where: notified })).toBe(1);
  await actions.post(ann, `/threads/${first.id}/detach-quote`).expect(200);
  await deliver(api);
  expect(received('Delete')).toMatchObject([{ object: stampUri(first.id) }]);
  await api.request.get(new URL(stampUri(first.id)).pathname).expect(404);
  // A block ends further quotes, too.
  await actions.post(ann, `/users/${second.userId}/block`).expect(200);
  await deliver(api);
  expect(received('Delete').slice(1)).toMatchObject([{ object: stampUri(second.id) }]);
  expect(await readThread(api, ann, quotedId)).toMatchObject({ quotesCount: 0 });
  // Blocked users cannot quote.
  remote.received.length = 0;
  await sendActivity(
    api,
    ivy,
    requestQuote(ivy, quotedId, newNote(ivy, { quote: objectUri(quotedId) })),
  );
  await deliver(api);
  expect(received('Reject')).toHaveLength(1);
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});

it('withdraws the approval of quotes of a deleted thread', async () => {
  const jim = remote.addAccount('jim');
  const { id: quotedId } = await publish(api, ann, { fields: { content: 'Deleted soon' } });
  const note = newNote(jim, { quote: objectUri(quotedId) });
  await sendActivity(api, jim, requestQuote(jim, quotedId, note)).expect(202);
  await deliver(api);
  const { id } = await readStored(note.id);
  remote.received.length = 0;
  await actions.remove(ann, `/threads/${quotedId}`).expect(200);
  await deliver(api);
  const objects = received('Delete').map(({ object }) => object);
  // They have different inboxes.
  expect(objects).toEqual(
    expect.arrayContaining([{ id: objectUri(quotedId), type: 'Tombstone' }, stampUri(id)]),
  );
  expect(await readStored(note.id)).toMatchObject({ quoteState: 'deleted' });
  // A quote of a deleted thread of another server waits for nothing.
  const quoted = await receiveNote(jim, { id: `${jim.uri}/statuses/1`, ...policy(everyone) });
  const pending = (await quote(ann, quoted.id).expect(201)).body as Thread;
  await send(jim, 'Delete', `${jim.uri}/statuses/1`).expect(202);
  expect(await readThread(api, ann, pending.id)).toMatchObject({ quoteState: 'deleted' });
});

it('withdraws the approval of quotes by servers that are blocked or suspended', async () => {
  const admin = await createAdministrator(api);
  const decide = (decision: string | null) =>
    actions.put(admin, '/admin/servers/remote.example').send({ policy: decision }).expect(200);
  const { id: quotedId } = await publish(api, ann, { fields: { content: 'Quoted twice' } });
  for (const end of [
    () => actions.put(ann, '/users/me/server-blocks/remote.example').expect(200),
    () => decide('suspended'),
  ]) {
    const account = remote.addAccount(`quoting${randomUUID()}`);
    const note = newNote(account, { quote: objectUri(quotedId) });
    await sendActivity(api, account, requestQuote(account, quotedId, note)).expect(202);
    await deliver(api);
    const { id } = await readStored(note.id);
    expect(await readThread(api, ann, quotedId)).toMatchObject({ quotesCount: 1 });
    remote.received.length = 0;
    await end();
    await deliver(api);
    await api.request.get(new URL(stampUri(id)).pathname).expect(404);
    expect(await readThread(api, ann, quotedId)).toMatchObject({ quotesCount: 0 });
    await actions.remove(ann, '/users/me/server-blocks/remote.example');
  }
  await decide(null);
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});

it('publishes who may reply and quote, and rejects other replies and quotes', async () => {
  const kim = await addFollower('kim');
  const lou = remote.addAccount('lou');
  const followers = `${actorUri(ann)}/followers`;
  const approvers = {
    ANYONE: [everyone],
    FOLLOWERS: [followers, actorUri(ann)],
    FOLLOWING: [`${actorUri(ann)}/following`, actorUri(ann)],
    MENTIONED_ONLY: [actorUri(ann), kim.uri],
  };
  let lastId = '';
  for (const [replyPermission, automaticApproval] of Object.entries(approvers)) {
    const fields = { content: `To @${kim.handle}`, replyPermission };
    const { id } = await publish(api, ann, { fields });
    const allowed = { automaticApproval, manualApproval: [] };
    const served = await api.request.get(`/ap/objects/${id}`).expect(200);
    expect(served.body).toMatchObject({
      interactionPolicy: { canReply: allowed, canQuote: allowed },
    });
    lastId = id;
  }
  await deliver(api);
  remote.received.length = 0;
  const path = `/threads/${lastId}/reply-permission`;
  for (const replyPermission of ['ANYONE', 'MENTIONED_ONLY']) {
    await actions.put(ann, path).send({ replyPermission }).expect(200);
    await deliver(api);
  }
  const [update] = received('Update');
  const open = { automaticApproval: [everyone] };
  expect(update?.object).toMatchObject({ interactionPolicy: { canQuote: open } });
  const target = objectUri(lastId);
  const answers = [{ inReplyTo: target }, { quote: target }, { _misskey_quote: target }];
  for (const answer of answers) {
    const note = newNote(lou, answer);
    await send(lou, 'Create', note).expect(202);
    expect(await api.database.remoteObject.count({ where: { uri: note.id } })).toBe(0);
    const allowedNote = newNote(kim, answer);
    await send(kim, 'Create', allowedNote).expect(202);
    expect(await api.database.remoteObject.count({ where: { uri: allowedNote.id } })).toBe(1);
  }
  await deliver(api);
  // The other server learns which are stored.
  const rejected = { actor: actorUri(ann), object: expect.stringContaining(lou.uri) as string };
  expect(received('Reject')).toMatchObject([rejected, rejected, rejected]);
  expect(received('Accept')).toMatchObject([
    { object: expect.stringContaining(kim.uri) as string },
  ]);
  remote.received.length = 0;
  await sendActivity(api, lou, requestQuote(lou, lastId, newNote(lou, { quote: target }))).expect(
    202,
  );
  await deliver(api);
  expect(received('Reject')).toHaveLength(1);
  // A quote of software that knows no requests needs no approval beyond the permission.
  expect(await readThread(api, ann, lastId)).toMatchObject({ quotesCount: 1, repliesCount: 1 });
});

it('answers requests to reply, and hides replies that other servers reject', async () => {
  const [zoe, yan] = [await addFollower('zoe'), remote.addAccount('yan')];
  const fields = { content: 'For followers', replyPermission: 'FOLLOWERS' };
  const { id } = await publish(api, ann, { fields });
  const ask = async (account: RemoteAccount) => {
    const request = requestReply(account, id);
    const { instrument } = request;
    await sendActivity(api, account, request).expect(202);
    await deliver(api);
    const object = { type: 'ReplyRequest', id: request.id, instrument: instrument.id };
    const [response] = received('Accept', 'Reject');
    remote.received.length = 0;
    expect(response).toMatchObject({ actor: actorUri(ann), object });
    return { note: instrument, response };
  };
  const { note: forbidden, response: rejection } = await ask(yan);
  expect(rejection).toMatchObject({ type: 'Reject' });
  expect(await api.database.remoteObject.count({ where: { uri: forbidden.id } })).toBe(0);
  const { note, response } = await ask(zoe);
  const { id: replyId } = await readStored(note.id);
  const result = `https://one.example/ap/reply-authorizations/${replyId}`;
  expect(response).toMatchObject({ type: 'Accept', result });
  const authorization = await api.request.get(new URL(result).pathname).expect(200);
  expect(authorization.body).toMatchObject({
    id: result,
    type: 'ReplyAuthorization',
    attributedTo: actorUri(ann),
    interactingObject: note.id,
    interactionTarget: objectUri(id),
  });
  // Neither a reply of somebody else nor one for the author only gets a response.
  const foreign = { ...requestReply(yan, id), instrument: note.id };
  await sendActivity(api, yan, foreign).expect(202);
  const direct = requestReply(zoe, id, { to: [actorUri(ann)], cc: [] });
  await sendActivity(api, zoe, direct).expect(202);
  await deliver(api);
  expect(received('Accept', 'Reject')).toEqual([]);
  // One in a conversation for followers is served only to their servers.
  const limited = { content: 'Limited', audience: 'followers' };
  const { id: limitedId } = await publish(api, ann, { fields: limited });
  const inner = await receive(zoe, newNote(zoe, { inReplyTo: objectUri(limitedId) }));
  const path = `/ap/reply-authorizations/${inner.id}`;
  await api.request.get(path).expect(404);
  const signed = signGet(zoe, new URL(path, 'https://one.example'));
  await api.request.get(path).set(signed).expect(200);
  await actions.post(ann, `/threads/${replyId}/hide`).expect(200);
  await api.request.get(new URL(result).pathname).expect(404);

  const parent = await receiveNote(zoe);
  const reply = await publish(api, ann, {
    fields: { content: 'Unwanted', parentThreadId: parent.id },
  });
  await send(yan, 'Reject', objectUri(reply.id)).expect(202);
  expect(await readThread(api, ann, reply.id)).toMatchObject({ isHidden: false });
  await send(zoe, 'Reject', objectUri(reply.id)).expect(202);
  expect(await readThread(api, ann, reply.id)).toMatchObject({ isHidden: true });
  // Only the author of the root decides about the replies in a conversation.
  const root = await publish(api, ann, { fields: { content: 'Open' } });
  const remoteReply = await receive(zoe, newNote(zoe, { inReplyTo: objectUri(root.id) }));
  const answer = await publish(api, await createUser(api), {
    fields: { content: 'To the reply', parentThreadId: remoteReply.id },
  });
  await send(zoe, 'Reject', objectUri(answer.id)).expect(202);
  expect(await readThread(api, ann, answer.id)).toMatchObject({ isHidden: false });
});

it('asks the author on another server to approve a reply, before others get it', async () => {
  const [zoe, yan] = [remote.addAccount('zoe'), await addFollower('yan')];
  const replyTo = async (canReply: object) => {
    const parent = await receiveNote(zoe, { interactionPolicy: { canReply } });
    const fields = { content: 'May I?', parentThreadId: parent.id };
    const { id } = await publish(api, ann, { fields });
    await deliver(api);
    return { id, parent };
  };
  const read = async (id: string) =>
    (await api.request.get(`/ap/objects/${id}`).set('Accept', activityType).expect(200))
      .body as object;
  const manual = { automaticApproval: [zoe.uri], manualApproval: [everyone] };
  const { id, parent } = await replyTo(manual);
  expect(parent.remote).toMatchObject({ approvesReplies: true });
  const instrument = { id: objectUri(id), inReplyTo: parent.remote?.uri, content: '<p>May I?</p>' };
  expect(received('ReplyRequest', 'Create')).toMatchObject([
    { type: 'ReplyRequest', actor: actorUri(ann), object: parent.remote?.uri, instrument },
  ]);
  // An edit before the response is for the author only, too.
  await actions.put(ann, `/threads/${id}`).send({ content: 'May I now?' }).expect(200);
  const [{ id: requestId } = { id: '' }] = received('ReplyRequest');
  const object = { type: 'ReplyRequest', id: requestId, instrument: objectUri(id) };
  const result = `${zoe.uri}/authorizations/1`;
  await send(yan, 'Accept', object, { result: `${yan.uri}/authorizations/1` }).expect(202);
  await send(zoe, 'Accept', object, { result: 'https://foreign.example/1' }).expect(202);
  await deliver(api);
  expect(await read(id)).not.toHaveProperty('approvedBy');
  expect(received('Create')).toEqual([]);
  remote.received.length = 0;

  await send(zoe, 'Accept', object, { result }).expect(202);
  await send(zoe, 'Accept', object, { result }).expect(202);
  await deliver(api);
  const approved = { approvedBy: result, replyAuthorization: result };
  expect(received('Create')).toMatchObject([{ object: { id: objectUri(id), ...approved } }]);
  expect(await read(id)).toMatchObject(approved);
  await send(zoe, 'Reject', object).expect(202);
  expect(await read(id)).not.toHaveProperty('approvedBy');
  expect(await readThread(api, ann, id)).toMatchObject({ isHidden: true });

  remote.received.length = 0;
  // Earlier software knows no requests.
  const { id: earlierId } = await replyTo({ always: [zoe.uri], approvalRequired: [everyone] });
  expect(received('Create', 'ReplyRequest')).toMatchObject([{ type: 'Create' }]);
  await send(zoe, 'Accept', objectUri(earlierId), { id: `${zoe.uri}/accepts/1` }).expect(202);
  await deliver(api);
  expect(received('Create')).toMatchObject([
    {},
    { object: { approvedBy: `${zoe.uri}/accepts/1` } },
  ]);
  remote.received.length = 0;
  await replyTo({ automaticApproval: [everyone] });
  // The author may not see the reply of a private account.
  await api.database.user.update({ where: { id: ann.id }, data: { isPrivate: true } });
  await replyTo(manual);
  const create = { type: 'Create' };
  expect(received('Create', 'ReplyRequest')).toMatchObject([create, create]);
});

it('responds about a thread that the sender may not see as about a missing one', async () => {
  await addFollower('follower');
  await api.database.user.update({ where: { id: ann.id }, data: { isPrivate: true } });
  const { id } = await publish(api, ann, { fields: { content: 'Secret' } });
  await deliver(api);
  remote.received.length = 0;
  const eva = remote.addAccount('eva');
  for (const targetId of [id, randomUUID()]) {
    const target = objectUri(targetId);
    await sendActivity(api, eva, requestReply(eva, targetId)).expect(202);
    await sendActivity(api, eva, requestQuote(eva, targetId, newNote(eva, { quote: target })));
    await send(eva, 'Create', newNote(eva, { inReplyTo: target })).expect(202);
    await send(eva, 'Create', newNote(eva, { quote: target })).expect(202);
    await deliver(api);
    expect(remote.received).toEqual([]);
  }
});

it('shows a quote between two other servers only if it is approved', async () => {
  const [max, nia] = [remote.addAccount('max'), remote.addAccount('nia')];
  const source = newNote(max, policy(everyone));
  remote.addDocument(source);
  const quoting = (fields: object) => receiveNote(nia, { quote: source.id, ...fields });
  expect(await quoting({})).toMatchObject({ quoteState: 'pending', threadType: 'quote' });
  const id = `${nia.uri}/statuses/approved`;
  const quoteAuthorization = addStamp(max, id, source.id);
  const content = `<p class="quote-inline">RE: <a href="${source.id}">x</a></p><p>Look</p>`;
  const approved = await quoting({ id, quoteAuthorization, content });
  expect(approved).toMatchObject({ quoteState: 'accepted', content: 'Look' });
  expect(await quoting({ quoteAuthorization })).toMatchObject({ quoteState: 'pending' });
  // The approval may follow in an edit.
  const late = newNote(nia, {
    quote: source.id,
    tag: [{ type: 'Mention', href: actorUri(ann) }],
  });
  await send(nia, 'Create', late).expect(202);
  const approvedLate = { ...late, quoteAuthorization: addStamp(max, late.id, source.id) };
  // The server is interrupted before it stores the approval.
  await api.database.$executeRaw`CREATE FUNCTION interrupt() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'interrupted'; END $$`;
  await api.database.$executeRaw`CREATE TRIGGER interrupt BEFORE UPDATE ON quote_approvals
    EXECUTE FUNCTION interrupt()`;
  await send(nia, 'Update', approvedLate).expect(202);
  expect(await readStored(late.id)).toMatchObject({ quoteState: 'pending' });
  await api.database.$executeRaw`DROP FUNCTION interrupt CASCADE`;
  api.clock.advance(60_000);
  await api.services.federation?.processInbox();
  expect(await readStored(late.id)).toMatchObject({ quoteState: 'accepted' });
  // Own threads, and links of FEP-e232 to threads that everyone may quote.
  const own = await receiveNote(max, { quote: source.id });
  expect(own).toMatchObject({ quoteState: 'accepted' });
  const mention = { type: 'Mention', href: actorUri(ann) };
  const link = {
    type: 'Link',
    mediaType: 'application/activity+json',
    href: source.id,
    name: `RE: ${source.id}`,
  };
  expect(await receiveNote(nia, { tag: [mention, link] })).toMatchObject({
    quoteState: 'accepted',
  });
  // Two threads that quote each other.
  const [one, two] = [newNote(nia), newNote(nia)];
  remote.addDocument({ ...one, quote: two.id });
  remote.addDocument({ ...two, quote: one.id });
  expect(await receiveNote(nia, { quote: one.id })).toMatchObject({ quoteState: 'accepted' });
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});

it('shows apps who may quote a thread of another server, and the state of quotes', async () => {
  const app = createStatusActions(api);
  const annApp = await signInWithApp(api, ann);
  const oli = remote.addAccount('oli');
  const reviewed = { canQuote: { automaticApproval: oli.uri, manualApproval: everyone } };
  const { id } = await receiveNote(oli, { interactionPolicy: reviewed });
  const status = await app.get(annApp, `/statuses/${id}`).expect(200);
  expect(status.body).toMatchObject({
    quote_approval: { automatic: [], manual: ['public'], current_user: 'manual' },
  });
  const posted = await app.publish(annApp, { status: 'Look', quoted_status_id: id });
  expect(posted.quote).toEqual({ state: 'pending', quoted_status: null });
});

it('quotes and replies between two instances', async () => {
  const cat = await createUser(other);
  const others = createUserActions(other);
  const query = `@${ann.username}@one.example`;
  const found = await others.read(cat, `/users/search?q=${query}`).expect(200);
  const [{ id: annId } = { id: '' }] = found.body as { id: string }[];
  await others.follow(cat, annId).expect(200);
  await deliver(other, api, other);
  const { id: quotedId } = await publish(api, ann, { fields: { content: 'From one' } });
  await deliver(api);
  const feed = await others.read(cat, '/threads?feed=following').expect(200);
  const [copy] = (feed.body as { content: Thread[] }).content;
  const published = await others
    .post(cat, '/threads/quote-repost')
    .send({ content: 'To two', quotedThreadId: copy?.id })
    .expect(201);
  const { id } = published.body as Thread;
  await deliver(other, api);
  expect(await readThread(other, cat, id)).toMatchObject({
    quoteState: 'accepted',
    quotedThread: { id: copy?.id },
  });
  const quotes = await actions.read(ann, `/threads/${quotedId}/quotes`).expect(200);
  expect((quotes.body as { content: Thread[] }).content).toMatchObject([
    { content: 'To two', quotedThread: { id: quotedId } },
  ]);
  const [quoted] = (quotes.body as { content: Thread[] }).content;
  await actions.post(ann, `/threads/${quoted?.id}/detach-quote`).expect(200);
  await deliver(api);
  expect(await readThread(other, cat, id)).toMatchObject({ quoteState: 'revoked' });

  const limited = { content: 'Followers may reply', replyPermission: 'FOLLOWERS' };
  const { id: limitedId } = await publish(api, ann, { fields: limited });
  await deliver(api);
  const feed2 = await others.read(cat, '/threads?feed=following').expect(200);
  const [parent] = (feed2.body as { content: Thread[] }).content;
  const fields = { content: 'I do', parentThreadId: parent?.id ?? '' };
  const reply = await publish(other, cat, { fields });
  await deliver(other, api, other);
  const note = await other.request.get(`/ap/objects/${reply.id}`).set('Accept', activityType);
  const approvedBy = expect.stringMatching(
    '^https://one.example/ap/reply-authorizations/',
  ) as string;
  expect(note.body).toMatchObject({ approvedBy });
  expect(await readThread(api, ann, limitedId)).toMatchObject({ repliesCount: 1 });
});
