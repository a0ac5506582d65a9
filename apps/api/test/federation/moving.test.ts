import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listWaitingFollows } from '../../src/modules/federation/moving/moving.repository.ts';
import { newId } from '../../src/platform/ids.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { createFederationActions } from './actions.ts';
import { deliver, startInstance } from './instances.ts';
import { createNetwork, startRemoteServer } from './network.ts';
import type { RemoteAccount, RemoteServer } from './network.ts';

const network = createNetwork();

let api: TestApi;
let other: TestApi;
let remote: RemoteServer;
let here: ReturnType<typeof createUserActions>;
let there: ReturnType<typeof createUserActions>;
let ann: User;
let ben: User;

beforeAll(async () => {
  [api, other, remote] = await Promise.all([
    startInstance(network, 'one.example'),
    startInstance(network, 'two.example'),
    startRemoteServer(network, 'remote.example'),
  ]);
  [here, there] = [createUserActions(api), createUserActions(other)];
});
beforeEach(async () => {
  [ann, ben] = [await createUser(api), await createUser(api)];
});
afterAll(() => Promise.all([api.close(), other.close(), remote.close()]));

const { actorUri, follow, send } = createFederationActions(() => ({ api, remote, user: ann }));

const handle = ({ username }: User, domain = 'one.example') => `${username}@${domain}`;
const idByUsername = async ({ database }: TestApi, username: string) =>
  (await database.user.findFirstOrThrow({ where: { username }, select: { id: true } })).id;
const move = (user: User, account: string, password = user.password) =>
  here.put(user, '/users/me/move').send({ handle: account, password });

async function listFollowed({ database }: TestApi, followerId: string): Promise<string[]> {
  const [follows, requests] = [
    await database.follow.findMany({ where: { followerId } }),
    await database.followRequest.findMany({
      where: { requesterId: followerId, status: 'pending' },
    }),
  ];
  return [...follows.map(({ followeeId }) => followeeId), ...requests.map((each) => each.targetId)];
}

const sendMove = (account: RemoteAccount, target: string, object = account.uri) =>
  send(account, 'Move', object, { target });

it('moves followers on both servers to the account that names the old one as an alias', async () => {
  const [cat, dan] = [await createUser(other), await createUser(other)];
  const annThere = async () => {
    await there.read(dan, `/users/search?q=${handle(ann)}`).expect(200);
    return idByUsername(other, handle(ann));
  };
  const oldId = await annThere();
  await there.follow(dan, oldId).expect(200);
  await here.follow(ben, ann.id).expect(200);
  await deliver(other, api, other);
  const listId = newId();
  const listed = { ownerId: ben.id, name: 'Friends' };
  await api.database.userList.create({ data: { id: listId, ...listed } });
  await api.database.userListMember.create({ data: { listId, userId: ann.id } });

  const newHandle = handle(cat, 'two.example');
  const unnamed = await move(ann, newHandle).expect(400);
  expect(unnamed.text).toContain('alias');
  const aliased = await there.put(cat, '/users/me/aliases').send({ handle: handle(ann) });
  expect(aliased.body).toMatchObject({
    aliases: [{ uri: actorUri(ann), username: handle(ann) }],
    movedTo: null,
  });
  await move(ann, newHandle, 'wrong password').expect(403);
  const moved = await move(ann, newHandle).expect(200);
  expect(moved.body).toMatchObject({
    movedTo: { username: newHandle },
    canMoveFrom: expect.stringMatching(/Z$/) as string,
  });

  await deliver(api);
  for (const each of [api, other]) await each.services.federation?.moving.moveFollowers();
  await deliver(api, other, api);
  const targetId = await idByUsername(api, newHandle);
  expect(await listFollowed(other, dan.id)).toEqual([cat.id]);
  expect(await listFollowed(api, ben.id)).toEqual([targetId]);
  expect(await api.database.follow.count({ where: { followeeId: ann.id } })).toBe(0);
  const members = await api.database.userListMember.findMany({ where: { listId } });
  expect(members).toMatchObject([{ userId: targetId }]);
});

it('shows the new address and lets the user only read until the redirect ends', async () => {
  await here.put(ben, '/users/me/aliases').send({ handle: ann.username }).expect(200);
  await here.read(ann, '/users/me').expect(200);
  await move(ann, `@${ben.username}`).expect(200);
  const actor = `/ap/users/${ann.id}`;
  expect((await api.request.get(actor)).body).toMatchObject({ movedTo: actorUri(ben) });
  const target = await api.request.get(`/ap/users/${ben.id}`);
  expect(target.body).toMatchObject({ alsoKnownAs: [actorUri(ann)] });
  const profile = await here.profile(ben, ann.username).expect(200);
  expect(profile.body).toMatchObject({ movedTo: { id: ben.id, username: ben.username } });
  const post = () => here.post(ann, '/threads').send({ content: 'Still here' });
  await expect.poll(async () => (await post()).status, { timeout: 2000 }).toBe(403);
  const rejected = await here.follow(await createUser(api), ann.id).expect(409);
  expect(rejected.text).toContain('moved');

  await here.remove(ann, '/users/me/move').expect(200);
  expect((await api.request.get(actor)).body).not.toHaveProperty('movedTo');
  await expect.poll(async () => (await post()).status, { timeout: 2000 }).toBe(201);
  const repeated = await move(ann, ben.username).expect(409);
  expect(repeated.text).toContain('30');
});

it('moves followers of an account of another server to one here that names it', async () => {
  const old = remote.addAccount('old');
  const oldId = await follow(old, ben);
  await sendMove(old, actorUri(ann)).expect(202);
  await api.services.federation?.moving.moveFollowers();
  expect(await listFollowed(api, ben.id)).toEqual([oldId]);
  await here.put(ann, '/users/me/aliases').send({ handle: old.handle }).expect(200);
  await sendMove(old, actorUri(ann)).expect(202);
  await api.services.federation?.moving.moveFollowers();
  expect(await listFollowed(api, ben.id)).toEqual([ann.id]);
  const profile = await here.profile(ben, old.handle).expect(200);
  expect(profile.body).toMatchObject({ movedTo: { username: ann.username } });
  const notified = await here.read(ben, '/notifications').expect(200);
  expect(notified.body).toMatchObject({
    content: [
      {
        type: 'moved',
        actors: [{ username: old.handle }],
        thread: null,
        moves: [{ actorId: oldId, movedTo: { id: ann.id, username: ann.username } }],
      },
    ],
  });
  await here.block(ann, ben.id).expect(200);
  const blocked = await here.read(ben, '/notifications').expect(200);
  expect(blocked.body).toMatchObject({ content: [{ type: 'moved', moves: [] }] });
});

it('ignores moves to accounts that do not name the old one, of others, and within 30 days', async () => {
  const [old, thief] = [remote.addAccount('sailor'), remote.addAccount('thief')];
  const oldId = await follow(old, ben);
  const named = { '@context': ['https://www.w3.org/ns/activitystreams'], alsoKnownAs: [old.uri] };
  const [first, second] = [remote.addAccount('first', named), remote.addAccount('second', named)];
  const readTarget = async () =>
    (await api.database.user.findFirstOrThrow({ where: { id: oldId } })).movedToId;
  await sendMove(thief, first.uri, old.uri).expect(202);
  await sendMove(old, thief.uri).expect(202);
  await sendMove(old, old.uri).expect(202);
  await sendMove(old, `${remote.origin}/users/missing`).expect(202);
  expect(await readTarget()).toBeNull();
  await sendMove(old, first.uri).expect(202);
  const firstId = await idByUsername(api, first.handle);
  await sendMove(old, second.uri).expect(202);
  expect(await readTarget()).toBe(firstId);
});

it('keeps the follow of a user who has blocked the new account', async () => {
  const old = remote.addAccount('pilot');
  const target = remote.addAccount('captain', { alsoKnownAs: [old.uri] });
  const oldId = await follow(old, ben);
  await follow(old, ann);
  await here.read(ben, `/users/search?q=${target.handle}`).expect(200);
  const targetId = await idByUsername(api, target.handle);
  await here.block(ben, targetId).expect(200);
  await sendMove(old, target.uri).expect(202);
  await api.services.federation?.moving.moveFollowers();
  expect(await listFollowed(api, ben.id)).toEqual([oldId]);
  expect(await listFollowed(api, ann.id)).toEqual([targetId]);
  await deliver(api);
  const sent = remote.received.filter(({ actor }) => actor === actorUri(ann));
  expect(sent.map(({ type }) => type).toSorted()).toEqual(['Follow', 'Undo']);
});

it('carries blocks and mutes of the old account over to the new one, once', async () => {
  const old = remote.addAccount('bosun');
  const target = remote.addAccount('purser', { alsoKnownAs: [old.uri] });
  const oldId = await follow(old, ben);
  await here.post(ben, `/users/${oldId}/mute`).expect(200);
  await here.block(ann, oldId).expect(200);
  await sendMove(old, target.uri).expect(202);
  const moveFollowers = async () => api.services.federation?.moving.moveFollowers();
  await moveFollowers();
  const targetId = await idByUsername(api, target.handle);
  expect(await listFollowed(api, ben.id)).toEqual([targetId]);
  const countMutes = () =>
    api.database.mute.count({ where: { muterId: ben.id, mutedId: targetId } });
  const countBlocks = () =>
    api.database.block.count({ where: { blockerId: ann.id, blockedId: targetId } });
  expect([await countMutes(), await countBlocks()]).toEqual([1, 1]);
  await here.remove(ann, `/users/${targetId}/block`).expect(200);
  await moveFollowers();
  expect(await countBlocks()).toBe(0);
});

it('no longer examines follows that cannot be moved', async () => {
  const [cat, dan] = [await createUser(other), await createUser(api)];
  for (const follower of [ben, dan]) await here.follow(follower, ann.id).expect(200);
  await here.put(ben, '/users/me/server-blocks/two.example').expect(200);
  await there
    .put(cat, '/users/me/aliases')
    .send({ handle: handle(ann) })
    .expect(200);
  await move(ann, handle(cat, 'two.example')).expect(200);
  const listWaiting = async (movedSince: Date) => {
    const range = { movedSince, after: null, limit: 100 };
    const waiting = await listWaitingFollows(api.database, range);
    return waiting.filter(({ oldId }) => oldId === ann.id).map(({ followerId }) => followerId);
  };
  expect(await listWaiting(new Date(0))).toEqual([dan.id]);

  const movedAt = new Date(api.clock.now().getTime() - 8 * 24 * 60 * 60 * 1000);
  await api.database.user.update({ where: { id: ann.id }, data: { movedAt } });
  await api.services.federation?.moving.moveFollowers();
  expect(await listFollowed(api, dan.id)).toEqual([ann.id]);
});

it('shows accounts, statuses and moves of other servers in the Mastodon API', async () => {
  const target = remote.addAccount('harbor', {
    '@context': ['https://www.w3.org/ns/activitystreams', 'https://w3id.org/security/v1'],
    published: '2017-05-04T10:00:00Z',
    url: `${remote.origin}/@harbor`,
  });
  const read = async (path: string) =>
    (await here.read(ann, path).expect(200)).body as Record<string, Record<string, unknown>[]>;
  const query = `q=${encodeURIComponent(`@${target.handle}`)}`;
  expect((await read(`/v2/search?${query}`))['accounts']).toEqual([]);
  const found = await read(`/v2/search?${query}&resolve=true`);
  const account = {
    acct: target.handle,
    username: 'harbor',
    uri: target.uri,
    url: `${remote.origin}/@harbor`,
    created_at: '2017-05-04T00:00:00.000Z',
  };
  expect(found['accounts']).toMatchObject([account]);
  expect(await read(`/v1/accounts/search?${query}`)).toMatchObject([account]);
  const lookup = await here.read(ann, `/v1/accounts/lookup?acct=${target.handle}`).expect(200);
  expect(lookup.body).toMatchObject(account);
  expect(lookup.body).not.toHaveProperty('moved');

  const note = {
    '@context': 'https://www.w3.org/ns/activitystreams',
    id: `${remote.origin}/notes/1`,
    type: 'Note',
    attributedTo: target.uri,
    to: ['https://www.w3.org/ns/activitystreams#Public'],
    published: '2020-02-03T10:00:00Z',
    url: `${remote.origin}/@harbor/1`,
    content:
      '<p>Tie <strong>twice</strong>, see <a href="https://knots.example/a?b&amp;c">the knot</a>' +
      ' <a class="mention" href="https://remote.example/@harbor">@harbor</a></p>' +
      '<pre><code>a &lt; b\nc</code></pre><ul><li>one</li></ul><blockquote><p>x</p></blockquote>',
    tag: [{ type: 'Mention', href: target.uri, name: `@${target.handle}` }],
  };
  remote.addDocument(note);
  const address = encodeURIComponent(note.id);
  expect((await read(`/v2/search?q=${address}`))['statuses']).toEqual([]);
  const resolved = await read(`/v2/search?q=${address}&resolve=true&type=statuses`);
  const [status] = resolved['statuses'] ?? [];
  expect(status).toMatchObject({
    uri: note.id,
    url: note.url,
    created_at: '2020-02-03T10:00:00.000Z',
    account,
    mentions: [{ username: 'harbor', acct: target.handle }],
  });
  const page = `https://one.example/profile/${target.handle}`;
  expect(status?.['content']).toBe(
    '<p>Tie <strong>twice</strong>, see <a href="https://knots.example/a?b&amp;c" target="_blank" ' +
      'rel="nofollow noopener">the knot</a> <span class="h-card"><a href="' +
      `${page}" class="u-url mention">@<span>${target.handle}</span></a></span></p>` +
      '<pre><code>a &lt; b\nc</code></pre><ul><li>one</li></ul><blockquote><p>x</p></blockquote>',
  );
  expect((await read(`/v2/search?q=${address}`))['statuses']).toMatchObject([{ uri: note.id }]);

  await here.put(ann, '/users/me/aliases').send({ handle: target.handle }).expect(200);
  await sendMove(target, actorUri(ann)).expect(202);
  const moved = await here.read(ben, `/v1/accounts/lookup?acct=${target.handle}`).expect(200);
  expect(moved.body).toMatchObject({
    moved: { id: ann.id, acct: ann.username, uri: actorUri(ann) },
  });
});

it('lists known servers only if administrators have turned it on', async () => {
  remote.addAccount('peer');
  await here.read(ann, `/users/search?q=peer@remote.example`).expect(200);
  await api.request.get('/api/v1/instance/peers').expect(404);
  const row = { section: 'general', content: { listsPeers: true }, updatedAt: new Date() };
  await api.database.instanceSetting.create({ data: { ...row, version: 1 } });
  await api.services.siteSettings.load();
  const peers = await api.request.get('/api/v1/instance/peers').expect(200);
  expect(peers.body).toContain('remote.example');
});
