import type { AdminReport, SavedProtection } from '@skein/contracts/moderation';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readRateLimits } from '../../src/platform/config/rate-limit-rules.ts';
import { startBackgroundJobs } from '../../src/server/jobs/background-jobs.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { administratorEmail, createAdministrator, createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';

let api: TestApi;
/** Another server of the same instance. */
let other: TestApi;
let admin: User;
let stopJobs: () => Promise<void>;
let strangers: User[];

const hour = 3600;

beforeAll(async () => {
  const rules = readRateLimits({ RATE_LIMIT_FACTOR: '1' });
  const rateLimitRules = rules && {
    ...rules,
    newAccountMentions: { max: 3, seconds: 24 * hour },
    newAccountLinks: { max: 2, seconds: 24 * hour },
    newAccountFollows: { max: 2, seconds: hour },
    newAccountMessages: { max: 2, seconds: 24 * hour },
    repeatedTexts: { max: 3, seconds: hour },
  };
  const settings = { adminEmails: [administratorEmail], rateLimitRules };
  api = await startTestApi({ settings });
  other = await startTestApi({ databaseUrl: api.databaseUrl, settings });
  admin = await createAdministrator(api);
  stopJobs = startBackgroundJobs(other.services, api.databaseUrl);
  strangers = await Promise.all(Array.from({ length: 6 }, () => createUser(api)));
});

afterAll(async () => {
  await stopJobs();
  await other.close();
  await api.close();
});

const twoDaysAgo = () => new Date(Date.now() - 48 * hour * 1000);

async function createEstablished(fields: object = {}): Promise<User> {
  const user = await createUser(api);
  const data = { createdAt: twoDaysAgo(), threadsCount: 5, ...fields };
  await api.database.user.update({ where: { id: user.id }, data });
  return user;
}

const mention = (...users: (User | undefined)[]) =>
  users.map((user) => `@${user?.username ?? ''}`).join(' ');
const publish = (user: User, content: string, server = api) =>
  server.request.post('/api/threads').set(user.auth).field('content', content);
const publishId = async (user: User, content: string, server = api) =>
  ((await publish(user, content, server).expect(201)).body as { id: string }).id;
const send = (user: User, receiver: User | undefined, content: string, server = api) =>
  server.request
    .post('/api/chat/send')
    .set(user.auth)
    .send({ receiverId: receiver?.id, content, messageType: 'text' });
const follow = (user: User, followee: User | undefined, server = api) =>
  server.request.post(`/api/users/${followee?.id ?? ''}/follow-request`).set(user.auth);

const read = async () => {
  const response = await api.request.get('/api/admin/protection').set(admin.auth).expect(200);
  return response.body as SavedProtection;
};
const save = async (rules: object) =>
  api.request
    .put('/api/admin/protection')
    .set(admin.auth)
    .send({ version: (await read()).version, rules });
const reportsAbout = async (userId: string) => {
  const response = await api.request.get('/api/admin/reports').set(admin.auth).expect(200);
  const { content } = response.body as { content: AdminReport[] };
  return content.filter(({ user }) => user?.id === userId);
};

describe('the rules', () => {
  it('are on at first, and administrators change them on all servers within two seconds', async () => {
    expect(await read()).toMatchObject({
      version: 0,
      rules: { limitsNewAccounts: true, reportersMin: 5, excludedHashtags: [] },
      limits: expect.arrayContaining([
        { name: 'newAccountLinks', max: 2, seconds: 24 * hour },
      ]) as unknown,
    });
    const saved = await save({ excludedHashtags: ['#Gäste', 'spam', 'SPAM'], reportersMin: 4 });
    expect(saved.body).toMatchObject({
      version: 1,
      rules: { limitsNewAccounts: true, reportersMin: 4, excludedHashtags: ['gäste', 'spam'] },
    });
    await vi.waitFor(
      () => expect(other.services.protection.rules.current().reportersMin).toBe(4),
      2000,
    );
    const [entry] = await api.database.auditEntry.findMany({
      where: { action: 'change_protection' },
    });
    expect(entry).toMatchObject({ actorId: admin.id });
    await save({ excludedHashtags: [], reportersMin: 5 });
  });

  it('cannot be read by members, set to invalid values, or changed from an old version', async () => {
    const member = strangers[0]?.auth ?? {};
    expectError(await api.request.get('/api/admin/protection').set(member), 'forbidden');
    const invalid = await save({ excludedHashtags: ['two words'] });
    expect(expectError(invalid, 'validation_failed').errors).toMatchObject([
      { path: 'rules.excludedHashtags', message: "“two words” isn't a hashtag." },
    ]);
    expectError(await save({ reportersMin: 1 }), 'validation_failed');
    const stale = await api.request
      .put('/api/admin/protection')
      .set(admin.auth)
      .send({ version: 0, rules: { limitsNewAccounts: false } });
    expectError(stale, 'conflict');
  });
});

describe('a new account', () => {
  let member: User;
  beforeEach(async () => {
    member = await createUser(api);
  });

  it('mentions few strangers, on all servers together, also with edits', async () => {
    await publish(member, mention(strangers[0], strangers[1])).expect(201);
    // Nothing is counted for a request that fails.
    expectError(
      await publish(member, mention(strangers[2])).field('poll', 'x'),
      'validation_failed',
    );
    expectError(await publish(member, mention(...strangers.slice(2, 5))), 'rate_limited');
    const id = await publishId(member, mention(strangers[2]), other);
    const rejected = await publish(member, mention(strangers[3])).set('Accept-Language', 'de');
    expect(expectError(rejected, 'rate_limited').message).toMatch(
      /^Neue Konten können nur wenige .* Bitte versuche es in 2[34] Stunden noch einmal\.$/,
    );
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(20 * hour);
    const edited = await api.request
      .put(`/api/threads/${id}`)
      .set(member.auth)
      .send({ content: mention(strangers[2], strangers[3]) });
    expectError(edited, 'rate_limited');
    await publish(member, 'No mention').expect(201);
  });

  it('mentions followers, and everyone if it is verified or the rule is off', async () => {
    for (const each of strangers.slice(0, 4)) {
      await api.database.follow.create({ data: { followerId: each.id, followeeId: member.id } });
    }
    await publish(member, mention(...strangers.slice(0, 4))).expect(201);
    const data = { isVerified: true };
    const verified = await createUser(api);
    await api.database.user.update({ where: { id: verified.id }, data });
    await publish(verified, mention(...strangers)).expect(201);
    await save({ limitsNewAccounts: false });
    await publish(await createUser(api), mention(...strangers)).expect(201);
    await save({ limitsNewAccounts: true });
  });

  it('publishes few links, and follows and writes to few people', async () => {
    await publish(member, 'https://a.example https://b.example').expect(201);
    expectError(await publish(member, 'https://c.example', other), 'rate_limited');

    await follow(member, strangers[0]).expect(200);
    await follow(member, strangers[1], other).expect(200);
    expectError(await follow(member, strangers[2]), 'rate_limited');

    await send(member, strangers[0], 'Hello').expect(201);
    await send(member, strangers[1], 'Hello', other).expect(201);
    expectError(await send(member, strangers[2], 'Hello'), 'rate_limited');
    // Users who have received a message from it, and users who write first, do not count.
    await send(member, strangers[0], 'How are you?').expect(201);
    await send(await createEstablished(), member, 'Welcome').expect(201);
  });

  it('has no limits a day after it was created, once it has five threads', async () => {
    await publish(await createEstablished(), mention(...strangers)).expect(201);
    const lurker = await createEstablished({ threadsCount: 4 });
    expectError(await publish(lurker, mention(...strangers)), 'forbidden');
  });
});

describe('the same text to many strangers', () => {
  const spam = 'Buy the very best watches at a very low price';

  it('is rejected across threads, messages and servers, and reported once', async () => {
    const sender = await createEstablished();
    await publish(sender, `${mention(strangers[0], strangers[1])} ${spam}`).expect(201);
    await send(sender, strangers[2], spam.toUpperCase(), other).expect(201);
    const rejected = await publish(sender, `${mention(strangers[3])} ${spam}!`, other);
    expect(expectError(rejected, 'rate_limited').message).toMatch(
      /^You've already sent this text to many people\..* Please try again in \d+ minutes?\.$/,
    );
    expectError(await send(sender, strangers[4], spam), 'rate_limited');
    expect(await reportsAbout(sender.id)).toMatchObject([
      {
        automaticRule: 'repeated_text',
        reason: 'spam',
        reporter: null,
        note: `${mention(strangers[3])} ${spam}!`,
      },
    ]);
    expect(await api.database.message.count({ where: { senderId: sender.id } })).toBe(1);
    await publish(sender, `${mention(strangers[3])} I did not mean to send this to so many`).expect(
      201,
    );
    // The text is the sender's.
    await api.request
      .delete('/api/users/me')
      .set(sender.auth)
      .send({ password: sender.password })
      .expect(200);
    await api.services.account.resumeDeletions();
    const [report] = await api.database.report.findMany({ where: { targetId: sender.id } });
    expect(report).toMatchObject({ automaticRule: 'repeated_text', note: null });
  });

  it('does not count for followers, short texts and moderators', async () => {
    const sender = await createEstablished();
    for (const each of strangers) {
      await send(sender, each, 'Thank you!').expect(201);
      await api.database.follow.create({ data: { followerId: each.id, followeeId: sender.id } });
      await send(sender, each, spam).expect(201);
    }
    const moderator = await createEstablished({ role: 'moderator' });
    await publish(moderator, `${mention(...strangers)} ${spam}`).expect(201);
    expect(await reportsAbout(moderator.id)).toEqual([]);
  });
});

describe('an account that many report', () => {
  const report = (reporter: User | undefined, targetType: string, targetId: string) =>
    api.request
      .post('/api/reports')
      .set(reporter?.auth ?? {})
      .send({ targetType, targetId, reason: 'spam' })
      .expect(201);
  const isLimited = async ({ id }: User) =>
    (await api.database.user.findFirstOrThrow({ where: { id } })).limitedAt !== null;
  let reporters: User[];

  beforeAll(async () => {
    reporters = await Promise.all(Array.from({ length: 6 }, () => createEstablished()));
  });

  it('is limited with a strike that its user can appeal, until a moderator lifts it', async () => {
    const target = await createEstablished();
    const threadId = await publishId(target, 'A thread');
    for (const stranger of strangers) await report(stranger, 'user', target.id);
    for (const reporter of reporters.slice(0, 4)) await report(reporter, 'user', target.id);
    await report(reporters[0], 'thread', threadId);
    // New accounts do not count, and each user counts once.
    expect(await isLimited(target)).toBe(false);
    await report(reporters[4], 'thread', threadId);
    expect(await isLimited(target)).toBe(true);

    const status = await api.request.get('/api/users/me/status').set(target.auth);
    expect(status.body).toMatchObject({
      isLimited: true,
      strikes: [
        { action: 'limit', isAutomatic: true, appealableUntil: expect.any(String) as unknown },
      ],
    });
    const notified = { recipientId: target.id, type: 'moderation_warning' } as const;
    expect(await api.database.notification.count({ where: notified })).toBe(1);
    const automatic = (await reportsAbout(target.id)).filter((each) => each.automaticRule);
    expect(automatic).toMatchObject([{ automaticRule: 'many_reports', status: 'open' }]);

    const { id } = (status.body as { strikes: { id: string }[] }).strikes[0] ?? { id: '' };
    await api.request
      .post(`/api/admin/strikes/${id}/lift`)
      .set(admin.auth)
      .send({ reason: 'Reviewed' })
      .expect(200);
    expect(await isLimited(target)).toBe(false);
    // The earlier reports do not count again.
    await report(reporters[5], 'user', target.id);
    expect(await isLimited(target)).toBe(false);
  });

  it('is not limited if it is a moderator or verified, the reports are old or dismissed, or the rule is off', async () => {
    const moderator = await createEstablished({ role: 'moderator' });
    const verified = await createEstablished({ isVerified: true });
    for (const reporter of reporters) {
      await report(reporter, 'user', moderator.id);
      await report(reporter, 'user', verified.id);
    }
    expect(await isLimited(moderator)).toBe(false);
    expect(await isLimited(verified)).toBe(false);

    const target = await createEstablished();
    for (const reporter of reporters.slice(0, 4)) await report(reporter, 'user', target.id);
    await api.database.report.updateMany({
      where: { targetId: target.id },
      data: { status: 'dismissed' },
    });
    await report(reporters[4], 'user', target.id);
    expect(await isLimited(target)).toBe(false);

    await save({ limitsReportedAccounts: false });
    for (const reporter of reporters) await report(reporter, 'user', target.id);
    expect(await isLimited(target)).toBe(false);
    await save({ limitsReportedAccounts: true });
  });

  it('is limited once by simultaneous reports', async () => {
    const target = await createEstablished();
    await Promise.all(reporters.map((reporter) => report(reporter, 'user', target.id)));
    expect(await isLimited(target)).toBe(true);
    expect(await api.database.strike.count({ where: { userId: target.id } })).toBe(1);
  });
});

describe('an excluded hashtag', () => {
  it('and its threads do not trend, from the change on and after the next computation', async () => {
    const trends = async () => {
      const get = async (path: string) =>
        (await api.request.get(path).set(admin.auth).expect(200)).body as unknown;
      const tags = (await get('/api/hashtags/trending')) as { tag: string }[];
      const threads = (await get('/api/threads/trending')) as { content: { content: string }[] };
      return {
        tags: tags.map(({ tag }) => tag),
        threads: threads.content.map(({ content }) => content),
      };
    };
    const authors = await Promise.all([1, 2, 3].map(() => createEstablished()));
    for (const tag of ['Casino', 'garden']) {
      for (const [index, author] of authors.entries()) {
        const threadId = await publishId(author, `#${tag} ${index}`);
        const data = authors.map(({ id: userId }) => ({ userId, threadId, createdAt: new Date() }));
        await api.database.like.createMany({ data });
        await api.database.thread.update({ where: { id: threadId }, data: { likesCount: 3 } });
      }
    }
    await api.services.trending.refresh();
    expect((await trends()).tags.toSorted()).toEqual(['casino', 'garden']);
    await save({ excludedHashtags: ['casino'] });
    const withoutCasino = async () => {
      const { tags, threads } = await trends();
      expect(tags).toEqual(['garden']);
      expect(threads.length).toBe(3);
      expect(threads.join(' ')).not.toContain('#Casino');
    };
    await withoutCasino();
    await api.services.trending.refresh();
    await withoutCasino();
    expect(await api.database.trendingHashtag.count()).toBe(1);
    expect(await api.database.trendingThread.count()).toBe(3);
  });
});
