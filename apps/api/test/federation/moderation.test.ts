import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestApi } from '../support/api.ts';
import { publish } from '../support/factories/publish.ts';
import { administratorEmail, createAdministrator, createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { createFederationActions } from './actions.ts';
import { deliver, startInstance } from './instances.ts';
import { createNetwork, startRemoteServer } from './network.ts';
import type { RemoteAccount, RemoteServer } from './network.ts';

const host = 'remote.example';
const network = createNetwork();

let api: TestApi;
let remote: RemoteServer;
let admin: User;
let ann: User;
let actions: ReturnType<typeof createUserActions>;

beforeAll(async () => {
  [api, remote] = await Promise.all([
    startInstance(network, 'one.example', { adminEmails: [administratorEmail] }),
    startRemoteServer(network, host),
  ]);
  actions = createUserActions(api);
  admin = await createAdministrator(api);
});
beforeEach(async () => {
  ann = await createUser(api);
  await deliver(api);
  remote.received.length = 0;
});
afterAll(() => Promise.all([api.close(), remote.close()]));

const { actorUri, findStored, findUserId, newNote, objectUri, send } = createFederationActions(
  () => ({ api, remote, user: ann }),
);

/** Sends a thread that mentions the users. Returns its id here. */
async function mention(
  account: RemoteAccount,
  users: User[],
  content = 'Hello',
  fields: object = {},
) {
  const note = newNote(account, {
    content: `<p>${content}</p>`,
    cc: users.map(actorUri),
    tag: users.map((user) => ({ type: 'Mention', href: actorUri(user), name: user.username })),
    ...fields,
  });
  await send(account, 'Create', note).expect(202);
  return { id: (await findStored(note.id))?.threadId ?? '', uri: note.id };
}

async function read<Body>(by: User, path: string): Promise<Body> {
  return (await actions.read(by, path).expect(200)).body as Body;
}

const countUnread = async (user: User) =>
  (await read<{ count: number }>(user, '/notifications/unread-count')).count;

it('hides a server that a user has blocked from the user, until the block ends', async () => {
  const ben = remote.addAccount('ben');
  await send(ben, 'Follow', actorUri(ann)).expect(202);
  const benId = await findUserId(ben.handle);
  await actions.follow(ann, benId).expect(200);
  await deliver(api);
  const follow = remote.received.find(({ type }) => type === 'Follow');
  await send(ben, 'Accept', follow?.id).expect(202);
  const thread = await mention(ben, [ann], 'A bowline');
  const cat = await createUser(api);
  await actions.follow(ann, cat.id).expect(200);
  await actions.post(cat, `/threads/${thread.id}/repost`).expect(200);
  await deliver(api);
  const listVisible = async (user: User) => {
    const feed = await read<{ content: { id: string }[] }>(user, '/threads?feed=following');
    const found = await read<{ content: { id: string }[] }>(user, '/threads/search?q=bowline');
    const users = await read<{ id: string }[]>(user, '/users/search?q=Remote ben');
    const notifications = await read<{ content: { type: string }[] }>(user, '/notifications');
    return {
      feed: feed.content.some(({ id }) => id === thread.id),
      search: found.content.some(({ id }) => id === thread.id),
      user: users.some(({ id }) => id === benId),
      notifications: notifications.content.map(({ type }) => type),
      thread: (await actions.read(user, `/threads/${thread.id}`)).status,
    };
  };
  const before = await listVisible(ann);
  expect(before).toMatchObject({ feed: true, search: true, user: true, thread: 200 });
  expect(before.notifications).toContain('mention');
  remote.received.length = 0;

  await actions.put(ann, `/users/me/server-blocks/Remote.Example`).expect(200);
  expect(await listVisible(ann)).toEqual({
    feed: false,
    search: false,
    user: false,
    notifications: [],
    thread: 404,
  });
  expect(await countUnread(ann)).toBe(0);
  expect((await listVisible(cat)).thread).toBe(200);
  expect(await read(ann, `/users/${benId}`)).toMatchObject({
    isServerBlocked: true,
    canViewThreads: false,
    isFollowing: false,
    isFollowedBy: false,
  });
  await deliver(api);
  expect(remote.received.map(({ type }) => type).toSorted()).toEqual(['Reject', 'Undo']);
  await actions.follow(ann, benId).expect(404);
  remote.received.length = 0;
  await send(ben, 'Follow', actorUri(ann)).expect(202);
  await deliver(api);
  expect(remote.received).toMatchObject([{ type: 'Reject' }]);
  expect(await read(ann, '/users/me/server-blocks')).toMatchObject([{ domain: host }]);

  await actions.remove(ann, `/users/me/server-blocks/${host}`).expect(200);
  expect((await listVisible(ann)).thread).toBe(200);
  await actions.remove(ann, `/users/me/server-blocks/${host}`).expect(404);
  await actions.put(ann, '/users/me/server-blocks/one.example').expect(400);
});

it('takes nothing from a server that a user has blocked, and sends it nothing', async () => {
  const ben = remote.addAccount('blocked');
  const note = (fields: object) => newNote(ben, { cc: [], ...fields });
  const receive = (type: string, object: object) => send(ben, type, object).expect(202);
  const message = note({ to: [actorUri(ann)], tag: [{ type: 'Mention', href: actorUri(ann) }] });
  await receive('Create', message);
  const poll = JSON.stringify({ question: 'Which?', options: ['A', 'B'], durationMinutes: 60 });
  const { id } = await publish(api, ann, { fields: { content: 'A hitch', poll } });
  const uri = objectUri(id);
  const benId = await findUserId(ben.handle);
  await actions.put(ann, `/users/me/server-blocks/${host}`).expect(200);
  // The server was killed before it had ended the follow.
  await api.database.follow.create({ data: { followerId: benId, followeeId: ann.id } });

  await receive('Update', { ...message, content: 'Edited' });
  const answers = [note({ inReplyTo: uri }), note({ _misskey_quote: uri })];
  for (const answer of answers) {
    await receive('Create', answer);
    expect(await api.database.remoteObject.count({ where: { uri: answer.id } })).toBe(0);
  }
  await receive('Create', note({ inReplyTo: uri, name: 'A', to: actorUri(ann), content: null }));
  expect(await read(ann, `/threads/${id}`)).toMatchObject({ poll: { totalVotes: 0 } });
  const messages = await api.database.message.findMany({ where: { senderId: benId } });
  expect(messages).toMatchObject([{ content: 'Hello' }]);
  await deliver(api);
  remote.received.length = 0;
  await publish(api, ann, { fields: { content: 'Not for that server' } });
  await deliver(api);
  expect(remote.received).toEqual([]);
  await actions.remove(ann, `/users/me/server-blocks/${host}`).expect(200);
});

it('holds notifications of new accounts, and of authors without followers here who mention many users', async () => {
  const young = remote.addAccount('young', { published: new Date().toISOString() });
  const thread = await mention(young, [ann]);
  const listTypes = async () =>
    (await read<{ content: { type: string }[] }>(ann, '/notifications')).content;
  const listFiltered = () =>
    read<{ user: { username: string }; latestThread: { id: string } }[]>(
      ann,
      '/notifications/filtered',
    );
  expect(await listTypes()).toEqual([]);
  expect(await countUnread(ann)).toBe(0);
  expect(await listFiltered()).toMatchObject([
    { user: { username: young.handle }, latestThread: { id: thread.id } },
  ]);
  const youngId = await findUserId(young.handle);
  await actions.post(ann, `/notifications/filtered/${youngId}/accept`).expect(200);
  expect(await listTypes()).toMatchObject([{ type: 'mention' }]);
  expect(await listFiltered()).toEqual([]);

  const other = remote.addAccount('young-too', { published: new Date().toISOString() });
  const { id: quotedId } = await publish(api, ann, { fields: { content: 'A reef knot' } });
  await mention(other, [], 'Look', {
    _misskey_quote: `https://one.example/ap/objects/${quotedId}`,
  });
  expect(await listTypes()).toHaveLength(1);
  expect(await listFiltered()).toMatchObject([{ user: { username: other.handle } }]);
  await actions
    .remove(ann, `/notifications/filtered/${await findUserId(other.handle)}`)
    .expect(200);

  const others = await Promise.all(Array.from({ length: 4 }, () => createUser(api)));
  const loud = remote.addAccount('loud');
  await mention(loud, others);
  expect(await countUnread(others[0] ?? ann)).toBe(1);
  await mention(loud, [...others, ann]);
  expect(await listFiltered()).toMatchObject([{ user: { username: loud.handle } }]);
  await actions.remove(ann, `/notifications/filtered/${await findUserId(loud.handle)}`).expect(200);
  expect(await listFiltered()).toEqual([]);
  expect(await listTypes()).toHaveLength(1);
});

const flag = (account: RemoteAccount, object: string[], content: string) =>
  send(account, 'Flag', object, { content });

async function listReports(about: User) {
  const path = `/admin/reports?status=open&user=${about.username}`;
  return (await read<{ content: { id: string; targetId: string }[] }>(admin, path)).content;
}

it('forwards a report to the server of the account, without the name of the reporter', async () => {
  const ben = remote.addAccount('reported');
  const thread = await mention(ben, [ann], 'Buy ropes');
  const target = { targetType: 'thread', targetId: thread.id, reason: 'spam' };
  await actions
    .post(ann, '/reports')
    .send({ ...target, note: 'Only here' })
    .expect(201);
  await deliver(api);
  expect(remote.received).toEqual([]);
  const cat = await createUser(api);
  const report = { ...target, note: 'Sells ropes', isForwarded: true };
  await actions.post(cat, '/reports').send(report).expect(201);
  await deliver(api);
  const instanceActor = 'https://one.example/ap/users/00000000-0000-0000-0000-000000000000';
  expect(remote.received).toEqual([
    {
      '@context': 'https://www.w3.org/ns/activitystreams',
      id: expect.any(String) as string,
      type: 'Flag',
      actor: instanceActor,
      to: [ben.uri],
      content: 'Sells ropes',
      object: [ben.uri, thread.uri],
    },
  ]);
  const [signature] = remote.deliveries.slice(-1).map(({ signature: value }) => value);
  expect(signature).toContain(`keyId="${instanceActor}#main-key"`);
  // GoToSocial counts the threads of an account that it does not know.
  const outbox = await api.request.get(`${new URL(instanceActor).pathname}/outbox`).expect(200);
  expect(outbox.body).toMatchObject({ type: 'OrderedCollection', totalItems: 0 });
});

it('adds the reports of other servers to the queue once, unless the server may not report', async () => {
  const { id } = await publish(api, ann, { fields: { content: 'A granny knot' } });
  const instance = remote.addAccount('instance', { type: 'Application' });
  const objects = [actorUri(ann), objectUri(id)];
  await flag(instance, ['https://elsewhere.example/users/eve'], 'Unknown').expect(202);
  await flag(instance, objects, 'Unsafe knots').expect(202);
  await flag(instance, objects, 'Again').expect(202);
  expect(await listReports(ann)).toMatchObject([
    { server: host, reporter: null, targetType: 'thread', targetId: id, note: 'Unsafe knots' },
  ]);
  await flag(instance, [actorUri(ann)], 'The account').expect(202);
  const [aboutAccount] = await listReports(ann);
  expect(aboutAccount).toMatchObject({ targetType: 'user', targetId: ann.id, reason: 'other' });
  expect(await read(admin, `/admin/reports/${aboutAccount?.id ?? ''}`)).toMatchObject({
    reporterStatus: 'none',
  });
  // The account of the server is not stored.
  expect(await api.database.user.count({ where: { username: instance.handle } })).toBe(0);

  const cat = await createUser(api);
  await actions.put(admin, `/admin/servers/${host}`).send({ policy: 'reports_rejected' });
  await flag(instance, [actorUri(cat)], 'Ignored').expect(202);
  await actions.put(admin, `/admin/servers/${host}`).send({ policy: null }).expect(200);
  expect(await listReports(cat)).toEqual([]);
});

const upload = (path: string, csv: string) =>
  actions.post(admin, path).attach('file', Buffer.from(csv), 'blocks.csv');

it("imports the chosen rows of Mastodon's domain blocks after a preview, and exports them", async () => {
  const ben = remote.addAccount('followed');
  await send(ben, 'Follow', actorUri(ann)).expect(202);
  await actions.put(admin, '/admin/servers/old.example').send({ policy: 'limited' }).expect(200);
  const csv = `#domain,#severity,#reject_media,#reject_reports,#public_comment,#obfuscate
Example,suspend,true,true,"No, thanks",false
old.example,suspend,true,true,,false
sp*m.example,suspend,true,true,,true
https://no domain,suspend,true,true,,false
one.example,suspend,true,true,,false
quiet.example,silence,true,false,Ads,false
media.example,noop,true,false,,false
reports.example,noop,false,true,,false
kept.example,suspend,false,false,,false
odd.example,unknown,false,false,,false
quiet.example,suspend,false,false,Again,false
`.replace('Example,', 'Remote.Example,');
  const preview = await upload('/admin/servers/import/preview', csv).expect(200);
  const { rows } = preview.body as { rows: { followsCount: number }[] };
  const row = (domain: string, status: string, policy: string | null, fields: object = {}) => ({
    domain,
    policy,
    status,
    isPartial: false,
    currentPolicy: null,
    reason: '',
    followsCount: 0,
    ...fields,
  });
  const [first] = rows;
  expect(first?.followsCount).toBeGreaterThan(0);
  expect(rows).toEqual([
    row(host, 'new', 'suspended', {
      reason: 'No, thanks',
      followsCount: first?.followsCount,
    }),
    row('old.example', 'changed', 'suspended', { currentPolicy: 'limited' }),
    row('sp*m.example', 'obfuscated', null),
    row('https://no domain', 'invalid', null),
    row('one.example', 'invalid', null),
    row('quiet.example', 'new', 'limited', { isPartial: true, reason: 'Ads' }),
    row('media.example', 'new', 'media_rejected'),
    row('reports.example', 'new', 'reports_rejected'),
    row('kept.example', 'new', 'suspended'),
    row('odd.example', 'invalid', null),
  ]);
  const imported = await upload('/admin/servers/import', csv)
    .field('skippedRows', '[8]')
    .expect(200);
  expect(imported.body).toEqual({ importedCount: 5 });
  await send(ben, 'Undo', actorUri(ann)).expect(403);
  const exported = await actions.read(admin, '/admin/servers/export').expect(200);
  expect(exported.text.split('\n')).toEqual([
    '#domain,#severity,#reject_media,#reject_reports,#public_comment,#obfuscate',
    'media.example,noop,true,false,,false',
    'old.example,suspend,true,true,,false',
    'quiet.example,silence,false,false,Ads,false',
    'remote.example,suspend,true,true,"No, thanks",false',
    'reports.example,noop,false,true,,false',
    '',
  ]);
  const again = await upload('/admin/servers/import', exported.text).expect(200);
  expect(again.body).toEqual({ importedCount: 0 });
  await upload('/admin/servers/import', 'x'.repeat(5000)).expect(400);
  await actions.post(admin, '/admin/servers/import').expect(400);
  await actions
    .post(ann, '/admin/servers/import')
    .attach('file', Buffer.from(csv), 'b')
    .expect(403);
  await actions.read(ann, '/admin/servers/export').expect(403);
  await actions.put(admin, `/admin/servers/${host}`).send({ policy: null }).expect(200);
});
