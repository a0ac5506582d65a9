import { createECDH, randomBytes } from 'node:crypto';
import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { sampleImage } from '../media/sample-images.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { insertMessage } from '../support/factories/chat.ts';
import { publish } from '../support/factories/publish.ts';
import {
  insertBookmark,
  insertLike,
  insertPoll,
  insertReaction,
  insertRepost,
  insertThread,
} from '../support/factories/threads.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { findTraces, listTablesOfUsers } from './traces.ts';

/**
 * What a deleted account leaves in the database, and why. docs/moderation.md and the privacy page list the same.
 * A new column with personal data is purged in `apps/api/src/modules/account`, or listed in all three places.
 */
const remaining = {
  'audit_entries.details': 'the id of the author of a removed thread, and in place of usernames',
  'audit_entries.target_id': 'the id, which connects the entries about the account',
  'import_rows.account_id': 'the result of an import of another user, for 30 days',
  'import_rows.address': 'the file of another user, for 30 days',
  'import_rows.username': 'the file of another user, for 30 days',
  'link_cards.title': 'a linked page, until nobody has linked it for a while',
  'link_cards.url': 'a linked page, until nobody has linked it for a while',
  'rate_limits.key': 'the id in counters of rate limits, for a day at most',
  'reports.person_id': 'the id, so that the statistics of reports remain correct',
  'reports.target_id': 'the id, so that the statistics of reports remain correct',
  'search_documents.document': 'the words of a thread of another user',
  'strikes.text': 'the text of a moderator for another user, with a mention',
  'threads.content': 'the text of another user, with a mention',
} as const;

/** Tables that name users, but without the account of this test before its deletion. */
const notNamed: readonly string[] = [
  // Instances without federation have no rows in these.
  'actor_keys',
  'federation_events',
  'federation_queue',
  'remote_activities',
  'remote_actors',
  'remote_engagements',
  'remote_media',
  'server_blocks',
  // Its rows are deleted with the files of a converted video.
  'video_conversions',
];

const username = 'xylouser';
const email = 'xylo@mail.example';
/** In everything that the user writes. */
const word = 'xylowort';

function succeeded({ status, text }: { status: number; text: string }): void {
  if (status >= 300) throw new Error(`${status}: ${text}`);
}

let api: TestApi;
let actions: ReturnType<typeof createUserActions>;
let user: User;
let other: User;
let owner: User;
let words: string[];

beforeAll(async () => {
  api = await startTestApi();
  actions = createUserActions(api);
  [user, other, owner] = [
    await createUser(api, { username, email }),
    await createUser(api),
    await createUser(api),
  ];
  await api.database.user.update({ where: { id: owner.id }, data: { role: 'owner' } });
  await api.database.user.update({ where: { id: user.id }, data: { role: 'moderator' } });
  words = [user.id, username, email, word];
  await publishEverything();
  await connectEverything();
  await sendMessages();
  await moderate();
  await signInEverywhere();
});

afterAll(() => api.close());

/** The rows of threads and their files. */
async function publishEverything(): Promise<void> {
  const { database } = api;
  const content = `${word} #${word}`;
  const image = await sampleImage().png().toBuffer();
  await database.user.update({
    where: { id: user.id },
    data: { bio: word, location: word, website: `https://${word}.example` },
  });
  const thread = await publish(api, user, { fields: { content, altText: word }, files: [image] });
  await actions
    .put(user, `/threads/${thread.id}`)
    .send({ content: `${content} again` })
    .expect(succeeded);
  await actions.post(user, `/threads/${thread.id}/pin`).expect(succeeded);
  // A reply and a mention by somebody else remain.
  await insertThread(database, other.id, { parentId: thread.id, content: `Hello @${username}` });
  const mention = await actions.post(other, '/threads').send({ content: `Hi @${username}` });
  const othersThread = (mention.body as { id: string }).id;
  await insertPoll(database, othersThread, {
    expiresAt: new Date('2099-01-01'),
    voterId: user.id,
  });
  await actions.post(user, '/threads').send({ content, parentThreadId: othersThread });
  await actions
    .post(user, '/threads/quote-repost')
    .send({ content, quotedThreadId: othersThread })
    .expect(succeeded);
  await insertLike(database, user.id, othersThread);
  await insertBookmark(database, user.id, othersThread);
  await insertReaction(database, user.id, othersThread, 'wow');
  await insertRepost(database, user.id, othersThread);
  await actions.post(user, `/threads/${othersThread}/mute`).expect(succeeded);
  const filtered = { userId: user.id, groupId: newId(), threadId: othersThread };
  await database.filteredThread.create({ data: { ...filtered, id: newId() } });
  await actions
    .post(user, '/threads/drafts')
    .set('Idempotency-Key', 'draft')
    .send({
      topic: word,
      parts: [{ content }],
    });
  const scheduledAt = new Date(Date.now() + 60 * 60 * 1000).toISOString();
  await actions
    .post(user, '/threads/scheduled/chain')
    .send({ parts: [{ content }, { content }], scheduledAt })
    .expect(succeeded);
  await database.linkCard.create({
    data: {
      id: newId(),
      url: `https://${word}.example`,
      title: word,
      requestedAt: new Date(),
      dueAt: new Date(),
      requestedById: user.id,
    },
  });
}

/** The rows that connect users, and settings. */
async function connectEverything(): Promise<void> {
  const { database } = api;
  const third = await createUser(api);
  const ids = { userId: user.id, at: new Date() };
  await actions.follow(user, other.id).expect(succeeded);
  await actions.follow(other, user.id).expect(succeeded);
  await database.followRequest.create({
    data: { id: newId(), requesterId: user.id, targetId: third.id },
  });
  await actions.mute(user, third.id).expect(succeeded);
  await actions.post(user, `/users/${other.id}/reposts/mute`).expect(succeeded);
  await actions.block(user, (await createUser(api)).id).expect(succeeded);
  await database.userNote.create({ data: { authorId: user.id, userId: other.id, text: word } });
  await database.userNote.create({ data: { authorId: other.id, userId: user.id, text: username } });
  await actions.post(user, '/bookmark-folders').send({ name: word }).expect(succeeded);
  await actions
    .post(user, '/filters')
    .send({ phrase: word, contexts: ['feeds'] })
    .expect(succeeded);
  await actions.post(user, `/hashtags/${word}/follow`).expect(succeeded);
  await database.featuredHashtag.create({ data: { id: newId(), userId: user.id, tag: word } });
  const list = await actions.post(user, '/lists').send({ name: word }).expect(succeeded);
  const { id: listId } = list.body as { id: string };
  await actions.put(user, `/lists/${listId}/members/${other.id}`).expect(succeeded);
  const listOfOther = await actions.post(other, '/lists').send({ name: 'Friends' });
  const { id: otherListId } = listOfOther.body as { id: string };
  await actions.put(other, `/lists/${otherListId}/members/${user.id}`).expect(succeeded);
  const dismissal = { userId: user.id, dismissedId: third.id };
  await database.suggestionDismissal.create({ data: dismissal });
  const announcement = { id: newId(), text: 'Hello', startsAt: ids.at, createdAt: ids.at };
  await database.announcement.create({
    data: { ...announcement, dismissals: { create: { userId: user.id } } },
  });
  await database.notificationPreference.create({ data: { userId: user.id, disabled: ['like'] } });
  for (const [recipientId, senderId] of [
    [user.id, other.id],
    [other.id, user.id],
  ] as const) {
    await database.notificationPermission.create({ data: { recipientId, senderId } });
  }
  const digest = { userId: user.id, dueAt: ids.at, token: word };
  await database.emailDigest.create({ data: digest });
  await database.timelineMarker.create({
    data: { userId: user.id, timeline: 'home', lastReadId: word },
  });
  await importFiles();
}

async function importFiles(): Promise<void> {
  const { database } = api;
  const now = new Date();
  const file = {
    kind: 'follows',
    mode: 'merge',
    rowsCount: 1,
    foundCount: 1,
    removalsCount: 0,
  } as const;
  for (const userId of [user.id, other.id]) {
    const id = newId();
    await database.import.create({ data: { id, userId, ...file, dueAt: now, createdAt: now } });
    const row = { importId: id, position: 0, address: username, username, accountId: user.id };
    await database.importRow.create({ data: row });
  }
  const post = { sourceId: word, text: word, isReply: false, filesCount: 0, isShortened: false };
  await database.importedPost.create({
    data: { id: newId(), userId: user.id, ...post, publishedAt: now, createdAt: now },
  });
}

async function sendMessages(): Promise<void> {
  const { database } = api;
  const { conversationId } = await insertMessage(database, user.id, other.id, { content: word });
  await database.messageDraft.create({ data: { conversationId, userId: user.id, text: word } });
  // A group that the user is a member of, and one that the user has left before.
  for (const name of ['Stay', 'Leave']) {
    const group = await actions.post(other, '/chat/groups').send({ name }).expect(succeeded);
    const { id: groupId } = group.body as { id: string };
    const path = `/chat/groups/${groupId}/members`;
    await actions
      .post(other, path)
      .send({ userIds: [user.id] })
      .expect(succeeded);
    const send = (by: User, content: string) =>
      actions.post(by, '/chat/send').send({ conversationId: groupId, content }).expect(succeeded);
    const message = await send(other, `Hello @${username}`.replace(username, ''));
    const { id } = message.body as { id: string };
    await send(user, word);
    await database.message.update({
      where: { id },
      data: { reactions: { [user.id]: '👍', [other.id]: '👍' }, mentions: [user.id] },
    });
    if (name === 'Leave') await actions.remove(user, `${path}/${user.id}`).expect(succeeded);
  }
}

async function moderate(): Promise<void> {
  const { database } = api;
  const report = { targetType: 'user', reason: 'spam' } as const;
  const reportAbout = (by: User, targetId: string, note: string) =>
    actions
      .post(by, '/reports')
      .send({ ...report, targetId, note })
      .expect(succeeded);
  await reportAbout(user, other.id, word);
  await reportAbout(other, user.id, `@${username} writes ${word}`);
  const ofOther = await database.report.findFirstOrThrow({ where: { userId: user.id } });
  const ofUser = await database.report.findFirstOrThrow({ where: { userId: other.id } });
  for (const about of ['report', 'user']) {
    await actions
      .post(owner, `/admin/reports/${ofOther.id}/notes`)
      .send({ about, text: `${username} writes ${word}` })
      .expect(succeeded);
  }
  await actions
    .put(owner, `/admin/reports/${ofUser.id}/assignee`)
    .send({ userId: user.id })
    .expect(succeeded);
  await actions
    .post(owner, `/admin/reports/${ofUser.id}/messages`)
    .send({ text: word })
    .expect(succeeded);
  const text = `@${username} (${username}, ${email}) was unkind`;
  const strike = await actions
    .post(owner, `/admin/users/${user.id}/strikes`)
    .send({ action: 'warn', text })
    .expect(succeeded);
  const { id: strikeId } = strike.body as { id: string };
  await actions
    .post(user, `/users/me/strikes/${strikeId}/appeal`)
    .send({ text: word })
    .expect(succeeded);
  // Actions of the user as a moderator, and entries about others that mention the user.
  await actions
    .post(user, `/admin/users/${other.id}/strikes`)
    .send({ action: 'warn', text: `As @${username} has written` })
    .expect(succeeded);
  const removed = await insertThread(database, user.id, { content: word });
  await actions.remove(owner, `/admin/threads/${removed}`).send({ reason: text }).expect(succeeded);
  await database.webhook.create({
    data: {
      id: newId(),
      url: 'https://hooks.example.org/',
      events: [],
      encryptedSecret: new Uint8Array(1),
      createdAt: new Date(),
      deliveries: undefined,
    },
  });
  const webhook = await database.webhook.findFirstOrThrow();
  await database.webhookDelivery.create({
    data: {
      id: newId(),
      webhookId: webhook.id,
      event: 'account.registered',
      data: { userId: user.id, username },
      createdAt: new Date(),
    },
  });
  const account = {
    id: user.id,
    name: user.name,
    username,
    mediaBytes: 1,
    threads: 1,
    messages: 1,
  };
  await database.usageMeasurement.create({
    data: { measuredAt: new Date(), data: { databaseBytes: 1, media: [], accounts: [account] } },
  });
}

/** Sessions, credentials and registration. */
async function signInEverywhere(): Promise<void> {
  const { database } = api;
  const [userId, now] = [user.id, new Date()];
  const expiresAt = new Date('2099-01-01');
  const bytes = () => new Uint8Array(randomBytes(8));
  const session = await database.session.findFirstOrThrow({ where: { userId } });
  await database.session.update({
    where: { id: session.id },
    data: { userAgent: word, address: '203.0.113.7' },
  });
  await database.passwordReset.create({
    data: { id: newId(), userId, tokenHash: bytes(), expiresAt },
  });
  await database.emailVerification.create({
    data: { id: newId(), userId, email, tokenHash: bytes(), expiresAt },
  });
  await database.totpSecret.create({ data: { userId, encryptedSecret: bytes(), createdAt: now } });
  await database.recoveryCode.create({ data: { userId, codeHash: bytes() } });
  await database.passkey.create({
    data: {
      id: newId(),
      userId,
      credentialId: bytes(),
      publicKey: bytes(),
      counter: 0,
      name: word,
      createdAt: now,
    },
  });
  await database.identity.create({
    data: { id: newId(), userId, issuer: 'https://id.example', subject: word, createdAt: now },
  });
  await database.invitation.create({
    data: { id: newId(), creatorId: userId, codeHash: bytes(), expiresAt, usesMax: 1 },
  });
  await database.formerUsername.create({
    data: { username: `${username}_old`, userId, expiresAt },
  });
  await database.pendingRegistration.create({ data: { userId, reason: word, locale: 'en' } });
  await database.registrationAddress.upsert({
    where: { userId },
    create: { userId, address: '203.0.113.7' },
    update: {},
  });
  const token = { name: word, scopes: ['read'], expiresInDays: null, password: user.password };
  await actions.post(user, '/oauth/access-tokens').send(token).expect(succeeded);
  const keys = { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'x'.repeat(22) };
  const push = { userId, sessionId: session.id, endpoint: `https://push.example/${word}`, ...keys };
  await database.pushSubscription.create({
    data: { id: newId(), ...push, lastNotificationId: newId() },
  });
  const app = { isStandard: true, alerts: [], policy: 'all', encryptedToken: bytes() };
  await database.appPushSubscription.create({
    data: { id: newId(), ...push, ...app, lastNotificationId: newId() },
  });
}

describe('a deleted account', () => {
  it('leaves only what is listed in the whole database', async () => {
    const { database } = api;
    const before = await findTraces(database, words);
    const named = new Set(before.map((trace) => trace.split('.')[0]));
    const tables = await listTablesOfUsers(database);
    expect(tables.filter((table) => !named.has(table))).toEqual(notNamed);

    await actions.remove(user, '/users/me').send({ password: user.password }).expect(succeeded);
    await api.services.account.resumeDeletions();

    expect(await database.user.count({ where: { id: user.id } })).toBe(0);
    expect(await findTraces(database, words)).toEqual(Object.keys(remaining));
    expect(await findTraces(database, [username, email])).toEqual([
      'import_rows.address',
      'import_rows.username',
      'search_documents.document',
      'strikes.text',
      'threads.content',
    ]);
    expect(await findTraces(database, [word])).toEqual(['link_cards.title', 'link_cards.url']);
    expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
  });

  it('is named by its id in the audit log', async () => {
    const entries = await api.database.auditEntry.findMany({ where: { targetId: user.id } });
    const { id } = user;
    expect(entries.map(({ details }) => details)).toContainEqual({
      reason: `${id} (${id}, ${id}) was unkind`,
    });
    const response = await actions.read(owner, '/admin/audit').expect(succeeded);
    const { content } = response.body as { content: { action: string; details: object }[] };
    expect(content.find(({ action }) => action === 'assign_report')?.details).toEqual({
      assigneeId: id,
    });
  });
});

describe('the audit log of a deleted account', () => {
  const remove = async (person: User) => {
    await actions.remove(person, '/users/me').send({ password: person.password }).expect(succeeded);
    await api.services.account.resumeDeletions();
  };

  it('keeps what Skein has written, also if the username is one of its words', async () => {
    const person = await createUser(api, { username: 'line' });
    const details = { by: 'command line', from: 'line', to: 'line', rules: ['Wait in line'] };
    const text = { reason: 'A line' };
    const id = newId();
    const target = { targetType: 'user', targetId: person.id };
    const data = { id, action: 'warn', ...target, details: { ...details, ...text } };
    await api.database.auditEntry.create({ data });
    await remove(person);
    const entry = await api.database.auditEntry.findFirst({ where: { id } });
    expect(entry?.details).toEqual({ ...details, reason: `A ${person.id}` });
  });

  it('changes only entries that contain the username, in any number of batches', async () => {
    const { database } = api;
    const person = await createUser(api, { username: 'reason' });
    const insert = async (count: number, reason: string) => {
      const ids = Array.from({ length: count }, () => newId());
      const data = ids.map((id) => ({ id, action: 'warn', details: { reason } }));
      await database.auditEntry.createMany({ data });
      return ids;
    };
    const [others, mentions] = [await insert(600, 'Rude'), await insert(600, 'See @reason')];
    const listVersions = (ids: string[]) =>
      database.$queryRaw`
        SELECT id, xmin::text FROM audit_entries WHERE id = ANY (${ids}::uuid[]) ORDER BY id`;
    const before = await listVersions(others);
    await remove(person);
    expect(await listVersions(others)).toEqual(before);
    const where = { details: { path: ['reason'], equals: `See ${person.id}` } };
    expect(await database.auditEntry.count({ where })).toBe(mentions.length);
  });
});
