/* oxlint-disable max-lines -- All parts share the servers, whose start takes most of the time. */
import { randomUUID } from 'node:crypto';
import { Prisma } from '@skein/db';
import { findCounterDrift } from '@skein/db/testing';
import type { Thread } from '@skein/contracts/threads';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { unlistRemote } from '../../src/modules/threads/editing/listing.repository.ts';
import { deleteUnusedRemoteThreads } from '../../src/modules/threads/remote/retention.ts';
import { dayMs } from '../../src/platform/clock.ts';
import { highestId, newId } from '../../src/platform/ids.ts';
import { userKey } from '../../src/platform/rate-limits/rate-limits.ts';
import { startTestApi } from '../support/api.ts';
import { untilLockWait } from '../support/db/wait-for-lock.ts';
import type { TestApi } from '../support/api.ts';
import { publish, readThread } from '../support/factories/publish.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { createFederationActions } from './actions.ts';
import { deliver, everyone, newActivity, sendActivity, startInstance } from './instances.ts';
import { createNetwork, startRemoteServer } from './network.ts';
import type { RemoteAccount, RemoteServer } from './network.ts';

const domain = 'one.example';
const context = 'https://www.w3.org/ns/activitystreams';
const network = createNetwork();

let api: TestApi;
let remote: RemoteServer;
let early: { ann: User; ben: User; thread: Thread };
let actions: ReturnType<typeof createUserActions>;
/** It owns the database. */
let isolated: TestApi;

/** The instance had accounts and threads before federation was turned on. */
beforeAll(async () => {
  isolated = await startTestApi();
  const [ann, ben] = [await createUser(isolated), await createUser(isolated)];
  await createUserActions(isolated).follow(ben, ann.id).expect(200);
  const thread = await publish(isolated, ann, { fields: { content: 'Before federation' } });
  early = { ann, ben, thread };
  const { databaseUrl } = isolated;
  [api, remote] = await Promise.all([
    startInstance(network, domain, { databaseUrl }),
    startRemoteServer(network, 'remote.example'),
  ]);
  actions = createUserActions(api);
});
beforeEach(() => {
  remote.received.length = 0;
  remote.fetched.length = 0;
});
afterAll(async () => {
  await Promise.all([api.close(), remote.close()]);
  await isolated.close();
});

const { actorUri, findStored, followRemote, newNote, objectUri, send } = createFederationActions(
  () => ({ api, remote, user: early.ann }),
);

/** Stores activities that wait, as if this server had been busy when they arrived. */
async function storeWaiting(
  account: Pick<RemoteAccount, 'uri'>,
  activities: readonly object[],
  fields: { attempts?: number; receivedAt?: Date; dueAt?: Date; host?: string } = {},
): Promise<string[]> {
  const now = api.clock.now();
  const { host } = new URL(account.uri);
  const data = activities.map((activity) => ({
    id: newId(),
    senderUri: account.uri,
    host,
    dueAt: now,
    receivedAt: now,
    ...fields,
    body: JSON.stringify({ '@context': context, actor: account.uri, ...activity }),
  }));
  await api.database.receivedActivity.createMany({ data });
  return data.map(({ id }) => id);
}

it('keeps everything when federation is turned on later, and other servers find it', async () => {
  const { ann, ben, thread } = early;
  const kept = await readThread(api, ann, thread.id);
  // Names of accounts end with the domain now.
  expect(kept).toEqual({ ...thread, userEmail: `${ann.username}@${domain}` });
  const profile = await actions.profile(ben, ann.username).expect(200);
  expect(profile.body).toMatchObject({ followersCount: 1, threadsCount: 1, isFollowing: true });
  const resource = `acct:${ann.username}@${domain}`;
  await api.request.get(`/.well-known/webfinger?resource=${resource}`).expect(200);
  const document = await api.request.get(`/ap/objects/${thread.id}`).expect(200);
  expect(document.body).toMatchObject({ type: 'Note', attributedTo: actorUri(ann) });
  const zoe = remote.addAccount('zoe');
  await send(zoe, 'Follow', actorUri(ann)).expect(202);
  await deliver(api);
  expect(remote.received).toMatchObject([{ type: 'Accept' }]);
  await publish(api, ann, { fields: { content: 'With federation' } });
  await deliver(api);
  expect(remote.received).toMatchObject([{ type: 'Accept' }, { type: 'Create' }]);
});

it('stores an activity before the response, and fetches missing threads afterwards', async () => {
  const author = await followRemote('replying');
  const silent = await startRemoteServer(network, 'silent.example');
  const parent = newNote(silent.addAccount('parent'));
  silent.addDocument(parent);
  const note = newNote(author, { inReplyTo: parent.id });
  const requested = Promise.withResolvers<string>();
  silent.hold(requested.resolve);
  // A server that processes activities only after its responses, and is killed while it does.
  const killed = await startTestApi({
    databaseUrl: api.databaseUrl,
    settings: {
      publicUrl: new URL(`https://${domain}`),
      federation: { domain, handleDomain: domain },
      sendRequest: network.sendRequest,
    },
  });
  await sendActivity(killed, author, newActivity(author, 'Create', note)).expect(202);
  expect(await requested.promise).toBe(new URL(parent.id).pathname);
  expect(await findStored(note.id)).toBeNull();
  await killed.services.federation?.stop();
  await killed.close();
  expect(await api.database.receivedActivity.count()).toBe(1);

  silent.hold(null);
  await api.services.federation?.processInbox();
  const { threadId } = (await findStored(note.id)) ?? { threadId: '' };
  expect(await readThread(api, early.ann, threadId)).toMatchObject({ threadLevel: 1 });
  expect(await api.database.receivedActivity.count()).toBe(0);
  await silent.close();
});

it('processes the activities of an account in order, also after one that cannot be parsed', async () => {
  const author = await followRemote('ordered');
  const note = newNote(author);
  const edit = { ...note, content: 'Edited', updated: note.published };
  const activities = [
    { ...newActivity(author, 'Create', note), '@context': 'https://unreachable.example' },
    newActivity(author, 'Create', note),
    newActivity(author, 'Update', edit),
  ];
  await storeWaiting(author, activities);
  await api.services.federation?.processInbox();
  expect(await api.database.receivedActivity.count()).toBe(0);
  const { threadId } = (await findStored(note.id)) ?? { threadId: '' };
  expect(await readThread(api, early.ann, threadId)).toMatchObject({ content: 'Edited' });
});

it.each<[string, (author: RemoteAccount) => object, boolean]>([
  ['several types', (author) => ({ type: ['Create', 'Object'], object: newNote(author) }), true],
  [
    '10,000 tags',
    (author) => ({
      object: newNote(author, { tag: Array.from({ length: 10_000 }, () => ({ type: 'Mention' })) }),
    }),
    true,
  ],
  [
    'the first date',
    (author) => ({ object: newNote(author, { published: '1970-01-01T00:00:00Z' }) }),
    true,
  ],
  [
    'the last date',
    (author) => ({ object: newNote(author, { published: '9999-12-31T23:59:59Z' }) }),
    true,
  ],
  [
    'a date that is none',
    (author) => ({ object: newNote(author, { published: '+99999-99-99' }) }),
    true,
  ],
  [
    'a parent whose address redirects for ever',
    (author) => ({ object: newNote(author, { inReplyTo: `${remote.origin}/loop` }) }),
    true,
  ],
  [
    'a parent that is itself',
    (author) => {
      const note = newNote(author);
      return { object: { ...note, inReplyTo: note.id } };
    },
    true,
  ],
  [
    'lists for texts',
    (author) => ({ object: newNote(author, { content: [], summary: ['a'], name: {} }) }),
    true,
  ],
  ['a text for its object', () => ({ object: 'Hello' }), false],
  [
    'an object of objects',
    (author) => ({ object: { object: { object: newNote(author) } } }),
    false,
  ],
])('accepts an activity with %s', async (_, change, isStored) => {
  const author = await followRemote(`odd${randomUUID().slice(0, 8)}`);
  remote.files.set('/loop', { status: 302, headers: { location: '/loop' } });
  const before = await api.database.remoteObject.count();
  const activity = { ...newActivity(author, 'Create', null), ...change(author) };
  await sendActivity(api, author, activity).expect(202);
  expect((await api.database.remoteObject.count()) - before).toBe(isStored ? 1 : 0);
  expect(await api.database.receivedActivity.count()).toBe(0);
  await actions.read(early.ann, '/threads?feed=following').expect(200);
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});

it('accepts 200 waiting activities of an account and 1,000 of a registrable domain, and others meanwhile', async () => {
  const author = await followRemote('patient', early.ben);
  const busy = await startRemoteServer(network, 'busy.example');
  const [sender, colleague] = [busy.addAccount('sender'), busy.addAccount('colleague')];
  const block = (account: RemoteAccount) => send(account, 'Block', actorUri(early.ben));
  await block(sender).expect(202);
  await block(colleague).expect(202);
  const fields = { host: 'busy.example', dueAt: new Date(api.clock.now().getTime() + 60_000) };
  const wait = (account: RemoteAccount, length: number) => {
    const activities = Array.from({ length }, () => newActivity(account, 'Like', busy.origin));
    return storeWaiting(account, activities, fields);
  };
  await wait(sender, 199);
  await block(sender).expect(202);
  const rejected = await block(sender).expect(429);
  expect(rejected.headers).toMatchObject({ 'retry-after': '60' });
  await block(colleague).expect(202);
  for (const name of ['a', 'b', 'c', 'd']) {
    await wait({ ...sender, uri: `https://${name}.busy.example/users/one` }, 200);
  }
  await block(colleague).expect(429);

  const note = newNote(author);
  await send(author, 'Create', note).expect(202);
  expect(await findStored(note.id)).not.toBeNull();
  const removed = await api.database.receivedActivity.deleteMany({
    where: { host: 'busy.example' },
  });
  expect(removed.count).toBe(1000);
  await busy.close();
});

it('processes new activities while another server does not respond', async () => {
  const [waiting, author] = [
    await followRemote('delayed', early.ben),
    await followRemote('prompt', early.ben),
  ];
  const silent = await startRemoteServer(network, 'mute.example');
  const requested = Promise.withResolvers<string>();
  silent.hold(requested.resolve);
  const inReplyTo = `${silent.origin}/parent`;
  await storeWaiting(waiting, [newActivity(waiting, 'Create', newNote(waiting, { inReplyTo }))]);
  const processing = api.services.federation?.processInbox();
  await requested.promise;
  const note = newNote(author);
  await storeWaiting(author, [newActivity(author, 'Create', note)]);
  const processed = api.services.federation?.processInbox();
  await vi.waitFor(async () => expect(await findStored(note.id)).not.toBeNull(), 10_000);
  await silent.close();
  await Promise.all([processing, processed]);
  expect(await api.database.receivedActivity.count()).toBe(0);
});

it('gives up an activity that always fails like an outage, or has ended the process often', async () => {
  const author = await followRemote('failing', early.ben);
  const failing = newActivity(author, 'Create', newNote(author));
  await api.database.$executeRawUnsafe(`
    CREATE FUNCTION fail_like_an_outage() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'too slow' USING ERRCODE = '57014'; END $$`);
  await api.database.$executeRawUnsafe(`
    CREATE TRIGGER fail_like_an_outage BEFORE INSERT ON federation_kv
      FOR EACH ROW WHEN (NEW.key = 'received:${failing.id}') EXECUTE FUNCTION fail_like_an_outage()`);
  const [id = ''] = await storeWaiting(author, [failing], { attempts: 18 });
  const processInbox = async () => api.services.federation?.processInbox();
  await expect(processInbox()).rejects.toThrow('too slow');
  const dueAt = api.clock.now();
  await api.database.receivedActivity.update({ where: { id }, data: { dueAt } });
  const note = newNote(author);
  await storeWaiting(author, [newActivity(author, 'Create', note)], { attempts: 20 });
  await processInbox();
  expect(await api.database.receivedActivity.count()).toBe(0);
  expect(await findStored(note.id)).toBeNull();
  await api.database.$executeRawUnsafe('DROP FUNCTION fail_like_an_outage CASCADE');
});

it('does not mistake the text of an invalid document for an outage', async () => {
  const author = await followRemote('sly', early.ben);
  const headers = { 'content-type': 'application/activity+json' };
  remote.files.set('/not-queryable', { content: Buffer.from('not queryable'), headers });
  const note = newNote(author, { inReplyTo: `${remote.origin}/not-queryable` });
  await send(author, 'Create', note).expect(202);
  remote.documents.set('/users/sly', { '@context': context, id: 'not queryable', type: 'Person' });
  await send(author, 'Update', author.uri).expect(202);
  expect(await api.database.receivedActivity.count()).toBe(0);
});

it('drops a message over the limit of new accounts, and processes the next activities', async () => {
  const author = await followRemote('chatty', early.ben);
  const { id } = await api.database.user.findFirstOrThrow({ where: { username: author.handle } });
  await api.services.rateLimiter.consume('newAccountMessages', userKey(id), 10);
  const to = [actorUri(early.ann)];
  const message = newNote(author, { to, cc: [] });
  await send(author, 'Create', message).expect(202);
  expect(await api.database.receivedActivity.count()).toBe(0);
  expect(await api.database.remoteMessage.count({ where: { uri: message.id } })).toBe(0);
  const note = newNote(author);
  await send(author, 'Create', note).expect(202);
  expect(await findStored(note.id)).not.toBeNull();
});

it('counts a vote that arrived before the end of the poll, and was processed later', async () => {
  const { ann } = early;
  const voters = [
    await followRemote('punctual', early.ben),
    await followRemote('tardy', early.ben),
  ];
  const poll = { question: 'Which?', options: ['A', 'B'], multiple: false, durationMinutes: 60 };
  const fields = { content: 'Choose', poll: JSON.stringify(poll) };
  const { id } = await publish(api, ann, { fields });
  const minutesAgo = (count: number) => new Date(api.clock.now().getTime() - count * 60_000);
  const ended = { expiresAt: minutesAgo(2) };
  await api.database.poll.update({ where: { threadId: id }, data: ended });
  for (const [index, receivedAt] of [minutesAgo(3), minutesAgo(1)].entries()) {
    const voter = voters[index] ?? { uri: '' };
    const vote = { id: `${voter.uri}#vote`, type: 'Note', name: 'A', attributedTo: voter.uri };
    const object = { ...vote, to: actorUri(ann), inReplyTo: `https://${domain}/ap/objects/${id}` };
    const activity = { id: `${voter.uri}#vote/activity`, type: 'Create', object };
    await storeWaiting(voter, [activity], { receivedAt });
  }
  await api.services.federation?.processInbox();
  expect((await readThread(api, ann, id)).poll).toMatchObject({ totalVotes: 1 });
});

it('lists threads of other servers among all threads and in trends only if the setting allows it', async () => {
  const { ann, ben } = early;
  const author = await followRemote('trending');
  const createThread = async () => {
    const note = newNote(author);
    await send(author, 'Create', note).expect(202);
    const { threadId } = (await findStored(note.id)) ?? { threadId: '' };
    await actions.post(ben, `/threads/${threadId}/like`).expect(200);
    return threadId;
  };
  const listIds = async (path: string, user = ann) => {
    const response = await actions.read(user, path).expect(200);
    return (response.body as { content: { id: string }[] }).content.map(({ id }) => id);
  };
  const allow = async (listsRemoteThreads: boolean) => {
    const { siteSettings } = api.services;
    const { version, settings } = siteSettings.describe();
    const changed = { ...settings, listsRemoteThreads };
    await api.database.$transaction((tx) => siteSettings.save(tx, { version, settings: changed }));
    await siteSettings.load();
  };
  const hidden = await createThread();
  await allow(true);
  const shown = await createThread();
  await api.services.trending.refresh();
  expect(await listIds('/threads')).toContain(shown);
  expect(await listIds('/threads')).not.toContain(hidden);
  expect(await listIds('/threads/trending')).toContain(shown);
  const account = await api.database.user.findFirstOrThrow({ where: { username: author.handle } });
  await actions.block(ben, account.id).expect(200);
  expect(await listIds('/threads', ben)).not.toContain(shown);
  for (const limitedAt of [api.clock.now(), null]) {
    await api.database.user.update({ where: { id: account.id }, data: { limitedAt } });
    await api.services.threads.updateListing();
  }
  expect(await listIds('/threads')).toContain(shown);
  const where = { actorId: account.id, isListed: true };
  const countListed = async () => {
    await api.services.threads.unlistRemote();
    return api.database.feedEntry.count({ where });
  };
  expect(await countListed()).toBeGreaterThan(0);
  await allow(false);
  await api.services.trending.refresh();
  expect(await listIds('/threads')).not.toContain(shown);
  expect(await listIds('/threads/trending')).not.toContain(shown);
  expect(await countListed()).toBe(0);
});

it('reads each thread once to remove threads of other servers from the feed', async () => {
  const { ann, thread } = early;
  await api.database.execute(Prisma.sql`
    INSERT INTO feed_entries (key, actor_id, thread_id)
    SELECT uuidv7(), ${ann.id}::uuid, ${thread.id}::uuid FROM generate_series(1, 1500)`);
  const listed = await api.database.feedEntry.findMany({
    where: { isListed: true },
    orderBy: { key: 'desc' },
    take: 1000,
  });
  expect(await unlistRemote(api.database, highestId)).toBe(listed.at(-1)?.key);
  await api.database.feedEntry.deleteMany({
    where: { threadId: thread.id, key: { not: thread.id } },
  });
});

it('keeps a conversation that somebody uses while it is deleted', async () => {
  const author = await followRemote('slow');
  const root = newNote(author);
  const replies = Array.from({ length: 11 }, () => newNote(author, { inReplyTo: root.id }));
  for (const note of [root, ...replies]) await send(author, 'Create', note).expect(202);
  const stored = await Promise.all([root, ...replies].map(async ({ id }) => findStored(id)));
  const ids = stored.map((object) => object?.threadId ?? '');

  // The first transaction deletes the last replies.
  const database = Object.create(api.database) as typeof api.database;
  vi.spyOn(database, '$transaction').mockImplementationOnce(async (...args: unknown[]) => {
    await actions.post(early.ann, `/threads/${ids.at(-1)}/like`).expect(200);
    return Reflect.apply(api.database.$transaction, api.database, args) as unknown;
  });
  const clock = { now: () => new Date(api.clock.now().getTime() + 91 * dayMs) };
  const bus = { publish: () => undefined };
  await deleteUnusedRemoteThreads({ database, clock, bus }, 90);
  expect(database.$transaction).toHaveBeenCalled();
  const where = { id: { in: ids }, deletedAt: null };
  expect(await api.database.thread.count({ where })).toBe(ids.length);
});

it('deletes a conversation although one of its threads is locked for a moment', async () => {
  const author = await followRemote('locked');
  const root = newNote(author);
  const notes = [root, newNote(author, { inReplyTo: root.id })];
  for (const note of notes) await send(author, 'Create', note).expect(202);
  const stored = await Promise.all(notes.map(async ({ id }) => findStored(id)));
  const [rootId = '', replyId = ''] = stored.map((object) => object?.threadId);

  const { database } = api;
  const clock = { now: () => new Date(api.clock.now().getTime() + 91 * dayMs) };
  const bus = { publish: () => undefined };
  let deleting: Promise<void> | undefined;
  await database.$transaction(async (tx) => {
    await tx.query(Prisma.sql`SELECT FROM threads WHERE id = ${replyId}::uuid FOR UPDATE`);
    deleting = deleteUnusedRemoteThreads({ database, clock, bus }, 90);
    await Promise.race([deleting, untilLockWait(database)]);
  });
  await deleting;
  const where = { id: { in: [rootId, replyId] }, deletedAt: null };
  expect(await database.thread.count({ where })).toBe(0);
});

it('deletes old conversations of other servers that nobody here has taken part in', async () => {
  const { ann, ben } = early;
  const author = await followRemote('prolific');
  const createThread = async (fields: object = {}) => {
    const note = newNote(author, fields);
    await send(author, 'Create', note).expect(202);
    return { uri: note.id, id: (await findStored(note.id))?.threadId ?? '' };
  };
  const uses: Record<string, (replyId: string, rootId: string) => Promise<unknown>> = {
    like: async (id) => actions.post(ann, `/threads/${id}/like`).expect(200),
    bookmark: async (id) => actions.post(ann, `/threads/${id}/bookmark`).expect(200),
    repost: async (_, id) => actions.post(ann, `/threads/${id}/repost`).expect(200),
    reaction: async (id) =>
      actions.post(ann, `/threads/${id}/reaction?reactionType=wow`).expect(200),
    reply: async (id) => publish(api, ann, { fields: { content: 'Hi', parentThreadId: id } }),
    quote: async (id) =>
      actions
        .post(ann, '/threads/quote-repost')
        .send({ content: 'Look', quotedThreadId: id })
        .expect(201),
    vote: async (_, id) => {
      const { poll } = await readThread(api, ann, id);
      const optionIds = poll?.options.slice(0, 1).map((option) => option.id);
      return actions.post(ann, `/threads/${id}/poll/vote`).send({ optionIds }).expect(200);
    },
    report: async (id) =>
      actions
        .post(ben, '/reports')
        .send({ targetType: 'thread', targetId: id, reason: 'spam' })
        .expect(201),
    message: async (id) =>
      actions
        .post(ann, '/chat/send')
        .send({ receiverId: ben.id, content: 'Look', sharedThreadId: id })
        .expect(201),
    'draft of a reply': async (id) =>
      actions
        .post(ann, '/threads/drafts')
        .send({ parts: [{ content: 'Hi' }], parentThreadId: id })
        .expect(201),
    'draft of a quote': async (id) =>
      actions
        .post(ann, '/threads/drafts')
        .send({ parts: [{ content: 'Hi' }], quotedThreadId: id })
        .expect(201),
    'scheduled reply': async (id) =>
      actions
        .post(ann, '/threads/scheduled')
        .field({ content: 'Hi', parentThreadId: id })
        .field({ scheduledAt: new Date(api.clock.now().getTime() + 3_600_000).toISOString() })
        .expect(201),
  };
  const oneOf = ['A', 'B'].map((name) => ({ type: 'Note', name }));
  const endTime = new Date(api.clock.now().getTime() + 3_600_000).toISOString();
  const poll = { type: 'Question', oneOf, endTime };
  const used: string[] = [];
  for (const use of Object.values(uses)) {
    const { id, uri } = await createThread(poll);
    const canQuote = { automaticApproval: [everyone], manualApproval: [] };
    const reply = await createThread({ inReplyTo: uri, interactionPolicy: { canQuote } });
    await use(reply.id, id);
    used.push(id, reply.id);
  }
  const tag = [{ type: 'Mention', href: actorUri(ann), name: `@${ann.username}@${domain}` }];
  used.push((await createThread({ tag })).id);
  used.push((await createThread({ quote: objectUri(early.thread.id) })).id);
  const top = await createThread({ content: '#old' });
  const unused = [top.id, (await createThread({ inReplyTo: top.uri })).id];
  for (let index = 0; index < 30; index += 1) unused.push((await createThread()).id);
  const late = await createThread({ published: '1999-12-31T00:00:00Z' });
  const countStored = (ids: string[]) => api.database.thread.count({ where: { id: { in: ids } } });

  const { threads } = api.services;
  await threads.deleteUnusedRemote(90);
  expect(await countStored([...used, ...unused, late.id])).toBe(used.length + unused.length + 1);
  api.clock.advance(91 * 24 * 60 * 60 * 1000);
  const fresh = await createThread({ inReplyTo: late.uri });
  await api.database.remoteObject.update({
    where: { threadId: fresh.id },
    data: { retainedAt: api.clock.now() },
  });
  await threads.deleteUnusedRemote(0);
  expect(await countStored(unused)).toBe(unused.length);
  await threads.deleteUnusedRemote(90);
  expect(await countStored(unused)).toBe(0);
  expect(await countStored([...used, late.id, fresh.id])).toBe(used.length + 2);
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});
