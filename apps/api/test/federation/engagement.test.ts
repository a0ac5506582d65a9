import { randomUUID } from 'node:crypto';
import type { Thread } from '@skein/contracts/threads';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { TestApi } from '../support/api.ts';
import { publish, readThread } from '../support/factories/publish.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { createFederationActions } from './actions.ts';
import { deliver, everyone, newActivity, sendActivity, startInstance } from './instances.ts';
import { createNetwork, startRemoteServer } from './network.ts';
import type { ReceivedActivity, RemoteAccount, RemoteServer } from './network.ts';

const network = createNetwork();
const minuteMs = 60_000;

let api: TestApi;
let remote: RemoteServer;
let ann: User;
let actions: ReturnType<typeof createUserActions>;

beforeAll(async () => {
  [api, remote] = await Promise.all([
    startInstance(network, 'one.example', { handleDomain: 'handles.example' }),
    startRemoteServer(network, 'remote.example'),
  ]);
  actions = createUserActions(api);
});
beforeEach(async () => {
  // A test that moves the clock ends the sessions.
  ann = await createUser(api);
  await deliver(api);
  remote.received.length = 0;
});
afterAll(() => Promise.all([api.close(), remote.close()]));

const { actorUri, addFollower, followRemote, newNote, objectUri, receive, send } =
  createFederationActions(() => ({ api, remote, user: ann }));

const choices = (counts: Record<string, number>) =>
  Object.entries(counts).map(([name, totalItems]) => ({
    type: 'Note',
    name,
    replies: { type: 'Collection', totalItems },
  }));

const endTime = () => new Date(api.clock.now().getTime() + 60 * minuteMs).toISOString();

it('sends each option of a vote to the server of the poll, and shows the results it counts', async () => {
  const author = await followRemote('asking');
  const question = newNote(author, {
    type: 'Question',
    anyOf: choices({ Tea: 2, Coffee: 1, Water: 0 }),
    endTime: endTime(),
    votersCount: 2,
  });
  const { id, poll } = await receive(author, question);
  expect(poll).toMatchObject({
    totalVotes: 2,
    options: [{ optionText: 'Tea' }, { optionText: 'Coffee' }, { optionText: 'Water' }],
  });
  const optionIds = poll?.options.slice(0, 2).map((option) => option.id);
  const vote = () => actions.post(ann, `/threads/${id}/poll/vote`).send({ optionIds });
  await vote().expect(200);
  await vote().expect(409);
  const voted = await readThread(api, ann, id);
  expect(voted.poll).toMatchObject({
    totalVotes: 3,
    myOptionIds: optionIds,
    options: [{ votesCount: 3 }, { votesCount: 2 }, { votesCount: 0 }],
  });
  await deliver(api);
  const sent = (name: string) => ({
    type: 'Create',
    actor: actorUri(ann),
    to: author.uri,
    object: {
      type: 'Note',
      name,
      inReplyTo: question.id,
      attributedTo: actorUri(ann),
      to: author.uri,
    },
  });
  expect(remote.received).toMatchObject([sent('Tea'), sent('Coffee')]);

  const anyOf = choices({ Tea: 9, Coffee: 8, Water: 7 });
  const update = { ...question, anyOf, votersCount: 10, closed: api.clock.now().toISOString() };
  await send(author, 'Update', update).expect(202);
  expect((await readThread(api, ann, id)).poll).toMatchObject({
    totalVotes: 10,
    isClosed: true,
    myOptionIds: optionIds,
    options: [{ votesCount: 9 }, { votesCount: 8 }, { votesCount: 7 }],
  });
});

it('fetches the results of a poll of another server again when a user opens it after some minutes', async () => {
  const author = await followRemote('counting');
  const question = (votes: number, id: string) =>
    newNote(author, {
      id,
      type: 'Question',
      oneOf: choices({ Yes: votes, No: 0 }),
      endTime: endTime(),
      votersCount: votes,
    });
  const uri = `${author.uri}/statuses/${randomUUID()}`;
  const { pathname } = new URL(uri);
  const countRequests = () => remote.fetched.filter((path) => path === pathname).length;
  remote.addDocument(question(1, uri));
  const { id } = await receive(author, question(1, uri));
  const readVoters = async () => (await readThread(api, ann, id)).poll?.totalVotes;
  await vi.waitFor(() => expect(countRequests()).toBe(1), { timeout: 5000 });
  remote.addDocument(question(2, uri));
  expect(await readVoters()).toBe(1);
  api.clock.advance(5 * minuteMs);
  await vi.waitFor(async () => expect(await readVoters()).toBe(2), { timeout: 5000 });
  expect(countRequests()).toBe(2);
});

it('rejects a vote in a poll of another server by an account that other servers cannot find', async () => {
  const author = await followRemote('unfindable');
  const question = { type: 'Question', oneOf: choices({ Yes: 0, No: 0 }), endTime: endTime() };
  const { id, poll } = await receive(author, newNote(author, question));
  const hidden = await createUser(api);
  await api.database.user.update({ where: { id: hidden.id }, data: { isShownOutside: false } });
  const optionIds = [poll?.options[0]?.id];
  await actions.post(hidden, `/threads/${id}/poll/vote`).send({ optionIds }).expect(409);
  expect((await readThread(api, ann, id)).poll).toMatchObject({ totalVotes: 0 });
});

async function publishPoll(fields: { multiple?: boolean; audience?: string } = {}) {
  const { multiple = false, ...rest } = fields;
  const question = { question: 'Which?', options: ['A', 'B', 'C'], multiple, durationMinutes: 60 };
  const form = { content: 'Choose', poll: JSON.stringify(question), ...rest };
  const thread = await publish(api, ann, { fields: form });
  await deliver(api);
  return thread;
}

const vote = (account: RemoteAccount, threadId: string, name: string, changes: object = {}) => {
  const id = `${account.uri}#votes/${randomUUID()}`;
  const note = { id, type: 'Note', name, attributedTo: account.uri, to: actorUri(ann) };
  const object = { ...note, inReplyTo: objectUri(threadId), ...changes };
  return send(account, 'Create', object, { id: `${id}/activity` }).expect(202);
};

const readVotes = async (id: string) => {
  const { poll, repliesCount } = await readThread(api, ann, id);
  expect(repliesCount).toBe(0);
  return [poll?.totalVotes, ...(poll?.options.map(({ votesCount }) => votesCount) ?? [])];
};

it('counts the vote of an account of another server once, and announces the results some minutes later', async () => {
  const voter = remote.addAccount('voter');
  const { id } = await publishPoll();
  await vote(voter, id, 'B');
  // A second choice, an unknown option and the vote of somebody else.
  await vote(voter, id, 'A');
  const other = remote.addAccount('other-voter');
  await vote(other, id, 'D');
  await vote(other, id, 'A', { attributedTo: voter.uri });
  expect(await readVotes(id)).toEqual([1, 0, 1, 0]);
  await deliver(api);
  expect(remote.received).toEqual([]);

  api.clock.advance(2 * minuteMs);
  await vote(other, id, 'B');
  api.clock.advance(2 * minuteMs);
  await deliver(api);
  const oneOf = [0, 2, 0].map((totalItems) => ({ replies: { totalItems } }));
  const results = { id: objectUri(id), type: 'Question', votersCount: 2, oneOf };
  expect(remote.received).toMatchObject([
    { type: 'Update', actor: actorUri(ann), object: results },
  ]);
  expect(remote.received[0]?.object).not.toHaveProperty('closed');

  remote.received.length = 0;
  api.clock.advance(60 * minuteMs);
  await vote(remote.addAccount('late-voter'), id, 'A');
  await api.services.notifications.notifyEndedPolls();
  await deliver(api);
  const { expiresAt } = await api.database.poll.findFirstOrThrow({ where: { threadId: id } });
  const closed = expiresAt.toISOString();
  expect(remote.received).toMatchObject([
    { type: 'Update', object: { ...results, endTime: closed, closed } },
  ]);
});

it('adds the options of one account in a poll with multiple selection', async () => {
  const voter = remote.addAccount('choosing');
  const { id } = await publishPoll({ multiple: true });
  for (const name of ['A', 'C', 'C']) await vote(voter, id, name);
  expect(await readVotes(id)).toEqual([1, 1, 0, 1]);
});

it('does not count votes of accounts that may not see the poll', async () => {
  const voter = remote.addAccount('unseeing');
  const { id } = await publishPoll({ audience: 'followers' });
  await vote(voter, id, 'A');
  expect(await readVotes(id)).toEqual([0, 0, 0, 0]);
  const open = await publishPoll();
  const { userId } = await api.database.remoteActor.findFirstOrThrow({ where: { uri: voter.uri } });
  await actions.block(ann, userId).expect(200);
  await vote(voter, open.id, 'A');
  expect(await readVotes(open.id)).toEqual([0, 0, 0, 0]);
});

it('ends a poll with many voters who get no notification', async () => {
  const { id } = await publishPoll();
  const { id: pollId } = await api.database.poll.findFirstOrThrow({ where: { threadId: id } });
  // Each is more than one batch.
  await api.database.$executeRaw`
    WITH remote AS (
      INSERT INTO users (id, name, username, domain, is_shown_outside, message_permission)
      SELECT uuidv7(), 'Voter', 'voter' || i || '@many.example', 'many.example', false, 'nobody'
      FROM generate_series(1, 501) i RETURNING id
    ), muting AS (
      INSERT INTO users (id, email, name, username, password_hash)
      SELECT uuidv7(), 'muting' || i || '@x.org', 'Voter', 'muting' || i, 'x'
      FROM generate_series(1, 501) i RETURNING id
    ), mute AS (
      INSERT INTO thread_mutes (user_id, thread_id) SELECT id, ${id}::uuid FROM muting
    )
    INSERT INTO poll_ballots (poll_id, user_id)
    SELECT ${pollId}::uuid, id FROM (SELECT id FROM remote UNION ALL SELECT id FROM muting) voter`;
  await api.database.poll.update({ where: { id: pollId }, data: { votersCount: 1002 } });
  api.clock.advance(61 * minuteMs);
  await api.services.notifications.notifyEndedPolls();
  const poll = await api.database.poll.findFirstOrThrow({ where: { id: pollId } });
  expect(poll.announcedAt).not.toBeNull();
  const where = { threadId: id, type: 'poll_ended' } as const;
  expect(await api.database.notification.findMany({ where })).toMatchObject([
    { recipientId: ann.id },
  ]);
});

it('finds unknown accounts that a thread mentions, so that they get the thread', async () => {
  const dee = remote.addAccount('dee');
  const eve = remote.addAccount('eve');
  const content = `Hello @Dee@remote.example, @nobody@remote.example and @${ann.username}@handles.example`;
  const thread = await publish(api, ann, { fields: { content } });
  expect(thread).toMatchObject({
    content: `Hello @Dee@remote.example, @nobody@remote.example and @${ann.username}`,
    mentions: expect.arrayContaining([
      expect.objectContaining({ id: ann.id }),
      expect.objectContaining({ username: 'dee@remote.example' }),
    ]) as unknown,
  });
  await deliver(api);
  expect(remote.received).toMatchObject([
    {
      type: 'Create',
      object: {
        tag: expect.arrayContaining([
          { type: 'Mention', href: dee.uri, name: '@dee@remote.example' },
          { type: 'Mention', href: actorUri(ann), name: `@${ann.username}@handles.example` },
        ]) as unknown,
      },
    },
  ]);
  await actions.put(ann, `/threads/${thread.id}`).send({ content: 'Hello @eve@remote.example' });
  await deliver(api);
  expect(remote.received[1]).toMatchObject({
    object: { tag: [{ type: 'Mention', href: eve.uri }] },
  });
});

it('accepts reactions as Misskey and Pleroma send them, and other emoji as a like', async () => {
  const { id } = await publish(api, ann, { fields: { content: 'React' } });
  const react = (name: string, type: string, fields: object) => {
    const account = remote.addAccount(name);
    return send(account, type, objectUri(id), fields).expect(202);
  };
  const custom = {
    type: 'Emoji',
    name: ':blobcat:',
    icon: { type: 'Image', url: 'https://remote.example/b.png' },
  };
  await react('r1', 'Like', { content: '😮', _misskey_reaction: '😮' });
  await react('r2', 'Like', { _misskey_reaction: '❤' });
  await react('r3', 'Like', {
    content: ':blobcat:',
    _misskey_reaction: ':blobcat:',
    tag: [custom],
  });
  await react('r4', 'Like', {});
  const context = [
    'https://www.w3.org/ns/activitystreams',
    { EmojiReact: 'http://litepub.social/ns#EmojiReact' },
  ];
  await react('r5', 'EmojiReact', { '@context': context, content: '😂' });
  await react('r6', 'EmojiReact', { '@context': context, content: '🦀' });
  await react('r7', 'EmojiReact', { '@context': context, content: ':blobcat:', tag: [custom] });
  expect(await readThread(api, ann, id)).toMatchObject({
    likesCount: 4,
    reactions: { wow: 1, love: 1, laugh: 1 },
  });
});

it('receives reposts, likes and reactions, and their ends', async () => {
  const finn = await followRemote('finn');
  const { id } = await publish(api, ann, { fields: { content: 'Liked' } });
  const engage = (type: string, fields: object = {}) => ({
    ...newActivity(finn, type, objectUri(id)),
    ...fields,
  });
  const repost = engage('Announce');
  const like = engage('Like');
  const unknown = engage('EmojiReact', {
    '@context': [
      'https://www.w3.org/ns/activitystreams',
      { EmojiReact: 'http://litepub.social/ns#EmojiReact' },
    ],
    content: '🦀',
  });
  const reaction = engage('Like', { content: '😂', _misskey_reaction: '😂' });
  for (const activity of [repost, like, reaction, unknown]) {
    await sendActivity(api, finn, activity).expect(202);
    await sendActivity(api, finn, activity).expect(202);
  }
  const readCounts = async () => {
    const { repostsCount, likesCount, reactions } = await readThread(api, ann, id);
    return { repostsCount, likesCount, reactions };
  };
  expect(await readCounts()).toEqual({ repostsCount: 1, likesCount: 1, reactions: { laugh: 1 } });
  // The second like has replaced the first, and a repeated undo has no further effect.
  const undoReaction = newActivity(finn, 'Undo', reaction);
  for (const undo of [newActivity(finn, 'Undo', like), undoReaction, undoReaction]) {
    await sendActivity(api, finn, undo).expect(202);
  }
  expect(await readCounts()).toEqual({ repostsCount: 1, likesCount: 1, reactions: {} });
  // One without its id, and one by its id only.
  const { id: _, ...repostWithoutId } = repost;
  for (const object of [repostWithoutId, unknown.id]) {
    await send(finn, 'Undo', object).expect(202);
  }
  await sendActivity(api, finn, repost).expect(202);
  const none = { repostsCount: 0, likesCount: 0, reactions: {} };
  expect(await readCounts()).toEqual(none);
  // An undo that arrives first wins.
  const late = engage('Like');
  await send(finn, 'Undo', late.id).expect(202);
  await sendActivity(api, finn, late).expect(202);
  expect(await readCounts()).toEqual(none);

  // A repost of an unknown thread is in the feed, with the thread.
  const note = newNote(remote.addAccount('reposted'));
  remote.addDocument(note);
  await send(finn, 'Announce', note.id).expect(202);
  const feed = await actions.read(ann, '/threads?feed=following').expect(200);
  expect((feed.body as { content: Thread[] }).content).toMatchObject([
    { repostedBy: { username: finn.handle }, userUsername: 'reposted@remote.example' },
    { id },
  ]);
});

it('sends reposts, likes and reactions, and their ends', async () => {
  const gil = await followRemote('gil');
  await addFollower('reposts');
  const note = newNote(gil);
  const { id: threadId } = await receive(gil, note);
  for (const on of [true, false]) {
    await actions.post(ann, `/threads/${threadId}/like`).send({ on }).expect(200);
    await actions.post(ann, `/threads/${threadId}/repost`).send({ on }).expect(200);
    await actions
      .post(ann, `/threads/${threadId}/reaction?reactionType=wow`)
      .send({ on })
      .expect(200);
  }
  await deliver(api);
  const isRepost = ({ type, object }: ReceivedActivity) =>
    type === 'Announce' || (object as { type?: string }).type === 'Announce';
  const [repost, ...more] = remote.received.filter(isRepost);
  expect(repost).toMatchObject({ type: 'Announce', object: note.id, to: [everyone] });
  expect(more).toMatchObject([{ type: 'Undo', object: { id: repost?.id, type: 'Announce' } }]);
  expect(remote.received.filter((activity) => !isRepost(activity))).toMatchObject([
    { type: 'Like', object: note.id, to: [gil.uri] },
    { type: 'EmojiReact', content: '😮', object: note.id },
    { type: 'Undo', object: { type: 'Like', object: note.id } },
    { type: 'Undo', object: { type: 'EmojiReact', object: note.id } },
  ]);
});
