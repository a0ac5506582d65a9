import type { FederationMode } from '@skein/contracts/moderation';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestApi } from '../support/api.ts';
import { publish } from '../support/factories/publish.ts';
import { administratorEmail, createAdministrator, createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { createFederationActions } from './actions.ts';
import { deliver, everyone, startInstance } from './instances.ts';
import { createNetwork, signGet, startRemoteServer } from './network.ts';
import type { RemoteServer } from './network.ts';

const domain = 'one.example';
const host = 'social.remote.example';
const network = createNetwork();

let api: TestApi;
let remote: RemoteServer;
let admin: User;
let ann: User;
let actions: ReturnType<typeof createUserActions>;

beforeAll(async () => {
  [api, remote] = await Promise.all([
    startInstance(network, domain, { adminEmails: [administratorEmail] }),
    startRemoteServer(network, host),
  ]);
  actions = createUserActions(api);
  admin = await createAdministrator(api);
});
beforeEach(async () => {
  ann = await createUser(api);
  await deliver(api);
  remote.received.length = 0;
  remote.fetched.length = 0;
});
afterAll(() => Promise.all([api.close(), remote.close()]));

const { actorUri, findUserId, listFollowers, newNote, send } = createFederationActions(() => ({
  api,
  remote,
  user: ann,
}));

const decide = (name: string, policy: string | null, text: object = {}) =>
  api.request
    .put(`/api/admin/servers/${name}`)
    .set(admin.auth)
    .send({ policy, ...text });

const readAdmin = (path: string) => api.request.get(`/api/admin${path}`).set(admin.auth);

it('receives nothing from a suspended server and sends nothing to it, until the suspension ends', async () => {
  const ben = remote.addAccount('ben');
  await send(ben, 'Follow', actorUri(ann)).expect(202);
  const effect = await readAdmin(`/servers/${host}/effect`).expect(200);
  expect(effect.body).toEqual({
    serversCount: 1,
    usersCount: 1,
    threadsCount: 0,
    followsCount: 1,
  });
  // The acceptance waits in the queue.
  await api.services.federation?.processEvents();
  const readFollowers = () => {
    const url = new URL(`${actorUri(ann)}/followers_synchronization`);
    return api.request.get(url.pathname).set(signGet(ben, url));
  };
  await readFollowers().expect(200);
  const decided = await decide('Social.remote.example', 'suspended', {
    reason: 'Spam',
    note: 'Ask Cleo',
  });
  expect(decided.body).toMatchObject({
    domain: host,
    policy: 'suspended',
    effectivePolicy: 'suspended',
    usersCount: 1,
    deliveriesCount: 0,
    reason: 'Spam',
    note: 'Ask Cleo',
  });
  expect(await listFollowers(ann)).toEqual([]);
  await actions.profile(ann, ben.handle).expect(404);
  remote.fetched.length = 0;
  const cleo = remote.addAccount('cleo');
  await send(ben, 'Undo', actorUri(ann)).expect(403);
  await send(cleo, 'Follow', actorUri(ann)).expect(403);
  await readFollowers().expect(403);
  const search = await actions.read(ann, `/users/search?q=@${cleo.handle}`).expect(403);
  expect(search.body).toMatchObject({
    message: "This instance doesn't exchange anything with social.remote.example.",
  });
  expect(remote.fetched).toEqual([]);
  await actions.remove(ann, `/users/me/followers/${await findUserId(ben.handle)}`);
  await deliver(api);
  expect(remote.received).toEqual([]);

  await decide(host, null).expect(200);
  expect(await listFollowers(ann)).toEqual([ben.handle]);
  await send(cleo, 'Follow', actorUri(ann)).expect(202);
  await deliver(api);
  expect(remote.received).toMatchObject([{ type: 'Accept' }]);
  const audit = await readAdmin('/audit?action=change_server').expect(200);
  expect((audit.body as { content: object[] }).content).toMatchObject([
    { details: { domain: host, before: 'suspended', policy: null } },
    { reason: 'Spam', details: { before: null, policy: 'suspended' } },
  ]);
});

it('applies the nearest decision to a subdomain, but keeps what moderators have decided', async () => {
  const ben = remote.addAccount('nearest');
  const cat = remote.addAccount('judged');
  await send(ben, 'Follow', actorUri(ann)).expect(202);
  await send(cat, 'Follow', actorUri(ann)).expect(202);
  const catId = await findUserId(cat.handle);
  const act = (action: string) =>
    api.request.post(`/api/admin/users/${catId}/${action}`).set(admin.auth).send({ reason: 'x' });
  await act('suspend').expect(200);
  await decide('remote.example', 'suspended').expect(200);
  expect(await listFollowers(ann)).toEqual([]);
  const listed = await readAdmin('/servers?q=remote').expect(200);
  expect((listed.body as { content: object[] }).content).toMatchObject([
    {},
    { domain: host, policy: null, effectivePolicy: 'suspended', inheritedFrom: 'remote.example' },
  ]);
  await decide(host, 'open').expect(200);
  expect(await listFollowers(ann)).toEqual([ben.handle]);

  // The end of the moderator's decision does not end the one about the server.
  await decide(host, 'suspended').expect(200);
  await act('unsuspend').expect(200);
  expect(await listFollowers(ann)).toEqual([]);
  await decide(host, null).expect(200);
  await decide('remote.example', null).expect(200);
  expect((await listFollowers(ann)).toSorted()).toEqual([cat.handle, ben.handle]);
});

it('shows the accounts of a limited server only to their followers', async () => {
  const ben = remote.addAccount('limited');
  await send(ben, 'Follow', actorUri(ann)).expect(202);
  await decide(host, 'limited').expect(200);
  const search = await actions.read(ann, `/users/search?q=limited`).expect(200);
  expect(search.body).toEqual([]);
  // New accounts of the server, too.
  const dan = remote.addAccount('newcomer');
  await send(dan, 'Follow', actorUri(ann)).expect(202);
  const rows = await api.database.user.findMany({
    where: { username: { in: [ben.handle, dan.handle] } },
    select: { limitedAt: true, suspendedAt: true },
  });
  expect(rows).toEqual([
    { limitedAt: expect.any(Date) as Date, suspendedAt: null },
    { limitedAt: expect.any(Date) as Date, suspendedAt: null },
  ]);
  await decide(host, null).expect(200);
  const found = await actions.read(ann, `/users/search?q=limited`).expect(200);
  expect(found.body).toMatchObject([{ username: ben.handle }]);
});

it('treats servers without a decision as suspended if only listed servers are allowed', async () => {
  const ben = remote.addAccount('unlisted');
  await send(ben, 'Follow', actorUri(ann)).expect(202);
  const change = (allowsOnlyListed: boolean) =>
    api.request.put('/api/admin/federation-mode').set(admin.auth).send({ allowsOnlyListed });
  await change(true).expect(200);
  expect(await listFollowers(ann)).toEqual([]);
  await send(ben, 'Undo', actorUri(ann)).expect(403);
  await decide(host, 'open').expect(200);
  expect(await listFollowers(ann)).toEqual([ben.handle]);
  await decide(host, null).expect(200);
  const mode = await change(false).expect(200);
  expect(mode.body).toMatchObject({ allowsOnlyListed: false });
  const { undecided } = mode.body as FederationMode;
  expect(undecided.followsCount).toBeGreaterThan(0);
  expect(await listFollowers(ann)).toEqual([ben.handle]);
});

it('sends blocks of accounts of other servers, and their ends', async () => {
  const ben = remote.addAccount('blocked');
  await send(ben, 'Follow', actorUri(ann)).expect(202);
  const id = await findUserId(ben.handle);
  await actions.block(ann, id).expect(200);
  await actions.unblock(ann, id).expect(200);
  await deliver(api);
  const block = { type: 'Block', actor: actorUri(ann), object: ben.uri };
  expect(remote.received).toMatchObject([{}, {}, block, { type: 'Undo', object: block }]);
  expect(remote.received.map(({ type }) => type)).toEqual(['Accept', 'Reject', 'Block', 'Undo']);
});

it('hides a user who is blocked by an account of another server from it, until the block ends', async () => {
  const ben = remote.addAccount('blocker');
  await send(ben, 'Follow', actorUri(ann)).expect(202);
  const block = { id: `${ben.uri}/blocks/1`, type: 'Block', object: actorUri(ann) };
  await send(ben, 'Block', actorUri(ann), block).expect(202);
  expect(await listFollowers(ann)).toEqual([]);
  await actions.profile(ann, ben.handle).expect(404);
  await send(ben, 'Undo', { ...block, actor: ben.uri }).expect(202);
  await actions.profile(ann, ben.handle).expect(200);
  // The same block does not return.
  await send(ben, 'Block', actorUri(ann), block).expect(202);
  await actions.profile(ann, ben.handle).expect(200);
});

it('receives nothing from an account that a moderator has suspended', async () => {
  const ben = remote.addAccount('suspended');
  await send(ben, 'Follow', actorUri(ann)).expect(202);
  const fields = { content: 'A hitch', audience: 'followers' };
  const { id } = await publish(api, ann, { fields });
  await deliver(api);
  const readThread = () => {
    const url = new URL(`https://${domain}/ap/objects/${id}`);
    return api.request.get(url.pathname).set(signGet(ben, url));
  };
  await readThread().expect(200);
  const path = `/api/admin/users/${await findUserId(ben.handle)}/suspend`;
  await api.request.post(path).set(admin.auth).send({ reason: 'x' }).expect(200);
  await readThread().expect(404);
  await publish(api, ann, { fields: { ...fields, content: 'A bend' } });
  await publish(api, ann, { fields: { content: 'A splice' } });
  const cat = await createUser(api);
  await send(ben, 'Follow', actorUri(cat)).expect(202);
  expect(await listFollowers(ann)).toEqual([]);
  expect(await api.database.follow.count({ where: { followeeId: cat.id } })).toBe(0);
  await deliver(api);
  // Moderation is not announced.
  expect(remote.received.map(({ type }) => type).toSorted()).toEqual(['Accept', 'Create']);
  // The server has the thread, so that it must learn of its deletion.
  await actions.remove(ann, `/threads/${id}`).expect(200);
  await deliver(api);
  expect(remote.received.at(-1)).toMatchObject({ type: 'Delete' });
});

const save = (fields: Record<string, string>) =>
  api.request.put('/api/users/me').set(ann.auth).field(fields);

it('disconnects an account from other servers when its user turns federation off', async () => {
  const ben = remote.addAccount('disconnected');
  await send(ben, 'Follow', actorUri(ann)).expect(202);
  await deliver(api);
  const saved = await save({ isFederated: 'false' }).expect(200);
  expect(saved.body).toMatchObject({ user: { isFederated: false, isShownOutside: true } });
  await deliver(api);
  expect(remote.received.map(({ type }) => type)).toEqual(['Accept', 'Reject']);
  await api.request.get(`/ap/users/${ann.id}`).expect(404);
  await send(ben, 'Follow', actorUri(ann)).expect(202);
  expect(await listFollowers(ann)).toEqual([]);
  await actions.follow(ann, await findUserId(ben.handle)).expect(409);
  await save({ isFederated: 'true' }).expect(200);
  await api.request.get(`/ap/users/${ann.id}`).expect(200);
});

it('sends nothing about accounts that other servers cannot find, except the end of what was sent', async () => {
  const ben = remote.addAccount('ended');
  await send(ben, 'Follow', actorUri(ann)).expect(202);
  const tag = [{ type: 'Mention', href: actorUri(ann), name: ann.username }];
  const note = newNote(ben, { content: 'Hi', cc: actorUri(ann), tag });
  await send(ben, 'Create', note, { to: [everyone] }).expect(202);
  const { id } = await api.database.thread.findFirstOrThrow({ where: { content: 'Hi' } });
  const benId = await findUserId(ben.handle);
  const hidden = await createUser(api);
  await api.database.user.update({ where: { id: hidden.id }, data: { isPrivate: true } });
  await actions.block(ann, benId).expect(200);
  await deliver(api);
  await save({ isFederated: 'false' }).expect(200);
  await deliver(api);
  remote.received.length = 0;

  const { id: mentioning } = await publish(api, hidden, {
    fields: { content: `Hi @${ben.handle}` },
  });
  await actions.post(hidden, `/threads/${id}/like`).send({ on: true }).expect(200);
  await actions.remove(hidden, `/threads/${mentioning}`).expect(200);
  await actions.block(hidden, benId).expect(200);
  await actions.unblock(ann, benId).expect(200);
  await actions.block(ann, benId).expect(200);
  await deliver(api);
  expect(remote.received).toMatchObject([
    { type: 'Undo', actor: actorUri(ann) },
    // The follow that the last block ends, but not the block.
    { type: 'Reject', actor: actorUri(ann) },
  ]);
  await api.request.get(`/ap/users/${hidden.id}`).expect(404);
});

it('connects private accounts only by choice, or because other servers know them', async () => {
  const readSetting = async () =>
    ((await actions.read(ann, '/users/me').expect(200)).body as { isFederated: boolean })
      .isFederated;
  expect(await readSetting()).toBe(true);
  await save({ isPrivate: 'true' }).expect(200);
  expect(await readSetting()).toBe(false);
  await api.request.get(`/ap/users/${ann.id}`).expect(404);
  await save({ isPrivate: 'false' }).expect(200);
  await api.request.get(`/ap/users/${ann.id}`).expect(200);
  await save({ isPrivate: 'true' }).expect(200);
  expect(await readSetting()).toBe(true);
});

it('does not store a note to one user who accepts no messages', async () => {
  const ben = remote.addAccount('direct');
  await send(ben, 'Follow', actorUri(ann)).expect(202);
  const change = { messagePermission: 'nobody' } as const;
  await api.database.user.update({ where: { id: ann.id }, data: change });
  const to = [actorUri(ann)];
  const note = newNote(ben, { to, cc: [] });
  await send(ben, 'Create', note, { to }).expect(202);
  expect(await api.database.remoteObject.count({ where: { uri: note.id } })).toBe(0);
  expect(await api.database.remoteMessage.count({ where: { uri: note.id } })).toBe(0);
  // A vote is addressed to one user, too.
  const vote = { ...note, content: undefined, name: 'Bowline' };
  await send(ben, 'Create', vote, { to }).expect(202);
});

it('rejects decisions about names that are no domains, and of users without the permission', async () => {
  await decide('no domain', 'open').expect(400);
  await decide(domain, 'suspended').expect(400);
  await decide('example', 'closed').expect(400);
  const moderator = await createUser(api);
  await api.database.user.update({ where: { id: moderator.id }, data: { role: 'moderator' } });
  await api.request.get('/api/admin/servers').set(moderator.auth).expect(403);
  await api.request.get('/api/admin/servers').expect(401);
});

it('asks other servers for the name of their software', async () => {
  remote.documents.set('/.well-known/nodeinfo', {
    links: [
      {
        rel: 'http://nodeinfo.diaspora.software/ns/schema/2.1',
        href: `${remote.origin}/nodeinfo/2.1`,
      },
    ],
  });
  remote.documents.set('/nodeinfo/2.1', { software: { name: 'knotodon', version: '4.5.0' } });
  await send(remote.addAccount('software'), 'Follow', actorUri(ann)).expect(202);
  await api.services.federation?.servers.checkSoftware();
  const listed = await readAdmin('/servers?q=knotodon').expect(200);
  expect((listed.body as { content: object[] }).content).toMatchObject([
    { domain: host, software: 'knotodon 4.5.0' },
  ]);
});

it('deletes the accounts of a server that has been suspended for 30 days', async () => {
  const ben = remote.addAccount('expiring');
  await send(ben, 'Follow', actorUri(ann)).expect(202);
  const listExpired = () => api.services.federation?.servers.listExpired(100) ?? [];
  const decided = await decide(host, 'suspended').expect(200);
  expect(decided.body).toMatchObject({ deletesAt: expect.any(String) as string });
  expect(await listExpired()).toEqual([]);
  api.clock.advance(31 * 24 * 60 * 60 * 1000);
  expect(await listExpired()).toContain(await findUserId(ben.handle));
  // The session of the administrator has ended.
  await api.services.moderation.updateServer({ userId: null }, host, { policy: null });
  expect(await listExpired()).toEqual([]);
});
