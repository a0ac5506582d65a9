/* oxlint-disable max-lines -- All parts share the servers, whose start takes most of the time. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import type { TestApi } from '../support/api.ts';
import { publish, readThread } from '../support/factories/publish.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { downloadExport } from '../support/http/download-export.ts';
import { unzip } from '../support/http/unzip.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { createFederationActions } from './actions.ts';
import { deliver, newActivity, sendActivity, startInstance } from './instances.ts';
import { createNetwork, signGet, startRemoteServer } from './network.ts';
import type { RemoteServer } from './network.ts';

const network = createNetwork();

const context = 'https://www.w3.org/ns/activitystreams';
const mastodonTerms = {
  alsoKnownAs: { '@id': 'as:alsoKnownAs', '@type': '@id' },
  movedTo: { '@id': 'as:movedTo', '@type': '@id' },
  Emoji: 'http://joinmastodon.org/ns#Emoji',
  PropertyValue: 'http://schema.org#PropertyValue',
  value: 'http://schema.org#value',
};

const featuredContext = {
  '@context': [
    context,
    'https://w3id.org/security/v1',
    // As Misskey writes it, without the type of an address.
    { featured: 'http://joinmastodon.org/ns#featured' },
  ],
};

let api: TestApi;
/** Its handles have another domain than its addresses. */
let other: TestApi;
let remote: RemoteServer;
let ann: User;
let actions: ReturnType<typeof createUserActions>;

beforeAll(async () => {
  [api, other, remote] = await Promise.all([
    startInstance(network, 'one.example'),
    startInstance(network, 'social.two.example', { handleDomain: 'two.example' }),
    startRemoteServer(network, 'remote.example'),
  ]);
  network.add('two.example', other.port);
  actions = createUserActions(api);
});
beforeEach(async () => {
  ann = await createUser(api);
  await deliver(api);
  remote.received.length = 0;
  remote.deliveries.length = 0;
  remote.fetched.length = 0;
});
afterAll(() => Promise.all([api.close(), other.close(), remote.close()]));

const { actorUri, addFollower, send } = createFederationActions(() => ({ api, remote, user: ann }));

const readProfile = async (name: string, server = 'remote.example') =>
  (await actions.profile(ann, `${name}@${server}`).expect(200)).body as object;

async function readDocument(path: string): Promise<Record<string, unknown>> {
  const response = await api.request.get(path).expect(200);
  return response.body as Record<string, unknown>;
}

const path = (uri: unknown) => String(uri).replace('https://one.example', '');

it('describes an account with all fields that other servers read', async () => {
  const { id } = await publish(api, ann, { fields: { content: 'Bowlines' } });
  await actions.post(ann, `/threads/${id}/pin`).expect(200);
  await api.database.user.update({
    where: { id: ann.id },
    data: { isBot: true, fields: [{ name: 'Boat', value: 'https://boat.example' }] },
  });
  const actor = await readDocument(`/ap/users/${ann.id}`);
  expect(actor).toMatchObject({
    type: 'Service',
    discoverable: true,
    indexable: true,
    published: expect.stringMatching(/Z$/) as string,
    attachment: [
      { type: 'PropertyValue', name: 'Boat', value: expect.stringContaining('<a ') as string },
    ],
    featured: `${actorUri(ann)}/featured`,
    featuredTags: `${actorUri(ann)}/tags`,
  });
  const { findKnownContext, parseObject, Service } =
    await import('../../src/modules/federation/fedify.ts');
  const parsed = await parseObject(actor, (documentUrl) =>
    Promise.resolve({ document: findKnownContext(documentUrl), documentUrl, contextUrl: null }),
  );
  if (!(parsed instanceof Service)) throw new Error('The account has another type.');
  const key = await parsed.getAssertionMethod();
  expect(key?.controllerId?.href).toBe(actorUri(ann));
  expect(await readDocument(path(actor['featured']))).toMatchObject({
    type: 'OrderedCollection',
    orderedItems: [`https://one.example/ap/objects/${id}`],
  });
  expect(await readDocument(path(actor['featuredTags']))).toMatchObject({ items: [] });
  const outbox = await readDocument(path(actor['outbox']));
  expect(outbox).toMatchObject({ totalItems: 1 });
  expect(await readDocument(path(outbox['first']))).toMatchObject({
    type: 'OrderedCollectionPage',
    partOf: actor['outbox'],
    orderedItems: [{ type: 'Create', object: `https://one.example/ap/objects/${id}` }],
  });
});

it('lists followers in pages, unless the user hides them or the account is private', async () => {
  const ben = await addFollower('ben');
  await deliver(api);
  const cat = await createUser(api);
  await actions.follow(cat, ann.id).expect(200);
  const followers = `/ap/users/${ann.id}/followers`;
  const collection = await readDocument(followers);
  expect(collection).toMatchObject({ totalItems: 2 });
  const page = await readDocument(path(collection['first']));
  expect(page).toMatchObject({ orderedItems: [actorUri(cat), ben.uri] });
  expect(page).not.toHaveProperty('next');
  const following = await readDocument(`/ap/users/${cat.id}/following?page=true`);
  expect(following).toMatchObject({ orderedItems: [actorUri(ann)] });
  for (const until of ['', 'x', "1-' OR 1", `99999999999999-${ann.id}`]) {
    const query = `?page=true&until=${encodeURIComponent(until)}`;
    expect(await readDocument(followers + query)).toMatchObject({ orderedItems: [] });
  }
  await api.request.get(`/ap/users/${ann.id}/toString`).expect(404);

  await actions.put(ann, '/users/me').send({ hidesConnections: true }).expect(200);
  const hidden = await readDocument(`${followers}?page=true`);
  expect(hidden).toMatchObject({ totalItems: 2 });
  expect(hidden).not.toHaveProperty('orderedItems');
  await actions.put(ann, '/users/me').send({ isPrivate: true }).expect(200);
  expect(await readDocument(`${followers}?page=true`)).toMatchObject({ totalItems: 0 });
});

it('sends the changed profile once to the servers that know accounts', async () => {
  await addFollower('informed');
  await deliver(api);
  remote.received.length = 0;
  await actions.put(ann, '/users/me').send({ phoneNumber: '+49 30 1234' }).expect(200);
  await deliver(api);
  expect(remote.received).toEqual([]);
  await actions.put(ann, '/users/me').send({ bio: 'Splices' }).expect(200);
  await actions.put(ann, '/users/me').send({ name: 'Ann Sailor' }).expect(200);
  await deliver(api);
  expect(remote.received).toMatchObject([
    {
      type: 'Update',
      actor: actorUri(ann),
      object: {
        id: actorUri(ann),
        type: 'Person',
        name: 'Ann Sailor',
        summary: '<p>Splices</p>',
        publicKey: { owner: actorUri(ann) },
      },
    },
  ]);
});

it('updates an account with all that is shown of it', async () => {
  const account = await addFollower('changing');
  remote.documents.set('/users/changing', {
    ...remote.documents.get('/users/changing'),
    '@context': [context, 'https://w3id.org/security/v1', mastodonTerms],
    type: 'Service',
    name: 'Cat :blobcat: \u202Etac',
    summary: '<p>Knots :blobcat:</p>',
    tag: [{ type: 'Emoji', name: ':blobcat:', icon: { type: 'Image', url: `${remote.origin}/b` } }],
    attachment: [
      {
        type: 'PropertyValue',
        name: 'Boat',
        value: '<a href="https://boat.example">Our sloop</a>',
      },
      { type: 'PropertyValue', name: ' ', value: 'empty' },
      { type: 'Note', name: 'Note', content: 'no field' },
      { type: 'PropertyValue', name: 5, value: ['a'] },
    ],
    followers: `${account.uri}/followers`,
    alsoKnownAs: ['https://old.example/users/cat', 'javascript:alert(1)'],
    movedTo: 'https://new.example/users/cat',
  });
  await send(account, 'Update', account.uri).expect(202);
  expect(await readProfile('changing')).toMatchObject({
    name: 'Cat \u200B:blobcat:\u200B tac',
    isBot: true,
  });
  const stored = await api.database.remoteActor.findFirstOrThrow({ where: { uri: account.uri } });
  expect(stored).toMatchObject({
    followers: `${account.uri}/followers`,
    aliases: ['https://old.example/users/cat'],
    movedTo: 'https://new.example/users/cat',
  });
  const row = await api.database.user.findFirstOrThrow({ where: { id: stored.userId } });
  expect(row).toMatchObject({
    bio: 'Knots \u200B:blobcat:\u200B',
    fields: [{ name: 'Boat', value: 'Our sloop (https://boat.example)' }],
  });
});

it.each([
  { name: 'pictures of other types', changes: { icon: ['x', { type: 'Link' }], image: 5 } },
  { name: 'addresses that are none', changes: { icon: { type: 'Image', url: 'file:///etc' } } },
  { name: 'lists as names', changes: { name: ['a', 'b'], summary: {}, attachment: 'x', tag: 1 } },
  {
    name: '10,000 fields and emoji',
    changes: {
      '@context': [context, 'https://w3id.org/security/v1', mastodonTerms],
      attachment: Array.from({ length: 10_000 }, () => ({ type: 'PropertyValue', name: 'a' })),
      tag: Array.from({ length: 10_000 }, () => ({ type: 'Emoji', name: ':a:' })),
    },
  },
  { name: 'dates outside of all calendars', changes: { published: '9999-99-99T00:00:00Z' } },
])('stores an account with $name, or ignores it', async ({ changes }) => {
  const account = remote.addAccount('strange', changes);
  const { status } = await send(account, 'Follow', actorUri(ann));
  expect([202, 400, 401]).toContain(status);
  const user = await api.database.user.findFirst({
    where: { username: 'strange@remote.example' },
    select: { pictureKey: true, bannerKey: true },
  });
  expect(user?.pictureKey ?? null).toBeNull();
});

it('shows the pinned thread of an account, which is fetched when a profile is opened', async () => {
  const featured = `${remote.origin}/users/pinning/featured`;
  const { uri, handle } = await addFollower('pinning', ann, { featured, ...featuredContext });
  const note = (name: string, fields: object = {}) => ({
    id: `${uri}/statuses/${name}`,
    type: 'Note',
    attributedTo: uri,
    content: `<p>${name}</p>`,
    published: '2026-01-01T00:00:00Z',
    to: [`${context}#Public`],
    ...fields,
  });
  const reply = note('reply', { inReplyTo: `${uri}/statuses/missing` });
  const [first, second] = [note('first'), note('second')];
  for (const each of [reply, first, second]) remote.addDocument(each);
  const setItems = (...orderedItems: unknown[]) =>
    remote.addDocument({ id: featured, type: 'OrderedCollection', orderedItems });
  const victim = await startRemoteServer(network, 'victim.example');
  setItems(`${victim.origin}/thread`, reply.id, first, second.id);
  // The first opening is beyond the limit of requests to the server.
  await api.services.rateLimiter.consume('federationFetches', 'opened:remote.example', 120);
  const consume = vi.spyOn(api.services.rateLimiter, 'consume');
  const readPinned = async () => {
    const profile = await actions.profile(ann, handle).expect(200);
    const { pinnedThreadId: id } = profile.body as { pinnedThreadId: string | null };
    return id === null ? null : (await readThread(api, ann, id)).content;
  };
  expect(await readPinned()).toBeNull();
  await expect
    .poll(() => consume.mock.settledResults.map(({ type }) => type), { timeout: 5000 })
    .toContain('rejected');
  consume.mockClear();
  api.clock.advance(61_000);
  await expect.poll(readPinned, { timeout: 5000 }).toBe('first');
  expect(victim.fetched).toEqual([]);
  await victim.close();
  // The collection and two threads.
  const counted = consume.mock.calls.filter(([, key]) => key === 'opened:remote.example');
  consume.mockRestore();
  expect(counted).toHaveLength(3);
  setItems();
  expect(await readPinned()).toBe('first');
  api.clock.advance(25 * 60 * 60 * 1000);
  await expect.poll(readPinned, { timeout: 5000 }).toBeNull();
});

it('sends nothing to inboxes on other hosts than the account', async () => {
  const elsewhere = 'https://victim.example/inbox';
  const lost = remote.addAccount('lost', { inbox: elsewhere });
  await send(lost, 'Follow', actorUri(ann)).expect(401);
  const shared = await addFollower('shared', ann, { endpoints: { sharedInbox: elsewhere } });
  const stored = await api.database.remoteActor.findFirstOrThrow({ where: { uri: shared.uri } });
  expect(stored).toMatchObject({ inbox: `${shared.uri}/inbox`, sharedInbox: null });
});

it('fetches an account again that has sent something, if it was not fetched for a week', async () => {
  const account = await addFollower('stale');
  const document = remote.documents.get('/users/stale');
  remote.documents.set('/users/stale', { ...document, name: 'Fresh' });
  const object = actorUri(await createUser(api));
  await send(account, 'Follow', object).expect(202);
  expect(await readProfile('stale')).toMatchObject({ name: 'Remote stale' });
  await api.database.remoteActor.updateMany({
    where: { uri: account.uri },
    data: { fetchedAt: new Date(api.clock.now().getTime() - 8 * 24 * 60 * 60 * 1000) },
  });
  await send(account, 'Follow', object).expect(202);
  await vi.waitFor(async () => {
    expect(await readProfile('stale')).toMatchObject({ name: 'Fresh' });
  });
});

it('accepts the new key of an account, and no longer the old one', async () => {
  const before = await addFollower('rotating');
  const after = remote.addAccount('rotating');
  const object = actorUri(await createUser(api));
  await send(after, 'Follow', object).expect(202);
  await send(before, 'Follow', object).expect(401);
  const foreign = { ...after, uri: `${remote.origin}/users/changing` };
  await send(foreign, 'Follow', object).expect(401);
});

it('shows and reads handles with the domain of the instance', async () => {
  const user = await createUser(other);
  const othersActions = createUserActions(other);
  const handle = `${user.username}@two.example`;
  const findUser = () => other.request.get(`/.well-known/webfinger?resource=acct:${handle}`);
  const data = { isFederated: false };
  await other.database.user.update({ where: { id: user.id }, data });
  const unconnected = (await findUser()).body as { subject: string; links: unknown[] };
  expect(unconnected.subject).toBe(`acct:${handle}`);
  expect(JSON.stringify(unconnected.links)).not.toContain('/ap/users/');
  await other.database.user.update({ where: { id: user.id }, data: { isFederated: null } });
  expect((await findUser()).body).toMatchObject({ subject: `acct:${handle}` });
  const [found] = (await actions.read(ann, `/users/search?q=@${handle}`)).body as object[];
  expect(found).toMatchObject({ username: handle });

  const reader = await createUser(other);
  for (const text of [`@${handle}`, `${user.username}@social.two.example`]) {
    const search = await othersActions.read(reader, `/users/search?q=${text}`).expect(200);
    expect(search.body).toMatchObject([{ username: user.username }]);
    const lookup = await other.request.get(`/api/v1/accounts/lookup?acct=${text}`).expect(200);
    expect(lookup.body).toMatchObject({ id: user.id });
  }
  const instance = await other.request.get('/api/v2/instance').expect(200);
  expect(instance.body).toMatchObject({ domain: 'two.example' });
  await othersActions.follow(reader, user.id).expect(200);
  const { archive } = await downloadExport(other, reader);
  const files = await unzip(archive);
  const csv = files.get('following_accounts.csv')?.toString() ?? '';
  expect(csv).toContain(handle);
  await othersActions.unfollow(reader, user.id).expect(200);
  expect(await importFollows(other, reader, csv)).toMatchObject({ addedCount: 1 });
});

/** Adds accounts `far0`, `far1` and so on, with one key. */
function addCopies(name: string, count: number): void {
  remote.addAccount(name);
  const documents = [...remote.documents].filter(([address]) => address.includes(name));
  for (let index = 0; index < count; index += 1) {
    const rename = (text: string) => text.replaceAll(name, `${name}${index}`);
    for (const [address, document] of documents) {
      // The copy has the same shape.
      remote.documents.set(rename(address), JSON.parse(rename(JSON.stringify(document))) as object);
    }
  }
}

/** Imports accounts to follow, and runs the job until it waits or ends. */
async function importFollows(instance: TestApi, user: User, csv: string): Promise<object> {
  const created = await instance.request
    .post('/api/users/me/imports')
    .set(user.auth)
    .field('kind', 'follows')
    .field('mode', 'merge')
    .attach('file', Buffer.from(csv), 'accounts.csv')
    .expect(201);
  const { id } = created.body as { id: string };
  await createUserActions(instance).post(user, `/users/me/imports/${id}/start`).expect(200);
  let current = '';
  let before: string;
  // A run of the job is limited in time, so that it ends earlier on a busy machine.
  do {
    before = current;
    await instance.services.imports.continueAll();
    const { text } = await instance.request.get('/api/users/me/imports').set(user.auth).expect(200);
    current = text;
  } while (current !== before);
  return (JSON.parse(current) as object[])[0] ?? {};
}

it('imports follows of accounts on other servers, within the limit of lookups', async () => {
  const known = await addFollower('known');
  addCopies('far', 31);
  const far = Array.from({ length: 31 }, (_, index) => `far${index}@Remote.example`);
  const rows = ['@known@remote.example', 'nobody@remote.example', 'x@y@z', ...far];
  const csv = ['Account address,Show boosts', ...rows.map((row) => `${row},true`)].join('\n');
  expect(await importFollows(api, ann, csv)).toMatchObject({
    status: 'running',
    foundCount: rows.length - 1,
    requestedCount: 30,
    notFoundCount: 2,
  });
  await deliver(api);
  const follows = remote.received.filter(({ type }) => type === 'Follow');
  expect(follows).toHaveLength(30);
  expect(follows).toContainEqual(expect.objectContaining({ object: known.uri }));
  api.clock.advance(60 * 60 * 1000);
  await api.services.imports.continueAll();
  await deliver(api);
  expect(remote.received.filter(({ type }) => type === 'Follow')).toHaveLength(32);
});

/** The digest of a set of followers on one server. */
function digestFollowers(...uris: string[]): string {
  const hashes = uris.map((uri) => createHash('sha256').update(uri).digest());
  return Buffer.from(
    Array.from({ length: 32 }, (_, at) => hashes.reduce((sum, hash) => sum ^ (hash[at] ?? 0), 0)),
  ).toString('hex');
}

it('names the followers on a server in deliveries to followers, and to that server only', async () => {
  const [ben, cleo] = [await addFollower('synced1'), await addFollower('synced2')];
  await deliver(api);
  remote.deliveries.length = 0;
  const inbox = `${remote.origin}/inbox`;
  const followers = `${actorUri(ann)}/followers`;
  for (const to of [[followers], [followers, `${context}#Public`]]) {
    const id = newId();
    const body = JSON.stringify({ '@context': context, id, type: 'Create', to });
    await api.database.federationActivity.create({ data: { id, body } });
    const due = { activityId: id, actorId: ann.id, inbox, host: 'remote.example' };
    await api.database.federationDelivery.create({
      data: { id: newId(), ...due, dueAt: api.clock.now() },
    });
  }
  await deliver(api);
  await deliver(api);
  const url = `${actorUri(ann)}/followers_synchronization`;
  const digest = digestFollowers(ben.uri, cleo.uri);
  expect(remote.deliveries.map((headers) => headers['collection-synchronization'])).toEqual([
    `collectionId="${followers}", url="${url}", digest="${digest}"`,
    undefined,
  ]);

  const get = (headers: Record<string, string>) => api.request.get(path(url)).set(headers);
  const response = await get(signGet(ben, new URL(url))).expect(200);
  expect(response.body).toMatchObject({ orderedItems: [ben.uri, cleo.uri] });
  expect(response.headers).toMatchObject({ 'cache-control': 'private, no-store' });
  await get({}).expect(401);
  await get(signGet({ ...ben, privateKey: cleo.privateKey }, new URL(url))).expect(401);
  await get(signGet({ ...ben, keyId: 'https://two.example/key' }, new URL(url))).expect(401);
});

it('corrects follows that another server does not know, and ends those that only it knows', async () => {
  const account = remote.addAccount('leader', {
    followers: `${remote.origin}/users/leader/followers`,
  });
  const [found] = (await actions.read(ann, '/users/search?q=@leader@remote.example')).body as {
    id: string;
  }[];
  const leaderId = found?.id ?? '';
  const [bob, cat] = [await createUser(api), await createUser(api)];
  const [unknown, disconnected] = [await createUser(api), await createUser(api)];
  for (const user of [ann, bob]) {
    await actions.follow(user, leaderId).expect(200);
    const { id } = await api.database.followRequest.findFirstOrThrow({
      where: { requesterId: user.id, targetId: leaderId },
    });
    const object = `https://one.example/ap/follows/${id}`;
    await send(account, 'Accept', object).expect(202);
  }
  await deliver(api);
  remote.received.length = 0;
  const listFollowers = async () =>
    (await api.database.follow.findMany({ where: { followeeId: leaderId } })).map(
      ({ followerId }) => followerId,
    );
  const collectionId = `${remote.origin}/users/leader/followers`;
  const synchronize = (digest: string, collection = collectionId, url = `${remote.origin}/sync`) =>
    sendActivity(api, account, newActivity(account, 'Update', account.uri), {
      headers: {
        'collection-synchronization': `collectionId="${collection}", url="${url}", digest="${digest}"`,
      },
    }).expect(202);
  remote.documents.set('/sync', {
    type: 'OrderedCollection',
    orderedItems: [ann, cat, unknown, disconnected].map(actorUri),
  });
  // Other servers know these two, and one of them no longer takes part.
  for (const user of [cat, disconnected]) {
    await api.request.get(`/ap/users/${user.id}`).expect(200);
  }
  await actions.put(disconnected, '/users/me').send({ isFederated: false }).expect(200);
  await deliver(api);
  remote.received.length = 0;
  const isFetched = () => remote.fetched.includes('/sync');

  await synchronize(digestFollowers(actorUri(ann), actorUri(bob)));
  await synchronize('0'.repeat(64), `${remote.origin}/users/other/followers`);
  await synchronize('0'.repeat(64), collectionId, 'https://two.example/sync');
  await synchronize('no digest');
  await synchronize(digestFollowers(actorUri(ann), actorUri(cat)));
  await vi.waitFor(async () => expect(await listFollowers()).toEqual([ann.id]));
  expect(isFetched()).toBe(true);
  expect(remote.fetched.filter((each) => each === '/sync')).toHaveLength(1);
  await vi.waitFor(async () => {
    await deliver(api);
    expect(remote.received).toContainEqual(
      expect.objectContaining({
        type: 'Undo',
        actor: actorUri(cat),
        object: expect.objectContaining({ type: 'Follow', object: account.uri }) as object,
      }),
    );
  });
  // The other server cannot make anyone known.
  const senders = new Set(remote.received.map(({ actor }) => actor));
  expect(senders).not.toContain(actorUri(unknown));
  expect(senders).not.toContain(actorUri(disconnected));
  expect(await api.database.actorKey.count({ where: { actorId: unknown.id } })).toBe(0);
});
