import { createECDH, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sampleImage } from '../media/sample-images.ts';
import { newId } from '../../src/platform/ids.ts';
import { expectError } from '../support/http/responses.ts';
import { startEmailServer } from '../support/servers/email-server.ts';
import type { TestEmailServer } from '../support/servers/email-server.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { insertPoll, insertThread } from '../support/factories/threads.ts';

/**
 * POST routes without an `Idempotency-Key`, and why a repetition creates nothing else or why no key is possible.
 * That the second one can be deleted is not a reason.
 */
const withoutKey: Record<string, string> = {
  register:
    'keys belong to accounts, and the request has none yet; an email address can have only one account',
  login: 'keys belong to accounts, and the request has none yet; every login creates a new session',
  exchangeSession: 'the token works only once',
  logout: 'ends a session',
  acceptMessageRequest: 'a repetition changes nothing',
  previewServerList: 'stores nothing',
  importServerList: 'a repetition changes nothing',
  addGroupMembers: 'a repetition changes nothing',
  getGroupInvitation: 'stores nothing',
  joinGroup: 'a repetition changes nothing',
  declineMessageRequest: 'a repetition changes nothing',
  changePassword: 'sets a password',
  forgotPassword:
    'keys belong to accounts, and the request has none; the emails to an address are limited',
  resetPassword: 'the token works only once',
  verifyEmail: 'the token works only once',
  restoreEmail: 'the token works only once',
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
  decideAuthorization: 'creates only a code for this redirect, which expires after a minute',
  createAccessToken:
    'the body contains the password, of which not even a hash may be stored for a day; the user gets an email about each token',
  followUser: 'a repetition changes nothing',
  blockUser: 'a repetition changes nothing',
  muteUser: 'a repetition changes nothing',
  createImport: 'a repetition replaces the preview before, and nothing else changes',
  importPosts: 'adds each post once',
  startImport: 'a repetition changes nothing',
  acceptFilteredNotifications: 'a repetition changes nothing',
  enableThreadNotifications: 'a repetition changes nothing',
  muteReposts: 'a repetition changes nothing',
  muteThread: 'a repetition changes nothing',
  featureHashtag: 'a repetition changes nothing',
  followHashtag: 'a repetition changes nothing',
  approveFollowRequest: 'decides a request',
  rejectFollowRequest: 'decides a request',
  pinThread: 'a repetition changes nothing',
  hideReply: 'a repetition changes nothing',
  detachQuote: 'a repetition changes nothing',
  likeThread: 'sets a state, by `on`',
  bookmarkThread: 'sets a state, by `on`',
  reactToThread: 'sets a state, by `on`',
  sendTyping: 'stores nothing',
  dismissReport: 'decides a report',
  purgeUser: 'deletes an account',
  unsuspendUser: 'sets a state',
  liftStrike: 'sets a state',
  findAppealableStrike: 'stores nothing',
  appealByToken: 'the token works only once',
  decideAppeal: 'decides an appeal',
  getInvitation: 'stores nothing',
  approveRegistration: 'decides a registration',
  rejectRegistration: 'decides a registration',
  rotateWebhookSecret: 'replaces the secret before',
  redeliverWebhook: 'the delivery keeps its id',
  sendTestEmail: 'stores nothing, and the response is the outcome of this attempt',
};

let api: TestApi;
let emailServer: TestEmailServer;
let user: User;
let other: User;
/** Is suspended. */
let third: User;
let threadId: string;
let reportId: string;
let strikeId: string;
let webhookId: string;
let scheduledId: string;
let poll: { id: string; optionIds: [string, string] };
let image: Buffer;

beforeAll(async () => {
  emailServer = await startEmailServer();
  // One user sends more requests than allowed.
  api = await startTestApi({
    limits: 'off',
    settings: { smtpUrl: emailServer.url, pushHosts: ['push.example.org'] },
  });
  user = await createUser(api);
  other = await createUser(api);
  third = await createUser(api);
  // The email after the registration is sent in the background.
  await vi.waitUntil(() => emailServer.emails.length === 3);
  threadId = await insertThread(api.database, other.id);
  await api.database.user.update({ where: { id: user.id }, data: { role: 'owner' } });
  const target = { targetType: 'thread', targetId: threadId } as const;
  reportId = newId();
  const sent = { id: reportId, reporterId: other.id, reason: 'spam' };
  await api.database.report.create({ data: { ...sent, ...target } });
  strikeId = newId();
  const strike = {
    userId: user.id,
    action: 'warn',
    text: 'A reason',
    createdAt: new Date(),
  } as const;
  await api.database.strike.create({ data: { id: strikeId, ...strike } });
  webhookId = newId();
  const webhook = { url: 'https://hooks.example.org/', encryptedSecret: new Uint8Array(1) };
  await api.database.webhook.create({
    data: { id: webhookId, ...webhook, events: [], createdAt: new Date() },
  });
  scheduledId = newId();
  const later = { content: 'Later', scheduledAt: new Date(Date.now() + 60 * 60 * 1000) };
  await api.database.scheduledThread.create({
    data: { id: scheduledId, authorId: user.id, ...later },
  });
  const expiresAt = new Date(Date.now() + 60 * 60 * 1000);
  poll = await insertPoll(api.database, threadId, { expiresAt, voterId: other.id });
  image = await sampleImage().png().toBuffer();
});

afterAll(async () => {
  await api.close();
  await emailServer.close();
});

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
  /** The body of a different request with the same key; by default, the same one for `otherPath`. */
  otherBody?: Record<string, unknown>;
  /** For a route without a body. Null if the path has no parameter either. */
  otherPath?: string | null;
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
    createStrike: {
      path: `/admin/users/${other.id}/strikes`,
      body: { action: 'warn', text: 'Once' },
      otherBody: { action: 'warn', text: 'x' },
      count: () => api.database.strike.count({ where: { moderatorId: user.id, action: 'warn' } }),
    },
    actOnAccounts: {
      path: '/admin/users/actions',
      body: { userIds: [other.id], action: 'limit', text: 'Once' },
      otherBody: { userIds: [other.id], action: 'limit', text: 'x' },
      count: () => api.database.strike.count({ where: { moderatorId: user.id, action: 'limit' } }),
    },
    suspendUser: {
      path: `/admin/users/${third.id}/suspend`,
      body: { reason: 'Once' },
      otherBody: { reason: 'x' },
      count: () => api.database.strike.count({ where: { userId: third.id } }),
    },
    appealStrike: {
      path: `/users/me/strikes/${strikeId}/appeal`,
      body: { text: 'Once' },
      otherBody: { text: 'x' },
      count: () => api.database.appeal.count({ where: { strikeId } }),
    },
    createAnnouncement: {
      path: '/admin/announcements',
      body: { text: 'Once' },
      otherBody: { text: 'x' },
      count: () => api.database.announcement.count(),
    },
    createCannedResponse: {
      path: '/admin/canned-responses',
      body: { title: 'Once', text: 'Once' },
      otherBody: { title: 'x', text: 'x' },
      count: () => api.database.cannedResponse.count(),
    },
    createAccessBlock: {
      path: '/admin/blocks',
      body: { kind: 'email_domain', value: 'once.example' },
      otherBody: { kind: 'email_domain', value: 'x.example' },
      count: () => api.database.accessBlock.count(),
    },
    createInvitation: {
      path: '/admin/invitations',
      body: { days: 1, usesMax: 1 },
      otherBody: { days: 2, usesMax: 1 },
      count: () => api.database.invitation.count(),
    },
    createOwnInvitation: {
      path: '/invitations',
      body: { days: 1, usesMax: 1 },
      otherBody: { days: 2, usesMax: 1 },
      count: () => api.database.invitation.count(),
    },
    createWebhook: {
      path: '/admin/webhooks',
      body: { url: 'https://hooks.example.org/once', events: ['report.created'] },
      otherBody: { url: 'https://hooks.example.org/x', events: ['report.created'] },
      count: () => api.database.webhook.count(),
    },
    testWebhook: {
      path: `/admin/webhooks/${webhookId}/test`,
      body: {},
      otherPath: `/admin/webhooks/${newId()}/test`,
      count: () => api.database.webhookDelivery.count({ where: { webhookId } }),
    },
    publishScheduledThread: {
      path: `/threads/scheduled/${scheduledId}/publish`,
      body: {},
      otherPath: `/threads/scheduled/${newId()}/publish`,
      count: threads,
    },
    sendVerificationEmail: {
      path: '/auth/email/verification',
      body: {},
      otherPath: null,
      count: () => api.database.emailVerification.count({ where: { userId: user.id } }),
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
      expect([200, 201, 202]).toContain(first.status);
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
      const { path, body, otherPath = path, otherBody = body } = example;
      if (otherPath === null) continue;
      expectError(await send({ ...example, path: otherPath }, id, otherBody), 'conflict');
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

  it('gives one strike and one email for two requests at once', async () => {
    const warned = await createUser(api);
    const path = `/admin/users/${warned.id}/strikes`;
    const emailsTo = () => emailServer.emails.filter(({ to }) => to.includes(warned.email));
    await expect.poll(() => emailsTo().length).toBe(1);
    const body = { action: 'warn', text: 'Please be kind.' };
    const example = { path, body, count: () => Promise.resolve(0) };
    const responses = await Promise.all([1, 2].map(() => send(example, 'warn once', body)));
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    expect(responses[0]?.body).toEqual(responses[1]?.body);
    expect(await api.database.strike.count({ where: { userId: warned.id } })).toBe(1);
    // A later strike shows that no other email was waiting.
    await send(example, 'warn again', { ...body, text: 'For the last time.' });
    await expect.poll(() => emailsTo().length).toBeGreaterThan(2);
    expect(emailsTo().map(({ source }) => source.includes('Please be kind.'))).toEqual([
      false,
      true,
      false,
    ]);
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
