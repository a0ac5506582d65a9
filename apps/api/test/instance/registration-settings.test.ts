import type { OwnInvitations } from '@skein/contracts/moderation';
import type { SiteSettings } from '@skein/contracts/instance';
import { z } from 'zod';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSessionRetention } from '../../src/server/jobs/ended-sessions.repository.ts';
import { newId } from '../../src/platform/ids.ts';
import { commandLine } from '../../src/platform/viewer.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { insertThread } from '../support/factories/threads.ts';
import { publish } from '../support/factories/publish.ts';
import { administratorEmail, createAdministrator, createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';
import { startEmailServer } from '../support/servers/email-server.ts';
import type { TestEmailServer } from '../support/servers/email-server.ts';

const dayMs = 24 * 60 * 60 * 1000;
const part = JSON.stringify({ content: 'x' });

let api: TestApi;
let emailServer: TestEmailServer;
let admin: User;

beforeAll(async () => {
  emailServer = await startEmailServer();
  const settings = { smtpUrl: emailServer.url, adminEmails: [administratorEmail] };
  // More accounts register than one address may register.
  api = await startTestApi({ limits: 'off', settings });
  admin = await createAdministrator(api);
});

afterAll(async () => {
  await api.close();
  await emailServer.close();
});

/** By the command line, because the sessions of the tests end when the clock advances. */
async function change(settings: Partial<SiteSettings>): Promise<void> {
  const { version } = api.services.siteSettings.describe();
  await api.services.moderation.updateSettings(commandLine, { version, settings });
}

const verify = ({ id }: User) =>
  api.database.user.update({ where: { id }, data: { emailProvenAt: new Date() } });

describe('a verified email address before posting', () => {
  let ann: User;
  let bob: User;
  let threadId: string;
  let ownThreadId: string;

  beforeAll(async () => {
    [ann, bob] = [await createUser(api), await createUser(api)];
    threadId = await insertThread(api.database, bob.id);
    ownThreadId = (await publish(api, ann, { fields: { content: 'Before the rule' } })).id;
    await change({ requiresVerifiedEmail: true });
  });
  afterAll(() => change({ requiresVerifiedEmail: false }));

  const scheduledAt = () => new Date(api.clock.now().getTime() + 600_000).toISOString();
  const form = (path: string, fields: Record<string, string>) =>
    api.request.post(`/api${path}`).set(ann.auth).field(fields);

  const requests = {
    'a thread': () => form('/threads', { content: 'x' }),
    'a reply': () => form('/threads', { content: 'x', parentThreadId: threadId }),
    'a thread with files': () => form('/threads/multiple-media', { content: 'x' }),
    'a chain': () => form('/threads/chain', { parts: part }).field('parts', part),
    'a quote': () => form('/threads/quote-repost', { content: 'x', quotedThreadId: threadId }),
    'an edit': () =>
      api.request.put(`/api/threads/${ownThreadId}`).set(ann.auth).field({ content: 'y' }),
    'a scheduled thread': () =>
      form('/threads/scheduled', { content: 'x', scheduledAt: scheduledAt() }),
    'a scheduled chain': () =>
      form('/threads/scheduled/chain', { scheduledAt: scheduledAt(), parts: part }).field(
        'parts',
        part,
      ),
    'a message': () =>
      api.request.post('/api/chat/send').set(ann.auth).send({ receiverId: bob.id, content: 'x' }),
    'a group': () =>
      api.request
        .post('/api/chat/groups')
        .set(ann.auth)
        .send({ name: 'Weavers', userIds: [bob.id] }),
    'an invitation': () =>
      api.request.post('/api/invitations').set(ann.auth).send({ days: 1, usesMax: 1 }),
  };

  it.each(Object.keys(requests) as (keyof typeof requests)[])(
    'is required for %s',
    async (name) => {
      await change({ inviters: 'members' });
      const counts = () => Promise.all([api.database.thread.count(), api.database.message.count()]);
      const before = await counts();
      const response = await requests[name]();
      expect(response.body).toMatchObject({ code: 'email_not_verified' });
      expect(response.status).toBe(403);
      expect(await counts()).toEqual(before);
    },
  );

  it('is not required to read, and like', async () => {
    await api.request.get('/api/threads').set(ann.auth).expect(200);
    await api.request.post(`/api/threads/${threadId}/like`).set(ann.auth).expect(200);
  });

  it('is not required of moderators, and no longer once the address is verified', async () => {
    const [moderator, member] = [await createUser(api), await createUser(api)];
    await api.database.user.update({ where: { id: moderator.id }, data: { role: 'moderator' } });
    await publish(api, moderator, { fields: { content: 'x' } });
    await verify(member);
    const thread = await publish(api, member, { fields: { content: 'x' } });
    expect(thread.content).toBe('x');
  });

  it('keeps a scheduled thread from being published, and informs the author', async () => {
    await change({ requiresVerifiedEmail: false });
    await form('/threads/scheduled', { content: 'Later', scheduledAt: scheduledAt() }).expect(201);
    await change({ requiresVerifiedEmail: true });
    api.clock.advance(700_000);
    await api.services.threads.publishDueThreads();
    const response = await api.request.get('/api/threads/scheduled').set(ann.auth).expect(200);
    expect(response.body).toMatchObject([{ content: 'Later', error: 'not_allowed' }]);
  });

  it('cannot be required without a mail server, with which nobody could verify one', async () => {
    const other = await startTestApi({ databaseUrl: api.databaseUrl });
    await other.services.siteSettings.load();
    const thread = await publish(other, ann, { fields: { content: 'x' } });
    expect(thread.content).toBe('x');
    await other.close();
  });
});

describe('invitations of members', () => {
  let ann: User;
  let moderator: User;

  beforeEach(async () => {
    await change({ registrationMode: 'open' });
    [ann, moderator] = [await createUser(api), await createUser(api)];
    await api.database.user.update({ where: { id: moderator.id }, data: { role: 'moderator' } });
    await change({ registrationMode: 'invitation', inviters: 'nobody', invitationsPerMember: 3 });
  });
  afterAll(() => change({ registrationMode: 'open', inviters: 'nobody' }));

  const invite = (as: User, usesMax = 1) =>
    api.request.post('/api/invitations').set(as.auth).send({ days: 1, usesMax });
  const list = async (as: User) =>
    (await api.request.get('/api/invitations').set(as.auth).expect(200)).body as OwnInvitations;
  const register = (link: string) => {
    const password = 'correct horse battery';
    const invitation = new URLSearchParams(new URL(link).hash.slice(1)).get('invitation');
    const email = `invited-${newId()}@example.org`;
    const names = { firstName: 'Ida', lastName: 'Invited' };
    const body = { ...names, email, password, confirmPassword: password, invitation };
    return api.request.post('/api/auth/register').send(body);
  };

  it.each([
    ['nobody', { ann: 403, moderator: 403 }],
    ['moderators', { ann: 403, moderator: 201 }],
    ['members', { ann: 201, moderator: 201 }],
  ] as const)('can be created with the setting %s', async (inviters, expected) => {
    await change({ inviters });
    expect((await invite(ann)).status).toBe(expected.ann);
    expect((await invite(moderator)).status).toBe(expected.moderator);
    expect((await invite(admin)).status).toBe(201);
    expect(await list(ann)).toMatchObject({ canInvite: expected.ann === 201 });
    expect(await list(moderator)).toMatchObject({ canInvite: expected.moderator === 201 });
  });

  it('need a session', async () => {
    expectError(await api.request.get('/api/invitations'), 'unauthenticated');
    expectError(await api.request.post('/api/invitations').send({}), 'unauthenticated');
    expectError(await invite(ann, 0), 'validation_failed');
  });

  it('let a member invite up to the number, also with concurrent requests', async () => {
    await change({ inviters: 'members' });
    const responses = await Promise.all([invite(ann, 2), invite(ann, 2), invite(ann, 2)]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409,
    ]);
    expect(await list(ann)).toMatchObject({ remaining: 1 });
    // Users who have registered count after the invitation was revoked, too.
    const created = responses.find(({ status }) => status === 201);
    const { link } = z.object({ link: z.string() }).parse(created?.body);
    await register(link).expect(201);
    const [invitation] = (await list(ann)).invitations;
    const path = `/api/invitations/${invitation?.id}`;
    expectError(await api.request.delete(path).set(moderator.auth), 'not_found');
    await api.request.delete(path).set(ann.auth).expect(200);
    expect(await list(ann)).toMatchObject({ remaining: 2 });
    expectError(await invite(ann, 3), 'conflict');
    expect((await invite(moderator, 10)).status).toBe(201);
  });

  it('count what was used, however many the member has revoked since', async () => {
    await change({ inviters: 'members' });
    const { link } = (await invite(ann).expect(201)).body as { link: string };
    await register(link).expect(201);
    const now = api.clock.now();
    const expiresAt = new Date(now.getTime() + dayMs);
    const revoked = { creatorId: ann.id, usesMax: 1, createdAt: now, expiresAt, revokedAt: now };
    await api.database.invitation.createMany({
      data: Array.from({ length: 1001 }, () => ({
        id: newId(),
        codeHash: new Uint8Array(Buffer.from(newId())),
        ...revoked,
      })),
    });
    await invite(ann).expect(201);
    expect(await list(ann)).toMatchObject({ remaining: 1 });
    // One that was not used is deleted.
    expect(await api.database.invitation.count({ where: { creatorId: ann.id } })).toBe(1002);
  });

  it('of administrators only are in the audit log', async () => {
    await change({ inviters: 'members' });
    for (const user of [ann, moderator, admin]) {
      await invite(user).expect(201);
      const [invitation] = (await list(user)).invitations;
      const path = `/api/invitations/${invitation?.id}`;
      await api.request.delete(path).set(user.auth).expect(200);
    }
    const countActions = (user: User) =>
      api.database.auditEntry.count({
        where: { actorId: user.id, action: { in: ['create_invitation', 'revoke_invitation'] } },
      });
    expect([await countActions(ann), await countActions(moderator)]).toEqual([0, 0]);
    expect(await countActions(admin)).toBeGreaterThanOrEqual(2);
  });

  it('show each user only the own ones', async () => {
    await change({ inviters: 'members' });
    await invite(ann).expect(201);
    const { invitations } = await list(ann);
    expect(invitations).toMatchObject([{ creator: { id: ann.id }, status: 'usable' }]);
    expect((await list(moderator)).invitations).toEqual([]);
  });

  it('are revoked when members may no longer invite', async () => {
    await change({ inviters: 'members' });
    const [own, others] = [await invite(ann).expect(201), await invite(moderator).expect(201)];
    const byAdmin = await invite(admin).expect(201);
    await change({ inviters: 'moderators' });
    expectError(await register((own.body as { link: string }).link), 'validation_failed');
    await register((others.body as { link: string }).link).expect(201);
    await register((byAdmin.body as { link: string }).link).expect(201);
  });
});

describe('an invitation that was created while the settings or a role changed', () => {
  afterAll(() => change({ registrationMode: 'open', inviters: 'nobody' }));

  it.each([
    ['member', 'moderators'],
    ['moderator', 'nobody'],
  ] as const)('cannot be used if it is of a %s, and %s may invite', async (role, inviters) => {
    const creator = await createUser(api);
    await api.database.user.update({ where: { id: creator.id }, data: { role } });
    await change({ registrationMode: 'invitation', inviters: 'members' });
    const created = await api.request
      .post('/api/invitations')
      .set(creator.auth)
      .send({ days: 1, usesMax: 2 })
      .expect(201);
    const { link } = z.object({ link: z.string() }).parse(created.body);
    const invitation = new URLSearchParams(new URL(link).hash.slice(1)).get('invitation');
    const names = { firstName: 'Ida', lastName: 'Invited', email: `late-${role}@example.org` };
    const password = 'correct horse battery';
    const body = { ...names, password, confirmPassword: password, invitation };
    const register = () => api.request.post('/api/auth/register').send(body);
    const read = () => api.request.post('/api/auth/invitation').send({ invitation });
    await change({ inviters });
    const where = { creatorId: creator.id };
    await api.database.invitation.updateMany({ where, data: { revokedAt: null } });
    expectError(await register(), 'validation_failed');
    expectError(await read(), 'not_found');
    await change({ inviters: 'members' });
    await read().expect(200);
    await register().expect(201);
    await change({ registrationMode: 'open' });
  });
});

describe('the posting limit', () => {
  afterAll(() => change({ postsPerDay: 1000 }));

  it('counts threads, replies, quotes and each part of a chain within 24 hours', async () => {
    const ann = await createUser(api);
    await change({ postsPerDay: 3 });
    const { id } = await publish(api, ann, { fields: { content: 'One' } });
    const chain = (parts: number) => {
      const request = api.request.post('/api/threads/chain').set(ann.auth);
      for (let index = 0; index < parts; index += 1)
        void request.field('parts', JSON.stringify({ content: `Part ${index}` }));
      return request;
    };
    expectError(await chain(3), 'rate_limited');
    await chain(2).expect(201);
    const reply = () =>
      api.request.post('/api/threads').set(ann.auth).field({ content: 'x', parentThreadId: id });
    const rejected = await reply();
    expectError(rejected, 'rate_limited');
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(80_000);
    await publish(api, await createUser(api), { fields: { content: 'Another user' } });
    api.clock.advance(dayMs + 1000);
    await reply().expect(201);
  });
});

describe('the retention of IP addresses and the audit log', () => {
  it('deletes addresses of registrations and ended sessions after the days of the settings', async () => {
    const { id } = await createUser(api);
    await api.database.$executeRaw`
      INSERT INTO registration_addresses (user_id, address) VALUES (${id}::uuid, '203.0.113.9')`;
    const count = () => api.database.registrationAddress.count({ where: { userId: id } });
    const retention = createSessionRetention({
      ...api.services.settings,
      readAddressDays: () => api.services.siteSettings.current().addressDays,
    });
    await api.database.session.updateMany({
      where: { userId: id },
      data: { revokedAt: api.clock.now() },
    });
    api.clock.advance(8 * dayMs);
    await api.services.auth.removeOldRegistrationAddresses();
    await retention.deleteEnded();
    expect(await count()).toBe(1);
    expect(await api.database.session.count({ where: { userId: id } })).toBe(1);
    await change({ addressDays: 7 });
    await api.services.auth.removeOldRegistrationAddresses();
    await retention.deleteEnded();
    expect(await count()).toBe(0);
    expect(await api.database.session.count({ where: { userId: id } })).toBe(0);
  });

  it('deletes old entries of the audit log only if the settings say so', async () => {
    const old = newId();
    await api.database.$executeRaw`
      INSERT INTO audit_entries (id, action, created_at)
      VALUES ('00000000-0000-7000-8000-000000000001', 'repair', now())`;
    await api.database.auditEntry.create({ data: { id: old, action: 'repair' } });
    expect(await api.services.moderation.removeOldAuditEntries()).toBe(0);
    await change({ auditLogDays: 30 });
    expect(await api.services.moderation.removeOldAuditEntries()).toBe(1);
    expect(await api.database.auditEntry.count({ where: { id: old } })).toBe(1);
  });

  it('rejects values outside of the range', async () => {
    const fresh = await startTestApi({ settings: { adminEmails: [administratorEmail] } });
    const { auth } = await createAdministrator(fresh);
    for (const settings of [
      { addressDays: 0 },
      { auditLogDays: 29 },
      { auditLogDays: -1 },
      { postsPerDay: 1001 },
    ]) {
      const body = { version: 0, settings };
      const response = await fresh.request.put('/api/admin/settings').set(auth).send(body);
      expectError(response, 'validation_failed');
    }
    await fresh.close();
  });
});
