import { createECDH, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleImage } from '../media/sample-images.ts';
import { newId } from '../../src/platform/ids.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { insertPoll, insertThread } from '../support/factories/threads.ts';

/** POST routes without an `Idempotency-Key`, and why they need none. */
const withoutKey: Record<string, string> = {
  register: 'a repetition is a 409, because an email address can have only one account',
  login: 'every login creates a new session',
  exchangeSession: 'the token works only once',
  logout: 'ends a session',
  acceptMessageRequest: 'a repetition changes nothing',
  addGroupMembers: 'a repetition changes nothing',
  getGroupInvitation: 'stores nothing',
  joinGroup: 'a repetition changes nothing',
  declineMessageRequest: 'a repetition changes nothing',
  changePassword: 'sets a password',
  forgotPassword: 'always has the same response and is rate limited',
  resetPassword: 'the token works only once',
  sendVerificationEmail: 'sends another link, and is rate limited',
  verifyEmail: 'the token works only once',
  releaseEmail: 'the token works only once',
  endAllSessions: 'the token works only once',
  unsubscribeFromEmailDigest: 'deletes only',
  setUpTwoFactor: 'replaces the secret before',
  confirmTwoFactor: 'the code works only once',
  startPasskeyRegistration: 'stores nothing',
  registerPasskey: 'the challenge works only once',
  startIdentityLink: 'stores nothing',
  startOidcSignIn: 'stores nothing',
  startPasskeySignIn: 'stores nothing',
  signInWithPasskey: 'the challenge works only once',
  replaceRecoveryCodes: 'replaces the codes before, and responses with codes are not stored',
  decideAuthorization: 'every decision creates a new code, which expires after a minute',
  createAccessToken: 'responses with tokens are not stored; an unused token can be revoked',
  followUser: 'a repetition changes nothing',
  blockUser: 'a repetition changes nothing',
  muteUser: 'a repetition changes nothing',
  createImport: 'a repetition replaces the preview before, and nothing else changes',
  importPosts: 'adds each post once',
  startImport: 'a repetition changes nothing',
  muteReposts: 'a repetition changes nothing',
  muteThread: 'a repetition changes nothing',
  followHashtag: 'a repetition changes nothing',
  approveFollowRequest: 'decides a request',
  rejectFollowRequest: 'decides a request',
  publishScheduledThread: 'a repetition is a 404',
  pinThread: 'a repetition changes nothing',
  hideReply: 'a repetition changes nothing',
  detachQuote: 'a repetition changes nothing',
  likeThread: 'sets a state, by `on`',
  bookmarkThread: 'sets a state, by `on`',
  reactToThread: 'sets a state, by `on`',
  sendTyping: 'stores nothing',
  dismissReport: 'decides a report',
  purgeUser: 'deletes an account',
  suspendUser: 'sets a state',
  unsuspendUser: 'sets a state',
  createStrike: 'a repetition is a 409, except for warnings, which a moderator may repeat',
  liftStrike: 'sets a state',
  appealStrike: 'a repetition is a 409',
  findAppealableStrike: 'stores nothing',
  appealByToken: 'the token works only once',
  decideAppeal: 'decides an appeal',
  getInvitation: 'stores nothing',
  approveRegistration: 'decides a registration',
  rejectRegistration: 'decides a registration',
  createWebhook: 'responses with secrets are not stored; an unused webhook can be deleted',
  rotateWebhookSecret: 'responses with secrets are not stored; the next one is used',
  testWebhook: 'a second test event changes nothing',
  redeliverWebhook: 'the delivery keeps its id',
  actOnAccounts: 'an account cannot have a state twice',
  createAccessBlock: 'the same block cannot exist twice',
  createAnnouncement: 'a second one is listed and can be deleted',
  createCannedResponse: 'a second one is listed and can be deleted',
  sendTestEmail: 'stores nothing',
  createInvitation: 'responses with links are not stored; an unused invitation can be revoked',
};

let api: TestApi;
let user: User;
let other: User;
let threadId: string;
let reportId: string;
let poll: { id: string; optionIds: [string, string] };
let image: Buffer;

beforeAll(async () => {
  api = await startTestApi();
  user = await createUser(api);
  other = await createUser(api);
  threadId = await insertThread(api.database, other.id);
  await api.database.user.update({ where: { id: user.id }, data: { role: 'moderator' } });
  const target = { targetType: 'thread', targetId: threadId } as const;
  reportId = newId();
  const sent = { id: reportId, reporterId: other.id, reason: 'spam' };
  await api.database.report.create({ data: { ...sent, ...target } });
  const expiresAt = new Date(Date.now() + 60 * 60 * 1000);
  poll = await insertPoll(api.database, threadId, { expiresAt, voterId: other.id });
  image = await sampleImage().png().toBuffer();
});

afterAll(() => api.close());

const subscription = (name: string) => ({
  endpoint: `https://push.example.org/${name}`,
  keys: {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  },
});
interface Example {
  path: string;
  body: Record<string, unknown>;
  /** Send a multipart form with a file. */
  hasFile?: boolean;
  /** The body of a different request with the same key. */
  otherBody: Record<string, unknown>;
  /** Counts the rows that the route creates. */
  count: () => Promise<number>;
}

const scheduledAt = new Date(Date.now() + 60 * 60 * 1000).toISOString();

/** One example request per route that accepts a key, by operation id. */
function listExamples(): Record<string, Example> {
  const threads = () => api.database.thread.count({ where: { authorId: user.id } });
  const quotedThreadId = threadId;
  return {
    createThread: {
      path: '/threads',
      body: { content: 'Once' },
      otherBody: { content: 'x' },
      count: threads,
    },
    createThreadWithFiles: {
      path: '/threads/multiple-media',
      hasFile: true,
      body: { content: 'Once' },
      otherBody: { content: 'x' },
      count: threads,
    },
    createChain: {
      path: '/threads/chain',
      body: { parts: [{ content: 'Once' }, { content: 'Two' }] },
      otherBody: { parts: [{ content: 'x' }, { content: 'Two' }] },
      // Each part is a row; the first has no parent.
      count: () => api.database.thread.count({ where: { authorId: user.id, parentId: null } }),
    },
    createDraft: {
      path: '/threads/drafts',
      body: { parts: [{ content: 'Once' }] },
      otherBody: { parts: [{ content: 'x' }] },
      count: () => api.database.draft.count({ where: { authorId: user.id } }),
    },
    scheduleThread: {
      path: '/threads/scheduled',
      body: { content: 'Once', scheduledAt },
      otherBody: { content: 'x', scheduledAt },
      hasFile: true,
      count: () => api.database.scheduledThread.count({ where: { authorId: user.id } }),
    },
    scheduleChain: {
      path: '/threads/scheduled/chain',
      body: { parts: [{ content: 'Once' }, { content: 'Two' }], scheduledAt },
      otherBody: { parts: [{ content: 'x' }, { content: 'Two' }], scheduledAt },
      count: () => api.database.scheduledThread.count({ where: { authorId: user.id } }),
    },
    quoteRepost: {
      path: '/threads/quote-repost',
      body: { content: 'Once', quotedThreadId },
      otherBody: { content: 'x', quotedThreadId },
      count: threads,
    },
    repostThread: {
      path: `/threads/${threadId}/repost`,
      body: { quoteContent: 'Once' },
      otherBody: { quoteContent: 'x' },
      count: threads,
    },
    uploadMedia: {
      path: '/posts/with-media',
      hasFile: true,
      body: { content: 'Once' },
      otherBody: { content: 'x' },
      count: () => api.database.media.count({ where: { ownerId: user.id } }),
    },
    votePoll: {
      path: `/threads/${threadId}/poll/vote`,
      body: { optionIds: [poll.optionIds[0]] },
      otherBody: { optionIds: [poll.optionIds[1]] },
      count: () => api.database.pollBallot.count({ where: { userId: user.id } }),
    },
    sendMessage: {
      path: '/chat/send',
      body: { receiverId: other.id, content: 'Once' },
      otherBody: { receiverId: other.id, content: 'x' },
      count: () => api.database.message.count({ where: { senderId: user.id } }),
    },
    createReport: {
      path: '/reports',
      body: { targetType: 'thread', targetId: threadId, reason: 'spam' },
      otherBody: { targetType: 'thread', targetId: threadId, reason: 'hate' },
      count: () => api.database.report.count({ where: { reporterId: user.id } }),
    },
    addModerationNote: {
      path: `/admin/reports/${reportId}/notes`,
      body: { about: 'report', text: 'Once' },
      otherBody: { about: 'report', text: 'x' },
      count: () => api.database.moderationNote.count({ where: { authorId: user.id } }),
    },
    messageReporter: {
      path: `/admin/reports/${reportId}/messages`,
      body: { text: 'Once' },
      otherBody: { text: 'x' },
      count: () => api.database.reportMessage.count({ where: { moderatorId: user.id } }),
    },
    createFilter: {
      path: '/filters',
      body: { phrase: 'once', contexts: ['feeds'] },
      otherBody: { phrase: 'x', contexts: ['feeds'] },
      count: () => api.database.keywordFilter.count({ where: { userId: user.id } }),
    },
    createBookmarkFolder: {
      path: '/bookmark-folders',
      body: { name: 'once' },
      otherBody: { name: 'x' },
      count: () => api.database.bookmarkFolder.count({ where: { ownerId: user.id } }),
    },
    createGroup: {
      path: '/chat/groups',
      body: { name: 'once' },
      otherBody: { name: 'x' },
      count: () =>
        api.database.conversationMember.count({ where: { userId: user.id, isAdmin: true } }),
    },
    createUserList: {
      path: '/lists',
      body: { name: 'once' },
      otherBody: { name: 'x' },
      count: () => api.database.userList.count({ where: { ownerId: user.id } }),
    },
    subscribeToPush: {
      path: '/notifications/push-subscriptions',
      body: subscription('once'),
      otherBody: subscription('x'),
      count: () => api.database.pushSubscription.count({ where: { userId: user.id } }),
    },
  };
}

async function send({ path, hasFile }: Example, key: string, body: Record<string, unknown>) {
  const request = api.request.post(`/api${path}`).set(user.auth).set('Idempotency-Key', key);
  if (!hasFile) return request.send(body);
  for (const [name, value] of Object.entries(body)) void request.field(name, String(value));
  return request.attach('media', image, 'a.png');
}

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string }[];
}

async function listPosts(): Promise<Operation[]> {
  const response = await api.request.get('/api/openapi.json').expect(200);
  const { paths } = response.body as { paths: Record<string, { post?: Operation }> };
  return Object.values(paths).flatMap(({ post }) => (post === undefined ? [] : [post]));
}

const acceptsKey = ({ parameters = [] }: Operation) =>
  parameters.some((parameter) => parameter.in === 'header' && parameter.name === 'Idempotency-Key');

describe('every POST route', () => {
  it('accepts an Idempotency-Key or is listed as a route that creates nothing', async () => {
    const posts = await listPosts();
    const [keyed, others] = [posts.filter(acceptsKey), posts.filter((post) => !acceptsKey(post))];
    expect(others.map(({ operationId }) => operationId).toSorted()).toEqual(
      Object.keys(withoutKey).toSorted(),
    );
    expect(keyed.map(({ operationId }) => operationId).toSorted()).toEqual(
      Object.keys(listExamples()).toSorted(),
    );
  });

  it('that accepts a key creates one row for repeated and concurrent requests', async () => {
    for (const [id, example] of Object.entries(listExamples())) {
      const before = await example.count();
      const first = await send(example, id, example.body);
      expect([200, 201]).toContain(first.status);
      // No more than two uploads of a user run at once.
      const repeated = await Promise.all([1, 2].map(() => send(example, id, example.body)));
      for (const { status, body } of repeated) {
        expect({ id, status, body: body as unknown }).toEqual({
          id,
          status: first.status,
          body: first.body as unknown,
        });
      }
      expect({ id, created: (await example.count()) - before }).toEqual({ id, created: 1 });
      expectError(await send(example, id, example.otherBody), 'conflict');
    }
  });
});

describe('a repeated request with the same key', () => {
  it('returns the message without a client id that the sender did not choose, even after its deletion', async () => {
    const { sendMessage: example } = listExamples();
    if (example === undefined) throw new Error('The example is missing.');
    const sent = await Promise.all(
      [1, 2, 3, 4, 5].map(() => send(example, 'at once', example.body)),
    );
    const ids = new Set(sent.map(({ body }) => (body as { id: string }).id));
    expect(ids.size).toBe(1);
    for (const { body } of sent) expect(body).toMatchObject({ clientMessageId: null });
    const [id = ''] = ids;
    await api.request.delete(`/api/chat/messages/${id}`).set(user.auth).expect(200);
    expect((await send(example, 'at once', example.body)).body).toMatchObject({
      id,
      isDeleted: true,
    });
    const named = { ...example.body, clientMessageId: 'request:mine' };
    expectError(await send(example, 'named', named), 'validation_failed');
  });

  it('creates no second report once the first one is dismissed', async () => {
    const { createReport: example } = listExamples();
    if (example === undefined) throw new Error('The example is missing.');
    const body = { ...example.body, targetType: 'user', targetId: other.id };
    expect((await send(example, 'dismissed', body)).status).toBe(201);
    await api.database.report.updateMany({ data: { status: 'dismissed' } });
    const before = await example.count();
    expect((await send(example, 'dismissed', body)).status).toBe(201);
    expect(await example.count()).toBe(before);
  });

  it('does not restore a push subscription that was deleted meanwhile', async () => {
    const { subscribeToPush: example } = listExamples();
    if (example === undefined) throw new Error('The example is missing.');
    const body = subscription('removed');
    const first = await send(example, 'removed', body);
    const { id } = first.body as { id: string };
    await api.request
      .delete(`/api/notifications/push-subscriptions/${id}`)
      .set(user.auth)
      .expect(200);
    expect((await send(example, 'removed', body)).body).toEqual(first.body);
    expect(await api.database.pushSubscription.count({ where: { id } })).toBe(0);
  });
});
