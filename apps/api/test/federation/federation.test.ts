/* oxlint-disable max-lines -- All parts share the servers, whose start takes most of the time. */
import { verifyObject } from '@fedify/fedify/sig';
import { Activity } from '@fedify/fedify/vocab';
import { preloadedContexts } from '@fedify/vocab-runtime';
import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createActorKeys } from '../../src/modules/federation/identity/actor-keys.repository.ts';
import { requireStoredDomain } from '../../src/modules/federation/identity/stored-domain.repository.ts';
import { findRegistrableDomain } from '../../src/modules/federation/servers/registrable-domain.ts';
import { newId } from '../../src/platform/ids.ts';
import { createSecretCipher } from '../../src/platform/secret-cipher.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { publish } from '../support/factories/publish.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { createFederationActions } from './actions.ts';
import { activityType, deliver, newActivity, sendActivity, startInstance } from './instances.ts';
import { createNetwork, signCavage, signMessage, startRemoteServer } from './network.ts';
import type { RemoteServer } from './network.ts';

const network = createNetwork();

let api: TestApi;
let other: TestApi;
/** It has no federation. */
let isolated: TestApi;
let remote: RemoteServer;
let ann: User;
let actions: ReturnType<typeof createUserActions>;

beforeAll(async () => {
  [api, other, isolated, remote] = await Promise.all([
    startInstance(network, 'one.example', { trustedProxies: 1 }),
    startInstance(network, 'two.example'),
    startTestApi(),
    startRemoteServer(network, 'remote.example'),
  ]);
  actions = createUserActions(api);
});
beforeEach(async () => {
  ann = await createUser(api);
  remote.state.inboxStatus = 202;
  await deliver(api);
  remote.received.length = 0;
  remote.fetched.length = 0;
});
afterAll(() => Promise.all([api, other, isolated, remote].map((each) => each.close())));

const { actorUri, addFollower, findUserId, listFollowers, newNote, send } = createFederationActions(
  () => ({
    api,
    remote,
    user: ann,
  }),
);

it('delivers a new activity while the response to another one is awaited', async () => {
  const [ben, cat] = [remote.addAccount('patient'), await createUser(api)];
  const gate = Promise.withResolvers<void>();
  remote.state.inboxGate = gate.promise;
  const deliveries: Promise<unknown>[] = [];
  for (const [index, user] of [ann, cat].entries()) {
    await send(ben, 'Follow', actorUri(user)).expect(202);
    deliveries.push(deliver(api));
    await expect.poll(() => remote.received).toHaveLength(index + 1);
  }
  gate.resolve();
  await Promise.all(deliveries);
  // The first one has not ended without a response.
  expect(await api.database.federationDelivery.count()).toBe(0);
});

it('accepts the follow of an account of another server, and ends it', async () => {
  const ben = remote.addAccount('ben');
  const follow = newActivity(ben, 'Follow', actorUri(ann));
  await sendActivity(api, ben, follow).expect(202);
  // The same activity has no further effect.
  await sendActivity(api, ben, follow, { sign: signMessage }).expect(202);
  expect(await listFollowers(ann)).toEqual(['ben@remote.example']);
  const profile = await actions.profile(ann, 'ben@remote.example').expect(200);
  expect(profile.body).toMatchObject({
    name: 'Remote ben',
    bio: 'Knots & splices (https://knots.example)',
    isFollowedBy: true,
    canMessage: true,
  });
  await deliver(api);
  expect(remote.received).toMatchObject([
    { type: 'Accept', actor: actorUri(ann), object: { id: follow.id, type: 'Follow' } },
  ]);

  await sendActivity(api, ben, newActivity(ben, 'Undo', follow), { sign: signMessage }).expect(202);
  expect(await listFollowers(ann)).toEqual([]);
  await sendActivity(api, ben, follow).expect(202);
  expect(await listFollowers(ann)).toEqual([]);
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});

it('ignores a follow that arrives after its undo', async () => {
  const ben = remote.addAccount('early');
  await send(ben, 'Follow', actorUri(ann)).expect(202);
  const cat = await createUser(api);
  const follow = newActivity(ben, 'Follow', actorUri(cat));
  await send(ben, 'Undo', follow).expect(202);
  await sendActivity(api, ben, follow).expect(202);
  expect(await listFollowers(cat)).toEqual([]);
});

it('asks the user of a private account that other servers know, and sends the decision', async () => {
  const ben = remote.addAccount('asking');
  // The account becomes known before it becomes private.
  await api.request.get(`/ap/users/${ann.id}`).expect(200);
  await api.database.user.update({ where: { id: ann.id }, data: { isPrivate: true } });
  const follow = newActivity(ben, 'Follow', actorUri(ann));
  await sendActivity(api, ben, follow).expect(202);
  const pending = await actions.read(ann, '/users/follow-requests/pending').expect(200);
  const [request] = pending.body as { id: string; user: { username: string } }[];
  await actions.approve(ann, request?.id ?? '').expect(200);
  expect(await listFollowers(ann)).toEqual(['asking@remote.example']);
  const { id } = (await actions.profile(ann, 'asking@remote.example')).body as { id: string };
  await actions.remove(ann, `/users/me/followers/${id}`).expect(200);
  await deliver(api);
  expect(remote.received).toMatchObject([
    { type: 'Accept', object: { id: follow.id } },
    { type: 'Reject', object: { id: follow.id } },
  ]);
  const document = await api.request.get(`/ap/users/${ann.id}`).expect(200);
  expect(document.body).toMatchObject({
    manuallyApprovesFollowers: true,
    summary: '',
    attachment: [],
  });
});

it('finds an account by its handle, and follows it until it rejects the user', async () => {
  const cleo = remote.addAccount('cleo');
  const search = () => actions.read(ann, '/users/search?q=@cleo@remote.example').expect(200);
  const [found] = (await search()).body as { id: string; username: string }[];
  expect(found?.username).toBe('cleo@remote.example');
  const id = found?.id ?? '';
  const response = await actions.follow(ann, id).expect(200);
  expect(response.body).toMatchObject({ status: 'PENDING', isFollowing: false });
  await deliver(api);
  const [follow] = remote.received;
  expect(follow).toMatchObject({ type: 'Follow', actor: actorUri(ann), object: cleo.uri });
  await send(cleo, 'Accept', follow?.id).expect(202);
  expect((await actions.profile(ann, id)).body).toMatchObject({ isFollowing: true });
  await send(cleo, 'Reject', follow).expect(202);
  expect((await actions.profile(ann, id)).body).toMatchObject({
    isFollowing: false,
    followRequestStatus: null,
  });

  await actions.follow(ann, id).expect(200);
  await actions.unfollow(ann, id).expect(200);
  await deliver(api);
  expect(remote.received.map(({ type }) => type)).toEqual(['Follow', 'Follow', 'Undo']);
  const fetches = remote.fetched.length;
  await search();
  expect(remote.fetched).toHaveLength(fetches);
});

it('waits for the same lookup when a search of a slow server is repeated', async () => {
  const eve = remote.addAccount('slow');
  const note = newNote(eve);
  remote.addDocument(note);
  // A lookup needs at least two documents.
  remote.state.documentDelayMs = 4000;
  const searchUsers = () => actions.read(ann, `/users/search?q=@${eve.handle}`);
  const searchThreads = () => actions.read(ann, `/threads/search?q=${note.id}`);
  const early = await Promise.all([searchUsers().expect(503), searchThreads().expect(503)]);
  for (const { body, headers } of early) {
    expect(headers).toMatchObject({ 'retry-after': '1' });
    expect(body).toMatchObject({
      message: expect.stringContaining('remote.example is slow') as string,
    });
  }
  const late = Promise.all([searchUsers().expect(200), searchThreads().expect(200)]);
  remote.state.documentDelayMs = 0;
  const [users, threads] = await late;
  expect(users.body).toMatchObject([{ username: eve.handle }]);
  expect(threads.body).toMatchObject({ content: [{ userUsername: eve.handle }] });
  const { pathname } = new URL(note.id);
  expect(remote.fetched.filter((each) => each === pathname)).toHaveLength(1);
}, 20_000);

it('says that a server does not respond, unless the search finds something here', async () => {
  const address = 'https://silent.example/notes/1';
  const searchThreads = () => actions.read(ann, `/threads/search?q=${address}`);
  const failed = [
    await actions.read(ann, '/users/search?q=@eve@silent.example').expect(404),
    await searchThreads().expect(404),
  ];
  const message = expect.stringContaining("silent.example doesn't respond") as string;
  for (const { body } of failed) expect(body).toMatchObject({ message });
  for (const q of ['@eve@silent.example', address]) {
    const path = `/api/v2/search?resolve=true&q=${q}`;
    const found = await api.request.get(path).set(ann.auth).expect(200);
    expect(found.body).toMatchObject({ accounts: [], statuses: [] });
  }
  const { id } = await publish(api, ann, { fields: { content: `Read ${address}` } });
  expect((await searchThreads().expect(200)).body).toMatchObject({ content: [{ id }] });
});

it('says when a user has looked up too many accounts', async () => {
  await api.services.rateLimiter.consume('federationLookups', `user:${ann.id}`, 30);
  const rejected = await actions.read(ann, '/users/search?q=@late@remote.example').expect(429);
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
});

/** A user of the other instance follows the user of this one. */
async function followFromOther() {
  const cat = await createUser(other);
  const query = `@${ann.username}@one.example`;
  const othersActions = createUserActions(other);
  const found = await othersActions.read(cat, `/users/search?q=${query}`).expect(200);
  const [{ id } = { id: '' }] = found.body as { id: string }[];
  await othersActions.follow(cat, id).expect(200);
  await deliver(other, api, other);
  return { cat, id, othersActions };
}

it('connects two instances', async () => {
  const { cat, id, othersActions } = await followFromOther();
  expect((await othersActions.profile(cat, id)).body).toMatchObject({ isFollowing: true });
  expect(await listFollowers(ann)).toEqual([`${cat.username}@two.example`]);
  const follower = await actions.profile(ann, `${cat.username}@two.example`).expect(200);
  await actions.block(ann, (follower.body as { id: string }).id).expect(200);
  await deliver(api, other);
  // The other instance honors the block.
  await othersActions.profile(cat, id).expect(404);
});

it('serves accounts and public threads to other servers', async () => {
  const { id } = await publish(api, ann, { fields: { content: 'Bowlines for #beginners' } });
  const host = 'https://one.example';
  const webFinger = await api.request
    .get(`/.well-known/webfinger?resource=acct:${ann.username}@one.example`)
    .expect(200);
  expect(webFinger.body).toMatchObject({
    subject: `acct:${ann.username}@one.example`,
    links: [{}, { rel: 'self', type: activityType, href: actorUri(ann) }],
  });
  const nodeInfo = await api.request.get('/nodeinfo/2.1').expect(200);
  expect(nodeInfo.body).toMatchObject({ protocols: ['activitypub'] });
  const actor = await api.request.get(`/profile/${ann.username}`).set('Accept', activityType);
  expect(actor.headers).toMatchObject({ 'content-type': `${activityType}; charset=utf-8` });
  expect(actor.headers['vary']).toContain('Accept');
  expect(actor.body).toMatchObject({
    id: actorUri(ann),
    type: 'Person',
    preferredUsername: ann.username,
    inbox: `${actorUri(ann)}/inbox`,
    endpoints: { sharedInbox: `${host}/ap/inbox` },
    manuallyApprovesFollowers: false,
    publicKey: { owner: actorUri(ann) },
  });
  const profiled = 'application/ld+json; profile="https://www.w3.org/ns/activitystreams"';
  const thread = await api.request.get(`/thread/${id}`).set('Accept', profiled).expect(200);
  expect(thread.body).toMatchObject({
    id: `${host}/ap/objects/${id}`,
    type: 'Note',
    attributedTo: actorUri(ann),
    url: `${host}/thread/${id}`,
    tag: [{ type: 'Hashtag', name: '#beginners' }],
  });
  const page = await api.request.get(`/thread/${id}`).set('Accept', 'text/html');
  expect(page.headers['vary']).toContain('Accept');
  // Other servers know the username now.
  await actions.rename(ann, 'new.name').expect(409);
  await api.request
    .delete('/api/users/me')
    .set(ann.auth)
    .send({ password: ann.password })
    .expect(200);
  const deleted = await api.request.get(`/ap/users/${ann.id}`).expect(410);
  expect(deleted.body).toMatchObject({ type: 'Tombstone', id: actorUri(ann) });
});

it('does not count accounts of other servers, and lists them in no directory', async () => {
  await send(remote.addAccount('uncounted'), 'Follow', actorUri(ann)).expect(202);
  const local = await api.database.user.count({
    where: { domain: null, isPrivate: false, suspendedAt: null },
  });
  expect(await api.database.user.count()).toBeGreaterThan(local);
  const nodeInfo = await api.request.get('/nodeinfo/2.1').expect(200);
  expect(nodeInfo.body).toMatchObject({ usage: { users: { total: local } } });
  const directory = await api.request.get('/api/v1/directory?order=new').set(ann.auth);
  expect(JSON.stringify(directory.body)).not.toContain('remote.example');
});

it('rejects activities without a valid signature, without a trace', async () => {
  const mallory = remote.addAccount('mallory');
  const victim = remote.addAccount('victim');
  const follow = newActivity(mallory, 'Follow', actorUri(ann));
  const before = await api.database.user.count();
  await sendActivity(api, mallory, follow, { headers: { signature: '' } }).expect(401);
  await sendActivity(api, { ...mallory, privateKey: victim.privateKey }, follow).expect(401);
  await sendActivity(api, mallory, follow, { headers: { digest: 'SHA-256=AAAA' } }).expect(401);
  const old = new Date(Date.now() - 2 * 60 * 60 * 1000);
  await sendActivity(api, mallory, follow, {
    sign: (account, url, body) => signCavage(account, url, body, old),
  }).expect(401);
  // By another account of the same server.
  await sendActivity(api, { ...mallory, uri: victim.uri }, follow).expect(401);
  expect(await api.database.user.count()).toBe(before);
  expect(
    await api.database.federationValue.count({ where: { key: { contains: follow.id } } }),
  ).toBe(0);
  // The deletion of an unknown account is not even verified.
  remote.fetched.length = 0;
  await send(mallory, 'Delete', mallory.uri).expect(202);
  expect(remote.fetched).toEqual([]);
});

it('rejects bodies that are no activities', async () => {
  const post = (body: string, type = activityType) =>
    api.request.post('/ap/inbox').set('content-type', type).send(body);
  await post('{').expect(400);
  await post('[]').expect(400);
  await post('{"type":["Follow"],"actor":5}').expect(400);
  await post(`{"actor":"https://a.example/${'a'.repeat(10_000)}"}`).expect(400);
  await post('a=b', 'application/x-www-form-urlencoded').expect(415);
  await post(`"${'a'.repeat(300_000)}"`).expect(413);
  const ben = remote.addAccount('odd');
  for (const object of [null, 5, [], [[]], { type: ['A', 'B'] }, 'no address', 'a'.repeat(9000)]) {
    const { status } = await send(ben, 'Follow', object);
    expect([202, 400]).toContain(status);
  }
  // The id belongs to another server.
  const foreign = { ...newActivity(ben, 'Follow', actorUri(ann)), id: 'https://else.example/1' };
  await sendActivity(api, ben, foreign).expect(400);
  expect(await listFollowers(ann)).toEqual([]);
});

it('proves the author of a public activity, but not of one for followers', async () => {
  const reader = await addFollower('verifying');
  await publish(api, ann, { fields: { content: 'Naïve “quotes” and 😀' } });
  await publish(api, ann, { fields: { content: 'For followers', audience: 'followers' } });
  await deliver(api);
  const [shown, limited] = remote.received.filter(({ type }) => type === 'Create');
  expect(limited).not.toHaveProperty('proof');
  // Fedify verifies a proof with a fraction of a second only if the fraction does not end in 0.
  const created = expect.stringMatching(/T\d\d:\d\d:\d\dZ$/) as string;
  expect(shown).toMatchObject({ proof: { created } });
  const sent = await actions
    .post(ann, '/chat/send')
    .send({ receiverId: await findUserId(reader.handle), content: 'Hi' })
    .expect(201);
  const { id: messageId } = sent.body as { id: string };
  await actions.remove(ann, `/chat/messages/${messageId}`).expect(200);
  await deliver(api);
  const deletion = remote.received.find(({ type }) => type === 'Delete');
  expect(deletion).toMatchObject({ to: [reader.uri] });
  expect(deletion).not.toHaveProperty('proof');
  const documentLoader = async (url: string) => {
    const response = await api.request.get(new URL(url).pathname).expect(200);
    return { document: response.body as unknown, documentUrl: url, contextUrl: null };
  };
  const contextLoader = (url: string) =>
    Promise.resolve({ document: preloadedContexts[url], documentUrl: url, contextUrl: null });
  const verify = (activity: unknown) =>
    verifyObject(Activity, activity, { documentLoader, contextLoader });
  expect((await verify(shown))?.actorId?.href).toBe(actorUri(ann));
  expect(await verify({ ...shown, published: '2026-01-01T00:00:00Z' })).toBeNull();
});

it('limits the unknown accounts of a server with its subdomains', async () => {
  const hosts = ['a', 'b'].map((name) => startRemoteServer(network, `${name}.flood.example`));
  const servers = await Promise.all(hosts);
  await api.services.rateLimiter.consume('federationActors', 'server:flood.example', 59);
  const [first, second] = servers.map((server) => server.addAccount('flood'));
  if (first === undefined || second === undefined) throw new Error('There are two servers.');
  await send(first, 'Follow', actorUri(ann)).expect(202);
  const rejected = await send(second, 'Follow', actorUri(ann)).expect(429);
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
  await deliver(api);
  await Promise.all(servers.map((server) => server.close()));
});

it.each([
  ['social.remote.example:8443', 'remote.example'],
  ['203.0.113.5:8443', '203.0.113.5'],
  ['[2001:db8::1]:8443', '[2001:db8::1]'],
])('counts the limits of %s by %s', async (host, domain) => {
  expect(await findRegistrableDomain(host)).toBe(domain);
});

it('does not count forged activities for the server that they name, but for their IP address', async () => {
  const victim = await startRemoteServer(network, 'victim.example');
  const [known, late] = [victim.addAccount('known'), victim.addAccount('late')];
  await send(known, 'Follow', actorUri(ann)).expect(202);
  const statuses: number[] = [];
  for (let index = 0; index <= 60; index += 1) {
    const isKnown = index % 2 === 1;
    const uri = isKnown ? known.uri : `https://x${index}.victim.example/users/one`;
    const account = { ...known, uri, keyId: `${uri}#key-${index}` };
    const follow = newActivity(account, 'Follow', actorUri(ann));
    const headers = { 'X-Forwarded-For': '203.0.113.9' };
    statuses.push((await sendActivity(api, account, follow, { headers })).status);
  }
  await send(late, 'Follow', actorUri(ann)).expect(202);
  const { rateLimiter } = api.services;
  await rateLimiter.consume('federationFetches', 'server:victim.example', 120);
  await rateLimiter.consume('federationActors', 'server:victim.example', 58);
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 401), 429]);
  await deliver(api);
  await victim.close();
});

it('informs other servers about later events if one cannot be turned into an activity', async () => {
  const broken = { type: 'createThread', actorId: ann.id, reference: 'no id' };
  await api.database.federationEvent.create({ data: { id: newId(), ...broken } });
  const ben = remote.addAccount('behind');
  await send(ben, 'Follow', actorUri(ann)).expect(202);
  await deliver(api);
  expect(remote.received).toMatchObject([{ type: 'Accept', actor: actorUri(ann) }]);
  expect(await api.database.federationEvent.count()).toBe(0);
});

it('tries again later, and ends the follow when the inbox is gone', async () => {
  const ben = remote.addAccount('flaky', { endpoints: {} });
  remote.state.inboxStatus = 503;
  await send(ben, 'Follow', actorUri(ann)).expect(202);
  await deliver(api);
  await deliver(api);
  expect(remote.received).toHaveLength(1);
  remote.state.inboxStatus = 410;
  api.clock.advance(2 * 60 * 1000);
  await deliver(api);
  expect(remote.received).toHaveLength(2);
  expect(await listFollowers(ann)).toEqual([]);
  expect(await api.database.federationActivity.count()).toBe(0);
});

it('pauses a server that fails five times, and sends everything afterwards', async () => {
  const failing = await startRemoteServer(network, 'failing.example');
  failing.state.inboxStatus = 503;
  const ben = failing.addAccount('ben');
  for (let count = 0; count < 5; count += 1) {
    await send(ben, 'Follow', actorUri(await createUser(api))).expect(202);
  }
  await deliver(api);
  expect(failing.received).toHaveLength(5);
  await send(ben, 'Follow', actorUri(ann)).expect(202);
  await deliver(api);
  expect(failing.received).toHaveLength(5);
  failing.state.inboxStatus = 202;
  api.clock.advance(6 * 60 * 1000);
  await deliver(api);
  expect(failing.received).toHaveLength(11);
  // The limit of activities that it sends itself.
  await api.services.rateLimiter.consume('federationActivities', 'server:failing.example', 300);
  const rejected = await send(ben, 'Undo', newActivity(ben, 'Follow', actorUri(ann))).expect(429);
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
  await failing.close();
});

it('fetches an unknown JSON-LD context once', async () => {
  const path = '/schemas/unknown.jsonld';
  remote.documents.set(path, { '@context': { example: 'https://remote.example/ns#' } });
  const fields = { '@context': ['https://www.w3.org/ns/activitystreams', remote.origin + path] };
  const zoe = remote.addAccount('contextual');
  const cat = await createUser(api);
  for (const user of [ann, cat]) {
    await send(zoe, 'Follow', actorUri(user), fields).expect(202);
    expect(await listFollowers(user)).toEqual([zoe.handle]);
  }
  expect(remote.fetched.filter((each) => each === path)).toHaveLength(1);
});

it('removes delivered activities while the response to another one is awaited', async () => {
  const prompt = await startRemoteServer(network, 'prompt.example');
  const gate = Promise.withResolvers<void>();
  remote.state.inboxGate = gate.promise;
  const deliveries: Promise<unknown>[] = [];
  for (const server of [remote, prompt]) {
    await send(server.addAccount('follower'), 'Follow', actorUri(ann)).expect(202);
    deliveries.push(deliver(api));
    await expect.poll(() => server.received).toHaveLength(1);
  }
  await expect.poll(() => api.database.federationDelivery.count()).toBe(1);
  api.clock.advance(31_000);
  deliveries.push(deliver(api));
  let isEnded = false;
  const end = Promise.all(deliveries).then(() => {
    isEnded = true;
  });
  await expect.poll(() => api.database.federationActivity.count()).toBe(1);
  expect(isEnded).toBe(false);
  gate.resolve();
  await end;
  await prompt.close();
});

it('corrects its domains until another server knows it', async () => {
  const { database, services } = isolated;
  const start = (domain: string, handleDomain = domain) =>
    requireStoredDomain(database, { domain, handleDomain }, new Date());
  // An administrator may choose the mode before the first start with federation.
  await database.instanceSetting.create({
    data: {
      section: 'federation',
      content: { allowsOnlyListed: true },
      version: 1,
      updatedAt: new Date(),
    },
  });
  await start('typo.example');
  await start('right.example', 'handles.example');
  await start('right.example');
  await createActorKeys({
    database,
    cipher: createSecretCipher(services.settings.jwtSecret, 'actor-keys'),
    generateRsaKeyPair: services.settings.generateRsaKeyPair,
  }).find((await createUser(isolated)).id);
  await start('right.example');
  await expect(start('right.example', 'handles.example')).rejects.toThrow(
    'other servers know the accounts of this instance by right.example',
  );
  await expect(start('typo.example')).rejects.toThrow('know this instance as right.example');
  const stored = await database.instanceSetting.findFirst({ where: { section: 'federation' } });
  const names = { domain: 'right.example', handleDomain: 'right.example' };
  expect(stored?.content).toEqual({ ...names, allowsOnlyListed: true });
});

it('keeps its domain, and leaves the network for good', async () => {
  const { cat } = await followFromOther();
  const { federation, siteSettings } = other.services;
  await federation?.requireStoredDomain();
  const names = { domain: 'else.example', handleDomain: 'else.example' };
  await expect(requireStoredDomain(other.database, names, new Date())).rejects.toThrow(
    'other servers know this instance as two.example',
  );

  await federation?.leave(() => undefined);
  await actions.profile(ann, `${cat.username}@two.example`).expect(404);
  await expect(federation?.requireStoredDomain()).rejects.toThrow('has left the network');
  // A running server reads the changed settings when the database announces them.
  await siteSettings.load();
  await publish(other, await createUser(other), { fields: { content: 'Only here' } });
  await deliver(other);
  expect(await other.database.federationActivity.count()).toBe(0);
  const get = (path: string) => other.request.get(path).set('Accept', activityType);
  expect((await get(`/ap/users/${cat.id}`)).status).toBe(404);
  expect((await get(`/profile/${cat.username}`)).type).not.toBe(activityType);
  expect((await get('/nodeinfo/2.1')).body).toMatchObject({ protocols: [] });
  await sendActivity(other, remote.addAccount('late'), { type: 'Follow' }).expect(404);
  const eve = remote.addAccount('eve');
  const search = await createUserActions(other).read(cat, `/users/search?q=@${eve.handle}`);
  expect(search.body).toEqual([]);
  expect(remote.fetched).toEqual([]);
});

it('has no address for other servers unless federation is on', async () => {
  const user = await createUser(isolated);
  const get = (path: string) => isolated.request.get(path).set('Accept', activityType);
  for (const path of [`/ap/users/${user.id}`, `/ap/users/${user.id}/outbox`, '/ap/instance']) {
    expect((await get(path)).status).toBe(404);
  }
  for (const path of ['/ap/inbox', `/ap/users/${user.id}/inbox`]) {
    expect((await isolated.request.post(path).send({ type: 'Follow' })).status).toBe(404);
  }
  const page = await get(`/profile/${user.username}`);
  expect(page.type).not.toBe(activityType);
  expect(isolated.services.federation).toBeUndefined();
});
