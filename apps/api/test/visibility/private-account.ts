import type { Audience } from '@skein/contracts/threads';
import { Prisma } from '@skein/db';
import { newId } from '../../src/platform/ids.ts';
import { sampleImage } from '../media/sample-images.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';

const { sql } = Prisma;

/** A viewer of the private account. Each kind has another relation to its owner. */
export interface Viewer {
  kind: string;
  /** Null without a session. */
  user: User | null;
  /** Whether they may see the owner's threads. */
  canRead: boolean;
}

/** The ids in requests: of a private account, or, for comparison, of nothing that exists. */
export interface Target {
  userId: string;
  username: string;
  threadId: string;
  pollThreadId: string;
  optionId: string;
  replyId: string;
  messageId: string;
  requestId: string;
  sessionId: string;
  mediaUrl: string;
}

export interface PrivateAccountScenario {
  owner: User;
  viewers: Viewer[];
  target: Target;
  /** A thread of a public user that the owner replied to, quoted and reposted. */
  publicThreadId: string;
  /** Visible only to the owner and approved followers. */
  followerContent: string[];
  /** Visible only to the owner. */
  ownerContent: string[];
  users: User[];
  /** Whether only the threads are hidden, not the account, its followers and its messages. */
  isAccountVisible: boolean;
}

const ownerContent = ['zorbamail', '555-0199', '1984-04-04'];

const followerContent = [
  'zorbathread',
  'zorbatag',
  'zorbaalt',
  'zorbaearlier',
  'zorbapoll',
  'zorbaoption',
  'zorbareply',
  'zorbaquote',
  'zorbabelow',
  'zorbamessage',
  'zorbabio',
  'zorbafield',
  'zorbaplace',
  'zorbasite',
];

/**
 * Users without access. The request of the former follower to follow again was rejected.
 */
const nonFollowers = ['stranger', 'pending', 'ex-follower', 'blocked', 'blocker'];

/**
 * An account that became private after other users replied to, quoted, reposted, liked, bookmarked,
 * voted and followed.
 */
export function createPrivateAccount(api: TestApi): Promise<PrivateAccountScenario> {
  return createHiddenAccount(api, { isLimited: false });
}

/** The same, of a public account that a moderator has limited: nobody has to ask to follow it. */
export function createLimitedAccount(api: TestApi): Promise<PrivateAccountScenario> {
  return createHiddenAccount(api, { isLimited: true });
}

/** Content that the audience of threads does not hide. `zorbabelow` is also the text of a follower's own reply. */
const visibleContent = new Set([
  'zorbabio',
  'zorbafield',
  'zorbaplace',
  'zorbasite',
  'zorbamessage',
  'zorbabelow',
]);

/** The same, of a public account. */
export async function createPublicAccount(api: TestApi): Promise<PrivateAccountScenario> {
  const scenario = await createHiddenAccount(api, { isLimited: true });
  await api.database.user.update({ where: { id: scenario.owner.id }, data: { limitedAt: null } });
  return scenario;
}

/** Gives the threads of a public account another audience, and the replies to them. */
export async function limitAudience(
  { database }: TestApi,
  scenario: PrivateAccountScenario,
  audience: Exclude<Audience, 'public'>,
): Promise<PrivateAccountScenario> {
  const { owner } = scenario;
  // Other users could not have quoted, liked and reposted them.
  const rows = await database.query<{ id: string }>(sql`
    UPDATE threads SET audience = ${audience}::audience
    WHERE author_id = ${owner.id}::uuid
      OR root_id IN (SELECT id FROM threads WHERE author_id = ${owner.id}::uuid)
    RETURNING id`);
  const threadId = { in: rows.map(({ id }) => id) };
  await database.feedEntry.updateMany({ where: { threadId }, data: { isListed: false } });
  await database.threadHashtag.updateMany({ where: { threadId }, data: { isListed: false } });
  await database.searchDocument.updateMany({ where: { threadId }, data: { isPublic: false } });
  const isIncluded = (kind: string) =>
    kind === 'owner' || (audience !== 'mentioned' && kind === 'approved');
  return {
    ...scenario,
    isAccountVisible: true,
    followerContent: scenario.followerContent.filter((word) => !visibleContent.has(word)),
    viewers: scenario.viewers.map((viewer) => ({ ...viewer, canRead: isIncluded(viewer.kind) })),
  };
}

async function createHiddenAccount(
  api: TestApi,
  { isLimited }: { isLimited: boolean },
): Promise<PrivateAccountScenario> {
  const registered = await createUser(api, {
    firstName: 'Zara',
    email: 'zorbamail@example.org',
  });
  // A username that is not derived from the email.
  const owner = { ...registered, username: 'zara.closed' };
  const neighbour = await createUser(api);
  const approved = await createUser(api);
  const outsiders = new Map<string, User>();
  for (const kind of [...nonFollowers, 'mentioned']) outsiders.set(kind, await createUser(api));
  const everybody = [approved, ...outsiders.values()];
  const outsider = (kind: string): User => outsiders.get(kind) ?? neighbour;

  const published = await publish(api, { owner, neighbour, approved, everybody });
  await mention(api, owner, published.threadId, outsider('mentioned'));
  const actions = createUserActions(api);
  await actions.follow(approved, owner.id).expect(200);
  await actions.follow(outsider('ex-follower'), owner.id).expect(200);
  await updateProfile(api, owner, { isPrivate: !isLimited });
  if (isLimited)
    await api.database.user.update({ where: { id: owner.id }, data: { limitedAt: new Date() } });
  await actions.remove(owner, `/users/me/followers/${outsider('ex-follower').id}`).expect(200);
  const requestId = isLimited ? newId() : await createRequests(api, owner, outsider);
  await actions.block(owner, outsider('blocked').id).expect(200);
  await actions.block(outsider('blocker'), owner.id).expect(200);

  const session = await api.database.session.findFirstOrThrow({ where: { userId: owner.id } });
  const { publicThreadId, quoteId, ...targetIds } = published;
  return {
    owner,
    publicThreadId,
    ownerContent,
    followerContent: [
      ...followerContent,
      targetIds.mediaUrl.split('/')[2] ?? '',
      // A visible quote, reply or path would identify them.
      targetIds.threadId,
      targetIds.pollThreadId,
      targetIds.replyId,
      quoteId,
      // The author of the parent of a visible thread.
      `"replyingto":{"id":"${owner.id}"`,
    ],
    target: {
      ...targetIds,
      userId: owner.id,
      username: owner.username,
      requestId,
      sessionId: session.id,
    },
    users: [owner, neighbour, ...everybody],
    isAccountVisible: false,
    viewers: [
      { kind: 'anonymous', user: null, canRead: false },
      ...[...outsiders].map(([kind, user]) => ({ kind, user, canRead: false })),
      { kind: 'approved', user: approved, canRead: true },
      { kind: 'owner', user: owner, canRead: true },
    ],
  };
}

interface PublishingUsers {
  owner: User;
  neighbour: User;
  approved: User;
  everybody: User[];
}

async function publish(api: TestApi, { owner, neighbour, approved, everybody }: PublishingUsers) {
  const actions = createUserActions(api);
  const post = async (by: User, fields: Record<string, unknown>) => {
    const response = await actions.post(by, '/threads').send(fields).expect(201);
    return response.body as { id: string; poll: { options: { id: string }[] } };
  };
  const quote = async (by: User, content: string, quotedThreadId: string) => {
    const sent = actions.post(by, '/threads/quote-repost').send({ content, quotedThreadId });
    return (await sent.expect(201)).body as { id: string };
  };
  const { id: publicThreadId } = await post(neighbour, { content: 'A public thread' });

  const image = await sampleImage().png().toBuffer();
  const upload = await actions
    .post(owner, '/threads')
    .field('content', 'zorbaearlier')
    .field('altText', 'zorbaalt')
    .attach('media', image, 'a.png')
    .expect(201);
  const thread = upload.body as { id: string; media: { mediaUrl: string }[] };
  const poll = { question: 'zorbapoll', options: ['zorbaoption', 'b'], durationMinutes: 60 };
  const pollThread = await post(owner, { content: 'zorbathread', poll: JSON.stringify(poll) });
  const reply = await post(owner, { content: 'zorbareply', parentThreadId: publicThreadId });
  const response = await post(neighbour, { content: 'In the open', parentThreadId: reply.id });
  await quote(neighbour, 'In the open as well', response.id);
  const ownQuote = await quote(owner, 'zorbaquote', publicThreadId);
  // A visible thread that quotes a visible quote of a hidden one.
  const publicQuote = await quote(neighbour, 'A public quote', thread.id);
  await quote(neighbour, 'A quote of it', publicQuote.id);
  await post(neighbour, { content: 'Deeper in the open', parentThreadId: response.id });
  await actions.post(owner, `/threads/${publicThreadId}/repost`).send({ on: true }).expect(200);

  for (const by of [neighbour, approved]) {
    await post(by, { content: 'zorbabelow', parentThreadId: thread.id });
  }
  await actions.post(neighbour, `/threads/${thread.id}/repost`).send({ on: true }).expect(200);
  const message = { receiverId: approved.id, content: 'zorbamessage' };
  const sent = await actions.post(owner, '/chat/send').send(message).expect(201);
  const { id: messageId } = sent.body as { id: string };
  const optionIds = [pollThread.poll.options[0]?.id ?? ''];
  for (const user of everybody) {
    await actions.follow(user, neighbour.id).expect(200);
    await quote(user, 'In one of my own', thread.id);
    await actions.post(user, `/threads/${thread.id}/like`).send({ on: true }).expect(200);
    await actions.post(user, `/threads/${thread.id}/bookmark`).send({ on: true }).expect(200);
    await actions.post(user, `/threads/${pollThread.id}/poll/vote`).send({ optionIds }).expect(200);
  }
  return {
    publicThreadId,
    quoteId: ownQuote.id,
    threadId: thread.id,
    pollThreadId: pollThread.id,
    optionId: optionIds[0] ?? '',
    replyId: reply.id,
    messageId,
    mediaUrl: thread.media[0]?.mediaUrl ?? '',
  };
}

/** A mention gives no access. */
async function mention(api: TestApi, owner: User, id: string, user: User): Promise<void> {
  const content = `zorbathread #zorbatag @${user.username}`;
  await api.request.put(`/api/threads/${id}`).set(owner.auth).send({ content }).expect(200);
}

/** Returns the id of the pending request. */
async function createRequests(api: TestApi, owner: User, outsider: (kind: string) => User) {
  const actions = createUserActions(api);
  for (const kind of ['pending', 'ex-follower']) await actions.follow(outsider(kind), owner.id);
  const rejectedId = await actions.requestId(outsider('ex-follower'), owner);
  await actions.reject(owner, rejectedId).expect(200);
  return actions.requestId(outsider('pending'), owner);
}

async function updateProfile(
  api: TestApi,
  owner: User,
  { isPrivate }: { isPrivate: boolean },
): Promise<void> {
  await api.request
    .put('/api/users/me')
    .set(owner.auth)
    .send({
      username: owner.username,
      bio: 'zorbabio',
      location: 'zorbaplace',
      website: 'https://zorbasite.example',
      fields: JSON.stringify([{ name: 'zorbafield', value: 'zorbafield' }]),
      phoneNumber: '555-0199',
      dateOfBirth: '1984-04-04',
      isPrivate,
    })
    .expect(200);
}
