/* oxlint-disable max-lines -- All parts share the servers, whose start takes most of the time. */
import { findCounterDrift } from '@skein/db/testing';
import type { Thread } from '@skein/contracts/threads';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { lockAccounts } from '../../src/modules/users/index.ts';
import { sampleImage } from '../media/sample-images.ts';
import type { TestApi } from '../support/api.ts';
import { untilLockWait } from '../support/db/wait-for-lock.ts';
import { publish, readThread } from '../support/factories/publish.ts';
import { createUser } from '../support/factories/users.ts';
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

let api: TestApi;
let other: TestApi;
let remote: RemoteServer;
let ann: User;
let actions: ReturnType<typeof createUserActions>;

beforeAll(async () => {
  [api, other, remote] = await Promise.all([
    startInstance(network, 'one.example', { isIndexable: true }),
    startInstance(network, 'two.example'),
    startRemoteServer(network, 'remote.example'),
  ]);
  actions = createUserActions(api);
});
beforeEach(async () => {
  ann = await createUser(api);
  await deliver(api);
  remote.received.length = 0;
  remote.fetched.length = 0;
});
afterAll(() => Promise.all([api.close(), other.close(), remote.close()]));

const {
  actorUri,
  addFollower,
  findStored,
  followRemote,
  newNote,
  objectUri,
  readStored,
  receive,
  send,
} = createFederationActions(() => ({ api, remote, user: ann }));

it('sends a thread to the followers, with its edit and deletion', async () => {
  await addFollower('reader1');
  await addFollower('reader2');
  const fields = {
    content: 'Two\n\nparagraphs of #Knots',
    contentWarning: 'ropes',
    altText: 'A bowline',
    language: 'en',
  };
  const { id } = await publish(api, ann, { fields, files: [await sampleImage().png().toBuffer()] });
  await deliver(api);
  const followers = `${actorUri(ann)}/followers`;
  // Both followers have the same inbox.
  expect(remote.received).toMatchObject([
    {
      type: 'Create',
      actor: actorUri(ann),
      to: [everyone],
      cc: [followers],
      object: {
        id: objectUri(id),
        type: 'Note',
        attributedTo: actorUri(ann),
        summary: 'ropes',
        sensitive: true,
        to: [everyone],
        contentMap: { en: expect.stringContaining('<p>Two</p><p>paragraphs') as string },
        tag: [{ type: 'Hashtag', name: '#knots' }],
        attachment: [
          { type: 'Document', name: 'A bowline', blurhash: expect.any(String) as string },
        ],
      },
    },
  ]);

  await actions.put(ann, `/threads/${id}`).send({ content: 'One' }).expect(200);
  await actions.remove(ann, `/threads/${id}`).expect(200);
  await deliver(api);
  // The edit was overtaken by the deletion.
  expect(remote.received.slice(1)).toMatchObject([
    { type: 'Delete', object: { id: objectUri(id), type: 'Tombstone' } },
  ]);
  const deleted = await api.request.get(`/ap/objects/${id}`).expect(410);
  expect(deleted.body).toMatchObject({ type: 'Tombstone', id: objectUri(id) });
});

it('sends an edit and a poll', async () => {
  await addFollower('voter');
  const poll = JSON.stringify({ question: 'Which?', options: ['A', 'B'], durationMinutes: 60 });
  const { id } = await publish(api, ann, { fields: { content: 'Choose', poll } });
  await actions.put(ann, `/threads/${id}`).send({ content: 'Choose one' }).expect(200);
  await deliver(api);
  const question = { id: objectUri(id), type: 'Question', votersCount: 0 };
  expect(remote.received).toMatchObject([
    {
      type: 'Create',
      object: { ...question, oneOf: [{ type: 'Note', name: 'A' }, { name: 'B' }] },
    },
    { type: 'Update', object: { ...question, content: '<p>Choose one</p><p>Which?</p>' } },
  ]);
});

it('delivers mentions of known accounts of other servers', async () => {
  const zoe = await addFollower('zoe', await createUser(api));
  const fields = { content: 'Hello @Zoe@remote.example and @nobody@remote.example' };
  const thread = await publish(api, ann, { fields });
  expect(thread.mentions).toMatchObject([{ username: 'zoe@remote.example' }]);
  await deliver(api);
  expect(remote.received).toMatchObject([
    {
      type: 'Create',
      cc: [`${actorUri(ann)}/followers`, zoe.uri],
      object: {
        content: expect.stringContaining(
          'Hello <span class="h-card"><a href="https://remote.example/@zoe" class="u-url mention">@<span>Zoe</span></a></span> and @nobody',
        ) as string,
        tag: [{ type: 'Mention', href: zoe.uri, name: '@zoe@remote.example' }],
      },
    },
  ]);
});

it('serves threads for followers only to servers with an approved follower', async () => {
  const ben = await addFollower('ben');
  const fields = { content: 'Only for followers', audience: 'followers' };
  const { id } = await publish(api, ann, { fields });
  await deliver(api);
  expect(remote.received).toMatchObject([{ to: [`${actorUri(ann)}/followers`], cc: [] }]);
  const stranger = await startRemoteServer(network, 'stranger.example');
  const get = (threadId: string, account: RemoteAccount | null) => {
    const url = new URL(objectUri(threadId));
    const headers = account === null ? {} : signGet(account, url);
    return api.request.get(url.pathname).set({ accept: activityType, ...headers });
  };
  expect((await get(id, null)).status).toBe(404);
  expect((await get(id, stranger.addAccount('eve'))).status).toBe(404);
  // The key of another server's account.
  expect((await get(id, { ...stranger.addAccount('eve'), keyId: ben.keyId })).status).toBe(404);
  const served = await get(id, ben).expect(200);
  expect(served.body).toMatchObject({ id: objectUri(id), to: [`${actorUri(ann)}/followers`] });
  expect(served.headers['cache-control']).toBe('private, no-store');
  await stranger.close();
});

const list = async (by: User, path: string): Promise<Thread[]> => {
  const response = await actions.read(by, path).expect(200);
  const body = response.body as Thread[] | { content: Thread[] };
  return Array.isArray(body) ? body : body.content;
};

it('shows threads of followed accounts, with their edits until they are deleted', async () => {
  const cleo = await followRemote('cleo');
  const note = newNote(cleo, {
    content:
      'See <strong>this</strong> <a href="https://knots.example/a" onclick="x()">page</a><script>x()</script></p><ul><li>One</li><li>Two</li></ul><p>' +
      '<a href="https://remote.example/tags/Ropes" class="mention hashtag" rel="tag">#<span>Ropes</span></a>',
    summary: 'Knots',
    sensitive: true,
    contentMap: { en: 'x' },
    tag: [{ type: 'Hashtag', name: '#Ropes', href: 'https://remote.example/tags/ropes' }],
    attachment: [
      {
        type: 'Document',
        mediaType: 'image/png',
        url: 'https://remote.example/a.png',
        name: 'A knot',
        blurhash: 'LEHV6nWB2yk8pyo0adR*.7kCMdnj',
        focalPoint: [0.5, -0.5],
        width: 800,
        height: 600,
      },
      { type: 'Document', url: 'javascript:alert(1)' },
    ],
  });
  const activity = newActivity(cleo, 'Create', note);
  // The same activity has no further effect.
  await Promise.all([sendActivity(api, cleo, activity), sendActivity(api, cleo, activity)]);
  const [thread, ...more] = await list(ann, '/threads?feed=following');
  expect(more).toEqual([]);
  const page = note.url;
  expect(thread).toMatchObject({
    content: 'See this page (https://knots.example/a)\n\n• One\n• Two\n\n#Ropes',
    contentWarning: 'Knots',
    isSensitive: true,
    language: 'en',
    userUsername: cleo.handle,
    userEmail: cleo.handle,
    hashtags: ['ropes'],
    remote: {
      url: page,
      richText: [
        {
          tag: 'p',
          children: [
            'See ',
            { tag: 'strong', children: ['this'] },
            ' ',
            { tag: 'a', href: 'https://knots.example/a', children: ['page'] },
          ],
        },
        { tag: 'ul', children: [{ tag: 'li', children: ['One'] }, { tag: 'li' }] },
        { tag: 'p', children: ['#Ropes'] },
      ],
      attachments: [],
    },
    media: [
      {
        mediaType: 'image',
        mediaUrl: expect.stringMatching(/^\/media\/[0-9a-f]{32}\/original\.webp$/) as string,
        altText: 'A knot',
        focus: { x: 0.5, y: -0.5 },
      },
    ],
  });
  const id = thread?.id ?? '';
  expect(await list(ann, `/users/${cleo.handle}/threads`)).toMatchObject([{ id }]);
  expect(await list(ann, '/threads/hashtag/ropes')).toMatchObject([{ id }]);
  // The thread is not among all threads, and visitors do not see it.
  expect((await list(ann, '/threads')).map((each) => each.id)).not.toContain(id);
  const visit = await api.request.get(`/thread/${id}`).set('Accept', activityType);
  expect(visit.status).toBe(404);

  // Nobody but the author can change it.
  const mallory = await followRemote('mallory');
  const now = api.clock.now();
  const edited = {
    ...note,
    content: '<p>Changed</p>',
    attachment: [],
    updated: now.toISOString(),
  };
  await send(mallory, 'Update', edited).expect(202);
  await send(mallory, 'Delete', note.id).expect(202);
  expect(await readThread(api, ann, id)).toMatchObject({ editedAt: null });
  await send(cleo, 'Update', edited).expect(202);
  expect(await readThread(api, ann, id)).toMatchObject({
    content: 'Changed',
    editedAt: edited.updated,
    remote: { richText: null, attachments: [] },
  });
  // An earlier edit that arrives later.
  const updated = new Date(now.getTime() - 1000).toISOString();
  const earlier = { ...edited, content: '<p>Earlier</p>', updated };
  await send(cleo, 'Update', earlier).expect(202);
  expect(await readThread(api, ann, id)).toMatchObject({ content: 'Changed' });
  expect(await list(ann, `/threads/${id}/history`)).toHaveLength(1);
  await send(cleo, 'Delete', { id: note.id, type: 'Tombstone' }).expect(202);
  await actions.read(ann, `/threads/${id}`).expect(404);
  await send(cleo, 'Create', note).expect(202);
  expect(await findStored(note.id)).toBeNull();
});

it('ignores what nobody here has asked for, and what was deleted before', async () => {
  const stranger = remote.addAccount('stranger');
  const note = newNote(stranger);
  await send(stranger, 'Create', note).expect(202);
  expect(await findStored(note.id)).toBeNull();
  const known = await followRemote('deleting');
  const late = newNote(known);
  await send(known, 'Delete', late.id).expect(202);
  await send(known, 'Create', late).expect(202);
  expect(await findStored(late.id)).toBeNull();
  // A deletion that arrives while the thread is being stored.
  const early = newNote(known);
  const { userId } = await api.database.remoteActor.findFirstOrThrow({
    where: { uri: known.uri },
    select: { userId: true },
  });
  const { responses } = await api.database.$transaction(async (tx) => {
    await lockAccounts(tx, [userId]);
    const creation = send(known, 'Create', early).then((sent) => sent);
    await untilLockWait(api.database);
    // The activities of an account are processed in order.
    const deletion = send(known, 'Delete', early.id).then((sent) => sent);
    return { responses: [creation, deletion] };
  });
  for (const { status } of await Promise.all(responses)) expect(status).toBe(202);
  expect(await findStored(early.id)).toBeNull();
  // A message is no thread.
  const direct = newNote(known, { to: [actorUri(ann)], cc: [] });
  await send(known, 'Create', direct).expect(202);
  expect(await findStored(direct.id)).toBeNull();
  const followers = newNote(known, { to: [`${known.uri}/followers`], cc: [] });
  await send(known, 'Create', followers).expect(202);
  const stored = await findStored(followers.id);
  expect(await readThread(api, ann, stored?.threadId ?? '')).toMatchObject({
    audience: 'followers',
  });
  await actions.read(await createUser(api), `/threads/${stored?.threadId ?? ''}`).expect(404);
});

it('notifies mentioned users and authors of replies, and answers the other server', async () => {
  const ben = remote.addAccount('replying');
  const { id } = await publish(api, ann, { fields: { content: 'A question' } });
  const content = `<span class="h-card"><a href="https://one.example/profile/${ann.username}" class="u-url mention">@<span>${ann.username}</span></a></span> An answer`;
  const tag = [
    { type: 'Mention', href: actorUri(ann), name: `@${ann.username}@one.example` },
    { type: 'Mention', href: 'https://elsewhere.example/u/1', name: '@zed@elsewhere.example' },
  ];
  const note = newNote(ben, { content, tag, inReplyTo: objectUri(id) });
  await send(ben, 'Create', note).expect(202);
  const [reply] = await list(ann, `/threads/${id}/replies`);
  expect(reply).toMatchObject({
    content: `@${ann.username} An answer`,
    parentThreadId: id,
    userUsername: ben.handle,
    mentions: [{ id: ann.id }],
  });
  const notifications = await actions.read(ann, '/notifications').expect(200);
  expect(notifications.body).toMatchObject({
    content: [{ type: 'reply', thread: { id: reply?.id } }],
  });

  await publish(api, ann, { fields: { content: 'Thanks', parentThreadId: reply?.id ?? '' } });
  await deliver(api);
  expect(remote.received).toMatchObject([
    { type: 'Create', object: { inReplyTo: note.id, tag: [{ type: 'Mention', href: ben.uri }] } },
  ]);
  // The author has blocked the account.
  await actions.block(ann, reply?.userId ?? '').expect(200);
  const blocked = newNote(ben, { inReplyTo: objectUri(id) });
  await send(ben, 'Create', blocked).expect(202);
  expect(await findStored(blocked.id)).toBeNull();
});

it('finds a thread by the address of its document or page', async () => {
  const author = remote.addAccount('linked');
  // PostgreSQL cannot store NUL.
  const href = 'https://r.example/u';
  const note = newNote(author, {
    content: `<b>Found</b> by <a class="mention" href="${href}">@u</a>`,
    tag: [{ type: 'Mention', href, name: '@u@r.\0example' }],
  });
  remote.addDocument(note);
  const page = new URL(note.url);
  remote.documents.set(page.pathname, note);
  const search = async (q: string) => list(ann, `/threads/search?q=${encodeURIComponent(q)}`);
  expect(await search(page.href)).toMatchObject([{ content: 'Found by @u@r.example' }]);
  expect(await search(note.id)).toMatchObject([{ userUsername: author.handle }]);
  expect(remote.fetched.filter((path) => path === page.pathname)).toHaveLength(1);
  expect(await search(`${remote.origin}/nothing`)).toEqual([]);
  // A thread for followers is not shown to others.
  const hidden = newNote(author, { to: [`${author.uri}/followers`], cc: [] });
  remote.addDocument(hidden);
  expect(await search(hidden.id)).toEqual([]);
});

it('fetches the missing threads above a reply, once an hour', async () => {
  const dora = await followRemote('dora');
  const author = remote.addAccount('author');
  const day = 24 * 60 * 60 * 1000;
  const published = new Date(api.clock.now().getTime() - 3 * day).toISOString();
  const above: ReturnType<typeof newNote>[] = [];
  for (let level = 0; level < 3; level += 1) {
    const note = newNote(author, {
      published,
      inReplyTo: above.at(-1)?.id,
      content: `<p>${level}</p>`,
    });
    remote.addDocument(note);
    above.push(note);
  }
  const note = newNote(dora, { inReplyTo: above.at(-1)?.id });
  await send(dora, 'Create', note).expect(202);
  const stored = await findStored(note.id);
  const reply = await readThread(api, ann, stored?.threadId ?? '');
  expect(reply).toMatchObject({ threadLevel: 3, replyingTo: { username: author.handle } });
  const ancestors = await list(ann, `/threads/${reply.id}/ancestors`);
  expect(ancestors).toMatchObject([
    { content: '0', createdAt: published },
    { content: '1' },
    { content: '2' },
  ]);
  expect(await list(ann, '/threads?feed=following')).toEqual([]);

  // The parent refers to itself, and does not exist on the other server.
  const missing = `${author.uri}/statuses/missing`;
  for (const _ of [1, 2]) {
    const orphan = newNote(dora, { inReplyTo: missing, conversation: 'tag:1' });
    await send(dora, 'Create', orphan).expect(202);
    expect(await findStored(orphan.id)).not.toBeNull();
  }
  expect(remote.fetched.filter((path) => path === '/users/author/statuses/missing')).toHaveLength(
    1,
  );
  // The sender has chosen the name of the conversation, so it must not matter to other servers.
  const key = 'ancestors:remote.example:tag:1';
  expect(await api.database.federationValue.count({ where: { key } })).toBe(1);
  const cycle = newNote(author);
  const loop = newNote(author, { inReplyTo: cycle.id });
  remote.addDocument({ ...cycle, inReplyTo: loop.id });
  remote.addDocument(loop);
  await send(dora, 'Create', newNote(dora, { inReplyTo: loop.id })).expect(202);
});

it('counts all documents that a reply makes it fetch, and fetches no author after a minute', async () => {
  const dora = await followRemote('dora2');
  const top = newNote(remote.addAccount('slow'));
  const middle = newNote(remote.addAccount('skipped'), { inReplyTo: top.id });
  remote.addDocument(top);
  remote.addDocument(middle);
  remote.fetched.length = 0;
  const consume = vi.spyOn(api.services.rateLimiter, 'consume');
  const now = performance.now.bind(performance);
  const clock = vi
    .spyOn(performance, 'now')
    .mockImplementation(() => now() + (remote.fetched.includes('/users/slow') ? 60_000 : 0));
  const reply = newNote(dora, { inReplyTo: middle.id });
  await send(dora, 'Create', reply).expect(202);
  clock.mockRestore();
  const counted = consume.mock.calls.filter(
    ([limit, key]) => limit === 'federationFetches' && key === 'server:remote.example',
  );
  consume.mockRestore();
  expect(remote.fetched).not.toContain('/users/skipped');
  const stored = await findStored(reply.id);
  expect(await readThread(api, ann, stored?.threadId ?? '')).toMatchObject({ threadLevel: 0 });
  // Two threads, an account, and its handle.
  expect(remote.fetched).toHaveLength(4);
  expect(counted).toHaveLength(4);
});

it('stores old threads with their time, and none in the future', async () => {
  const old = await followRemote('old');
  for (const [published, year] of [
    ['1970-01-01T00:00:00Z', '1970'],
    ['1901-01-01T00:00:00Z', '1970'],
    ['9999-12-31T23:59:59Z', String(api.clock.now().getUTCFullYear())],
  ] as const) {
    const note = newNote(old, { published });
    await send(old, 'Create', note).expect(202);
    const { threadId } = (await findStored(note.id)) ?? { threadId: '' };
    const { createdAt } = await readThread(api, ann, threadId);
    expect(createdAt.slice(0, 4)).toBe(year);
  }
  expect(await list(ann, '/threads?feed=following')).toHaveLength(1);
});

it('survives bad input', async () => {
  const eve = await followRemote('eve');
  const many = Array.from({ length: 1500 }, (_, index) => ({
    type: 'Mention',
    href: `https://r.example/${index}`,
    name: `@u${index}@r.example`,
  }));
  const before = await api.database.remoteObject.count();
  const foreign = 'https://elsewhere.example/1';
  const unchanged = [
    newNote(eve, { id: foreign }),
    newNote(eve, { attributedTo: foreign }),
    newNote(eve, { id: `${eve.uri}/${'a'.repeat(10_000)}` }),
    newNote(eve, { type: 'Person' }),
    newNote(eve, { attributedTo: 5 }),
    'https://remote.example/only-an-id',
    5,
    [],
    [[]],
    null,
  ];
  for (const object of unchanged) {
    const { status } = await send(eve, 'Create', object);
    expect([202, 400, 403]).toContain(status);
  }
  expect(await api.database.remoteObject.count()).toBe(before);
  const stored: object[] = [
    { type: ['Note', 'Object'], tag: many },
    { tag: 'text', attachment: [5, { type: [] }], contentMap: [], summary: {}, url: [{ href: 5 }] },
    {
      content: '\u202Etext\u0007\u0085',
      inReplyTo: { id: 5 },
      published: 5,
      language: 'x'.repeat(99),
    },
    { content: '<div>'.repeat(2000), inReplyTo: `${eve.uri}/${'a'.repeat(10_000)}` },
    { content: 'word '.repeat(20_000) },
    { type: 'Question', oneOf: [{ name: 5 }, 'text', { name: 'A', replies: { totalItems: -1 } }] },
    {
      to: everyone,
      cc: 5,
      tag: [[{ type: 'Mention' }], { type: 'Hashtag', name: '#'.repeat(999) }],
    },
  ];
  for (const fields of stored) {
    const note = newNote(eve, fields);
    await send(eve, 'Create', note).expect(202);
    const { threadId } = (await findStored(note.id)) ?? { threadId: '' };
    const { content } = await readThread(api, ann, threadId);
    expect(Array.from(content).length).toBeLessThanOrEqual(50_000);
  }
  // Parts without an effect are not even parsed: this one would be invalid.
  const note = newNote(eve);
  await send(eve, 'Create', note, { tag: { '@value': {} } }).expect(202);
  expect(await findStored(note.id)).not.toBeNull();
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});

const canReply = (...automaticApproval: string[]) => ({
  interactionPolicy: { canReply: { automaticApproval, manualApproval: [everyone] } },
});

/** A thread whose author must approve a reply or not, and that the user has answered. */
async function startConversation(author: RemoteAccount, policy: object) {
  const tag = [{ type: 'Mention', href: actorUri(ann), name: '@ann' }];
  const note = newNote(author, { tag, ...policy });
  const { id: parentThreadId } = await receive(author, note);
  const { id } = await publish(api, ann, { fields: { content: 'Reply', parentThreadId } });
  await deliver(api);
  return { note, parentThreadId, id };
}

/** The types of what the other server has received since the last call. */
const takeTypes = () => remote.received.splice(0).map(({ type }) => type);

it('sends edits of a reply to all who have it, even if its approval is required later', async () => {
  const author = remote.addAccount('closing');
  // It has an inbox of its own, unlike the author.
  await addFollower('fan', ann, { endpoints: {} });
  const { note, id } = await startConversation(author, canReply(everyone));
  expect(takeTypes()).toEqual(['Create', 'Create']);
  await send(author, 'Update', { ...note, ...canReply(author.uri) }).expect(202);
  expect((await readStored(note.id)).remote).toMatchObject({ approvesReplies: true });
  await actions.put(ann, `/threads/${id}`).send({ content: 'Edited' }).expect(200);
  await deliver(api);
  expect(takeTypes()).toEqual(['Update', 'Update']);

  // An approval that ends does not take the reply from those who have it.
  const approved = await startConversation(author, canReply(author.uri));
  expect(takeTypes()).toEqual(['ReplyRequest']);
  const reply = objectUri(approved.id);
  await send(author, 'Accept', reply, { result: `${author.uri}/authorizations/1` }).expect(202);
  await deliver(api);
  expect(takeTypes()).toEqual(['Create', 'Create']);
  await send(author, 'Reject', reply).expect(202);
  await actions.put(ann, `/threads/${approved.id}`).send({ content: 'Edited' }).expect(200);
  await deliver(api);
  expect(takeTypes()).toEqual(['Update', 'Update']);
});

it('sends a waiting reply when it needs no approval any more', async () => {
  const author = remote.addAccount('opening');
  await addFollower('fan2', ann, { endpoints: {} });
  const opened = await startConversation(author, canReply(author.uri));
  const ended = await startConversation(author, canReply(author.uri));
  const hidden = await publish(api, ann, {
    fields: { content: 'Hidden', parentThreadId: opened.parentThreadId },
  });
  await deliver(api);
  expect(takeTypes()).toEqual(['ReplyRequest', 'ReplyRequest', 'ReplyRequest']);
  await send(author, 'Reject', objectUri(hidden.id)).expect(202);
  await send(author, 'Update', { ...opened.note, ...canReply(everyone) }).expect(202);
  await deliver(api);
  expect(remote.received.map(({ object }) => object)).toMatchObject(
    Array.from({ length: 2 }, () => ({ id: objectUri(opened.id), content: '<p>Reply</p>' })),
  );
  expect(takeTypes()).toEqual(['Create', 'Create']);
  await send(author, 'Update', { ...opened.note, ...canReply(everyone) }).expect(202);
  await deliver(api);
  expect(takeTypes()).toEqual([]);
  await send(author, 'Delete', ended.note.id).expect(202);
  for (const { id } of [opened, ended]) {
    await actions.put(ann, `/threads/${id}`).send({ content: 'Edited' }).expect(200);
  }
  await deliver(api);
  expect(takeTypes().toSorted()).toEqual(['Create', 'Create', 'Update', 'Update']);
});

it('creates a waiting reply once if it was edited before it needs no approval any more', async () => {
  const author = remote.addAccount('relenting');
  await addFollower('fan3', ann, { endpoints: {} });
  const { id, note } = await startConversation(author, canReply(author.uri));
  expect(takeTypes()).toEqual(['ReplyRequest']);
  await actions.put(ann, `/threads/${id}`).send({ content: 'Edited' }).expect(200);
  await send(author, 'Update', { ...note, ...canReply(everyone) }).expect(202);
  await deliver(api);
  expect(takeTypes().toSorted()).toEqual(['Create', 'Create', 'Update', 'Update']);
});

it('asks to approve a reply and deletes it through the same inbox', async () => {
  const author = remote.addAccount('asked');
  const takeInboxes = async () => {
    await api.services.federation?.processEvents();
    const waiting = await api.database.federationDelivery.findMany({ select: { inbox: true } });
    await deliver(api);
    return waiting.map(({ inbox }) => inbox);
  };
  const { parentThreadId } = await startConversation(author, canReply(author.uri));
  const fields = { content: 'Again', parentThreadId };
  const { id } = await publish(api, ann, { fields });
  expect(await takeInboxes()).toEqual([`${remote.origin}/inbox`]);
  await actions.remove(ann, `/threads/${id}`).expect(200);
  expect(await takeInboxes()).toEqual([`${remote.origin}/inbox`]);
});

it('asks nobody to approve a reply for mentioned users, and does not say so', async () => {
  const [author, bob] = [remote.addAccount('discreet'), remote.addAccount('bob')];
  await send(bob, 'Follow', actorUri(ann)).expect(202);
  const to = [actorUri(ann), bob.uri];
  const tag = to.map((href) => ({ type: 'Mention', href }));
  const note = newNote(author, { to, cc: [], tag, ...canReply(author.uri) });
  const parent = await receive(author, note);
  expect(parent).toMatchObject({ audience: 'mentioned', remote: { approvesReplies: false } });
  await deliver(api);
  remote.received.length = 0;
  await publish(api, ann, { fields: { content: 'To you', parentThreadId: parent.id } });
  await deliver(api);
  expect(takeTypes()).toEqual(['Create']);
});

it('shows nothing of other servers to search engines, feed readers and pages that embed threads', async () => {
  const author = await followRemote('elsewhere');
  const tag = [{ type: 'Hashtag', name: '#imported' }];
  const note = newNote(author, { content: '<p>Only for members #imported</p>', tag });
  const { id } = await receive(author, note);
  const own = await publish(api, ann, { fields: { content: 'For everyone #imported' } });

  const url = (threadId: string) => `https://one.example/thread/${threadId}`;
  await api.request
    .get('/api/oembed')
    .query({ url: url(own.id) })
    .expect(200);
  await api.request
    .get('/api/oembed')
    .query({ url: url(id) })
    .expect(404);
  await api.request.get(`/embed/thread/${own.id}`).expect(200);
  await api.request.get(`/embed/thread/${id}`).expect(404);
  await api.request.get(`/profile/${ann.username}/feed.atom`).expect(200);
  await api.request.get(`/profile/${author.handle}/feed.atom`).expect(404);
  const lists = ['/hashtag/imported/feed.atom', '/sitemap-threads.xml', '/sitemap-profiles.xml'];
  for (const path of lists) {
    const { text } = await api.request.get(path).expect(200);
    expect([path, text.includes(path.includes('profiles') ? ann.username : own.id)]).toEqual([
      path,
      true,
    ]);
    for (const part of [id, 'Only for members', author.handle]) expect(text).not.toContain(part);
  }
  for (const path of [`/thread/${id}`, `/profile/${author.handle}`]) {
    const { text } = await api.request.get(path).set('Accept', 'text/html');
    expect(text).not.toContain('Only for members');
    expect(text).not.toContain('og:title');
  }
});

it('connects two instances', async () => {
  const cat = await createUser(other);
  const others = createUserActions(other);
  const query = `@${ann.username}@one.example`;
  const found = await others.read(cat, `/users/search?q=${query}`).expect(200);
  const [{ id } = { id: '' }] = found.body as { id: string }[];
  await others.follow(cat, id).expect(200);
  await deliver(other, api, other);
  const { id: threadId } = await publish(api, ann, {
    fields: { content: 'To another instance' },
    files: [await sampleImage().png().toBuffer()],
  });
  await deliver(api);
  const feed = await others.read(cat, '/threads?feed=following').expect(200);
  const [copy] = (feed.body as { content: Thread[] }).content;
  expect(copy).toMatchObject({
    content: 'To another instance',
    remote: { url: `https://one.example/thread/${threadId}` },
    media: [{ mediaType: 'image' }],
  });
  const parentThreadId = copy?.id ?? '';
  await publish(other, cat, { fields: { content: 'From there', parentThreadId } });
  await others.post(cat, `/threads/${parentThreadId}/like`).send({ on: true }).expect(200);
  await deliver(other);
  expect(await list(ann, `/threads/${threadId}/replies`)).toMatchObject([
    { content: 'From there', userUsername: `${cat.username}@two.example` },
  ]);
  expect(await readThread(api, ann, threadId)).toMatchObject({ likesCount: 1, repliesCount: 1 });
  await actions.remove(ann, `/threads/${threadId}`).expect(200);
  await deliver(api);
  const deleted = await others.read(cat, `/threads/${parentThreadId}`).expect(200);
  expect(deleted.body).toMatchObject({ isDeleted: true });
  // Nothing of the thread is left but its place in the conversation.
  const where = { threadId: parentThreadId };
  const select = { url: true, richText: true };
  const object = await other.database.remoteObject.findFirst({ where, select });
  expect(object).toEqual({ url: null, richText: null });
  expect(await other.database.remoteAttachment.count({ where })).toBe(0);
  expect(await other.database.remoteMedia.count({ where: { kind: 'attachment' } })).toBe(0);
});
