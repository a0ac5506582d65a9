import { sampleImage } from '../media/sample-images.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';

/** Who looks at a private account; each kind of person stands to its owner in another way. */
export interface Viewer {
  kind: string;
  /** Null for who is not signed in. */
  person: User | null;
  /** Whether they may see what the owner publishes. */
  mayRead: boolean;
}

/** What requests aim at: a private account's things, or, to compare, what never was. */
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

export interface PrivateWorld {
  owner: User;
  viewers: Viewer[];
  target: Target;
  /** A public person, whose thread the owner answered, quoted and reposted. */
  publicThreadId: string;
  /** Only for those who may read the owner. */
  readersWords: string[];
  /** Only for the owner. */
  ownersWords: string[];
  people: User[];
}

const ownersWords = ['zorbamail', '555-0199', '1984-04-04'];

const readersWords = [
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
  'zorbaplace',
  'zorbasite',
];

const strangers = ['stranger', 'pending', 'rejected', 'ex-follower', 'blocked', 'blocker'];

/**
 * An account that was public, was answered, quoted, reposted, liked, bookmarked, voted in and
 * followed by others, and then became private.
 */
export async function createPrivateWorld(api: TestApi): Promise<PrivateWorld> {
  const registered = await createUser(api, {
    firstName: 'Zara',
    email: 'zorbamail@example.org',
  });
  // A name that tells nothing of the address.
  const owner = { ...registered, username: 'zara.closed' };
  const neighbour = await createUser(api);
  const approved = await createUser(api);
  const outsiders = new Map<string, User>();
  for (const kind of [...strangers, 'mentioned']) outsiders.set(kind, await createUser(api));
  const everybody = [approved, ...outsiders.values()];
  const outsider = (kind: string): User => outsiders.get(kind) ?? neighbour;

  const published = await publish(api, { owner, neighbour, approved, everybody });
  await mention(api, owner, published.threadId, outsider('mentioned'));
  const acts = createUserActions(api);
  await acts.follow(approved, owner.id).expect(200);
  await acts.follow(outsider('ex-follower'), owner.id).expect(200);
  await makePrivate(api, owner);
  await acts.remove(owner, `/users/me/followers/${outsider('ex-follower').id}`).expect(200);
  for (const kind of ['pending', 'rejected']) await acts.follow(outsider(kind), owner.id);
  const rejectedId = await acts.requestId(outsider('rejected'), owner);
  await acts.reject(owner, rejectedId).expect(200);
  await acts.block(owner, outsider('blocked').id).expect(200);
  await acts.block(outsider('blocker'), owner.id).expect(200);

  const session = await api.database.session.findFirstOrThrow({ where: { userId: owner.id } });
  const { publicThreadId, quoteId, ...things } = published;
  return {
    owner,
    publicThreadId,
    ownersWords,
    readersWords: [
      ...readersWords,
      things.mediaUrl.split('/')[2] ?? '',
      // A visible quote, reply or path would identify them.
      things.threadId,
      things.pollThreadId,
      things.replyId,
      quoteId,
      // What a visible thread answers.
      `"replyingto":{"id":"${owner.id}"`,
    ],
    target: {
      ...things,
      userId: owner.id,
      username: owner.username,
      requestId: await acts.requestId(outsider('pending'), owner),
      sessionId: session.id,
    },
    people: [owner, neighbour, ...everybody],
    viewers: [
      { kind: 'anonymous', person: null, mayRead: false },
      ...[...outsiders].map(([kind, person]) => ({ kind, person, mayRead: false })),
      { kind: 'approved', person: approved, mayRead: true },
      { kind: 'owner', person: owner, mayRead: true },
    ],
  };
}

interface Publishing {
  owner: User;
  neighbour: User;
  approved: User;
  everybody: User[];
}

async function publish(api: TestApi, { owner, neighbour, approved, everybody }: Publishing) {
  const acts = createUserActions(api);
  const post = async (by: User, fields: Record<string, unknown>) => {
    const answer = await acts.post(by, '/threads').send(fields).expect(201);
    return answer.body as { id: string; poll: { options: { id: string }[] } };
  };
  const quote = async (by: User, content: string, quotedThreadId: string) => {
    const sent = acts.post(by, '/threads/quote-repost').send({ content, quotedThreadId });
    return (await sent.expect(201)).body as { id: string };
  };
  const { id: publicThreadId } = await post(neighbour, { content: 'A public thread' });

  const image = await sampleImage().png().toBuffer();
  const upload = await acts
    .post(owner, '/threads')
    .field('content', 'zorbaearlier')
    .field('altText', 'zorbaalt')
    .attach('media', image, 'a.png')
    .expect(201);
  const thread = upload.body as { id: string; media: { mediaUrl: string }[] };
  const poll = { question: 'zorbapoll', options: ['zorbaoption', 'b'], durationMinutes: 60 };
  const pollThread = await post(owner, { content: 'zorbathread', poll: JSON.stringify(poll) });
  const reply = await post(owner, { content: 'zorbareply', parentThreadId: publicThreadId });
  const answer = await post(neighbour, { content: 'In the open', parentThreadId: reply.id });
  await quote(neighbour, 'In the open as well', answer.id);
  const ownQuote = await quote(owner, 'zorbaquote', publicThreadId);
  // A visible thread that quotes a visible quote of a hidden one.
  const publicQuote = await quote(neighbour, 'A public quote', thread.id);
  await quote(neighbour, 'A quote of it', publicQuote.id);
  await post(neighbour, { content: 'Deeper in the open', parentThreadId: answer.id });
  await acts.post(owner, `/threads/${publicThreadId}/repost`).send({ on: true }).expect(200);

  for (const by of [neighbour, approved]) {
    await post(by, { content: 'zorbabelow', parentThreadId: thread.id });
  }
  await acts.post(neighbour, `/threads/${thread.id}/repost`).send({ on: true }).expect(200);
  const message = { receiverId: approved.id, content: 'zorbamessage' };
  const sent = await acts.post(owner, '/chat/send').send(message).expect(201);
  const { id: messageId } = sent.body as { id: string };
  const optionIds = [pollThread.poll.options[0]?.id ?? ''];
  for (const person of everybody) {
    await acts.follow(person, neighbour.id).expect(200);
    await quote(person, 'In one of my own', thread.id);
    await acts.post(person, `/threads/${thread.id}/like`).send({ on: true }).expect(200);
    await acts.post(person, `/threads/${thread.id}/bookmark`).send({ on: true }).expect(200);
    await acts.post(person, `/threads/${pollThread.id}/poll/vote`).send({ optionIds }).expect(200);
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
async function mention(api: TestApi, owner: User, id: string, person: User): Promise<void> {
  const content = `zorbathread #zorbatag @${person.username}`;
  await api.request.put(`/api/threads/${id}`).set(owner.auth).send({ content }).expect(200);
}

async function makePrivate(api: TestApi, owner: User): Promise<void> {
  await api.request
    .put('/api/users/me')
    .set(owner.auth)
    .send({
      username: owner.username,
      bio: 'zorbabio',
      location: 'zorbaplace',
      website: 'https://zorbasite.example',
      phoneNumber: '555-0199',
      dateOfBirth: '1984-04-04',
      isPrivate: true,
    })
    .expect(200);
}
