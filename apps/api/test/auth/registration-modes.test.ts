import type { RegistrationMode } from '@skein/contracts/administration';
import type { Invitation, Registration } from '@skein/contracts/moderation';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { administratorEmail, createAdministrator, createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';
import { createUserActions } from '../support/http/user-actions.ts';

let api: TestApi;
let actions: ReturnType<typeof createUserActions>;
let admin: User;
let member: User;

beforeAll(async () => {
  // One address registers more accounts than allowed.
  api = await startTestApi({ limits: 'off', settings: { adminEmails: [administratorEmail] } });
  actions = createUserActions(api);
  admin = await createAdministrator(api);
  member = await createUser(api);
});

afterAll(() => api.close());

async function setMode(registrationMode: RegistrationMode): Promise<void> {
  const { version, settings } = api.services.siteSettings.describe();
  const body = { version, settings: { ...settings, registrationMode } };
  await api.request.put('/api/admin/settings').set(admin.auth).send(body).expect(200);
}

let count = 0;
const password = 'analytical engine';
const anApplicant = (fields: object = {}) => {
  count += 1;
  const email = `applicant${count}@example.org`;
  const names = { firstName: 'Zelda', lastName: `Number${count}` };
  return { ...names, email, password, confirmPassword: password, ...fields };
};
const register = (body: object, locale = 'en') =>
  api.request.post('/api/auth/register').set('Accept-Language', locale).send(body);
const signIn = (email: string) => api.request.post('/api/auth/login').send({ email, password });

const listRegistrations = async (query = '') => {
  const response = await actions.read(admin, `/admin/registrations?size=100${query}`).expect(200);
  return (response.body as { content: Registration[] }).content;
};
const decide = (id: string, decision: 'approve' | 'reject') =>
  actions.post(admin, `/admin/registrations/${id}/${decision}`);

async function createInvitation(input = { days: 7, usesMax: 1 }): Promise<string> {
  const response = await actions.post(admin, '/admin/invitations').send(input).expect(201);
  const { link } = response.body as { link: string };
  expect(link).toMatch(/^http:\/\/skein\.test\/register#invitation=[\w-]{22}$/);
  return link.split('=')[1] ?? '';
}
const listInvitations = async () => {
  const response = await actions.read(admin, '/admin/invitations').expect(200);
  return (response.body as { content: Invitation[] }).content;
};
const lookUp = (invitation: string) =>
  api.request.post('/api/auth/invitation').send({ invitation });

async function listEmails(to: string): Promise<string[]> {
  const directory = path.join(api.dataDirectory, 'outbox');
  const names = await readdir(directory).catch(() => []);
  const emails = await Promise.all(
    names.map((name) => readFile(path.join(directory, name), 'utf8')),
  );
  return emails.filter((email) => email.includes(`To: ${to}`));
}

/** Registers an account that waits for approval. */
async function apply(locale = 'en') {
  const body = anApplicant({ reason: 'I play\nchess' });
  await register(body, locale).expect(202);
  const { id } = await api.database.user.findFirstOrThrow({ where: { email: body.email } });
  return { ...body, id };
}

describe('registration by approval', () => {
  beforeAll(() => setMode('approval'));

  it('needs a reason and creates an account that cannot sign in and that nobody sees', async () => {
    expectError(await register(anApplicant()), 'validation_failed');
    expectError(await register(anApplicant({ reason: 'x'.repeat(501) })), 'validation_failed');
    const body = anApplicant({ reason: 'I play\nchess' });
    const response = await register(body).expect(202);
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(response.body).not.toHaveProperty('token');
    expectError(await register(body), 'email_taken');
    const rejected = await signIn(body.email);
    expectError(rejected, 'forbidden');
    expect(rejected.body).toMatchObject({ message: expect.stringContaining('waiting') as string });
    const { id, username } = await api.database.user.findFirstOrThrow({
      where: { email: body.email },
    });
    for (const idOrUsername of [id, username]) {
      expectError(await actions.read(member, `/users/${idOrUsername}`), 'not_found');
    }
    const search = await actions.read(member, '/users/search?q=zelda').expect(200);
    expect(JSON.stringify(search.body)).not.toContain(id);
    const people = await actions.read(admin, '/admin/users?q=zelda').expect(200);
    expect(people.body).toMatchObject({ content: [] });
    for (const action of ['suspend', 'unsuspend']) {
      const change = actions.post(admin, `/admin/users/${id}/${action}`).send({ reason: 'x' });
      expectError(await change, 'not_found');
    }
    const stats = await actions.read(admin, '/admin/stats').expect(200);
    expect(stats.body).toMatchObject({ pendingAccounts: 1, suspendedAccounts: 0 });
    expect(await listRegistrations()).toMatchObject([
      { id, username, email: body.email, reason: 'I play\nchess' },
    ]);
  });

  it('lets the user sign in after the approval, and sends an email in their language', async () => {
    const { id, email } = await apply('de');
    await decide(id, 'approve').expect(200);
    await signIn(email).expect(200);
    await actions.read(member, `/users/${id}`).expect(200);
    await vi.waitFor(async () => {
      expect((await listEmails(email)).join()).toMatch(/freigegeben/);
    });
    expect(await api.database.auditEntry.findMany({ where: { targetId: id } })).toMatchObject([
      { action: 'approve_registration', actorId: admin.id },
    ]);
    expectError(await decide(id, 'reject'), 'conflict');
    await signIn(email).expect(200);
  });

  it('deletes a rejected account, whose email address can be used again', async () => {
    const { id, email } = await apply();
    await decide(id, 'reject').send({ reason: 'Only for players' }).expect(200);
    expect(await api.database.user.findFirst({ where: { id } })).toBeNull();
    await vi.waitFor(async () => {
      expect((await listEmails(email)).join()).toMatch(/was not approved[^]+Only for players/);
    });
    expectError(await decide(id, 'approve'), 'conflict');
    await register(anApplicant({ email, reason: 'Again' })).expect(202);
  });

  it('sends the reason of a rejection, which is in the audit log', async () => {
    const { id, email } = await apply();
    await decide(id, 'reject').send({ reason: 'Only for members' }).expect(200);
    await vi.waitFor(async () => {
      expect((await listEmails(email)).join()).toMatch(/not approved:\s+Only for members\s/);
    });
    const [entry] = await api.database.auditEntry.findMany({ where: { targetId: id } });
    expect(entry).toMatchObject({ actorId: admin.id, details: { reason: 'Only for members' } });
    const other = await apply();
    const long = await decide(other.id, 'reject').send({ reason: 'x'.repeat(501) });
    expectError(long, 'validation_failed');
    await decide(other.id, 'reject').expect(200);
  });

  it('gives the second of two administrators who decide at once a 409', async () => {
    const { id, email } = await apply();
    const responses = await Promise.all([decide(id, 'approve'), decide(id, 'reject')]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const isApproved = responses[0].status === 200;
    expect((await signIn(email)).status).toBe(isApproved ? 200 : 401);
    for (const unknown of [newId(), 'x', member.id]) {
      expectError(await decide(unknown, 'approve'), 'not_found');
    }
  });

  it('cannot be decided when the account was deleted in the meantime', async () => {
    const { id, email } = await apply();
    await api.database.user.update({ where: { id }, data: { deletedAt: new Date() } });
    expect(JSON.stringify(await listRegistrations())).not.toContain(id);
    for (const decision of ['approve', 'reject'] as const) {
      expectError(await decide(id, decision), 'not_found');
    }
    expect(await listEmails(email)).toEqual([]);
    await api.database.user.delete({ where: { id } });
  });

  it('lists ten thousand accounts by an index, and then accepts no more', async () => {
    // In batches, which a slow machine inserts within the time limit of a statement.
    for (let first = 1; first < 10_000; first += 1000) {
      await api.database.$executeRaw`
        WITH applicants AS (
          INSERT INTO users (id, email, username, name, password_hash, suspended_at)
          SELECT gen_random_uuid(), 'many' || n || '@example.org', 'many' || n, 'Many', '-', now()
          FROM generate_series(${first}::int, ${first}::int + 999) n RETURNING id)
        INSERT INTO pending_registrations (user_id, reason, locale)
        SELECT id, '-', 'en' FROM applicants`;
    }
    await api.database.$executeRaw`ANALYZE users, pending_registrations`;
    const first = await actions.read(admin, '/admin/registrations?size=100').expect(200);
    const { nextCursor } = first.body as { nextCursor: string };
    const next = await listRegistrations(`&cursor=${nextCursor}`);
    expect(next).toHaveLength(100);
    const plan = await api.database.$queryRaw<{ 'QUERY PLAN': string }[]>`
      EXPLAIN SELECT FROM pending_registrations registration
        JOIN users account ON account.id = registration.user_id
      WHERE registration.user_id > ${next[50]?.id}::uuid ORDER BY registration.user_id LIMIT 21`;
    const lines = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(lines).toContain('pending_registrations_pkey');
    expect(lines).not.toMatch(/Seq Scan|Sort/);
    expectError(await register(anApplicant({ reason: 'Late' })), 'forbidden');
    await api.database.$executeRaw`DELETE FROM pending_registrations`;
  });
});

describe('registration by invitation', () => {
  beforeAll(() => setMode('invitation'));

  it('needs an invitation, whose sender it shows', async () => {
    expectError(await register(anApplicant({ reason: 'Please' })), 'forbidden');
    expectError(await register(anApplicant({ invitation: 'unknown' })), 'validation_failed');
    expectError(await lookUp('unknown'), 'not_found');
    const invitation = await createInvitation();
    const inviter = await lookUp(invitation).expect(200);
    expect(inviter.body).toEqual({ inviter: { name: admin.name, username: admin.username } });
    await register(anApplicant({ invitation })).expect(201);
    expectError(await lookUp(invitation), 'not_found');
    expect((await listInvitations())[0]).toMatchObject({ status: 'used', usesCount: 1 });
    expect(JSON.stringify(await api.database.invitation.findMany())).not.toContain(invitation);
  });

  it('takes the last use exactly once when users register at once', async () => {
    const invitation = await createInvitation({ days: 1, usesMax: 2 });
    const bodies = Array.from({ length: 6 }, () => anApplicant({ invitation }));
    const responses = await Promise.all(bodies.map((body) => register(body)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(responses.filter(({ status }) => status === 400)).toHaveLength(4);
    const where = { email: { in: bodies.map(({ email }) => email) } };
    expect(await api.database.user.count({ where })).toBe(2);
  });

  it('does not use up an invitation when the registration fails', async () => {
    const invitation = await createInvitation();
    expectError(await register(anApplicant({ invitation, email: member.email })), 'email_taken');
    await lookUp(invitation).expect(200);
  });

  it('rejects a revoked and an expired invitation, and that of a suspended administrator', async () => {
    const revoked = await createInvitation();
    const [{ id } = { id: '' }] = await listInvitations();
    for (let time = 0; time < 2; time += 1) {
      await actions.remove(admin, `/admin/invitations/${id}`).expect(200);
    }
    expect(await api.database.auditEntry.count({ where: { action: 'revoke_invitation' } })).toBe(1);
    const expired = await createInvitation({ days: 1, usesMax: 1 });
    api.clock.advance(25 * 60 * 60 * 1000);
    const orphaned = await createInvitation();
    for (const invitation of [revoked, expired]) {
      expectError(await register(anApplicant({ invitation })), 'validation_failed');
    }
    const suspend = (suspendedAt: Date | null) =>
      api.database.user.update({ where: { id: admin.id }, data: { suspendedAt } });
    await suspend(new Date());
    expectError(await register(anApplicant({ invitation: orphaned })), 'validation_failed');
    await suspend(null);
    expectError(await actions.remove(admin, `/admin/invitations/${newId()}`), 'not_found');
  });

  it('counts only invitations that can be used, and keeps the latest thousand unused others', async () => {
    await api.database.user.update({ where: { id: member.id }, data: { role: 'admin' } });
    const insert = (ids: { from: number; to: number }) =>
      api.database.$executeRaw`
        INSERT INTO invitations (id, code_hash, creator_id, expires_at, uses_max)
        SELECT ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
          sha256(n::text::bytea), ${member.id}::uuid,
          ${api.clock.now()}::timestamptz + interval '1 day', 1
        FROM generate_series(${ids.from}::int, ${ids.to}::int) n`;
    const invite = () => actions.post(member, '/admin/invitations').send({ days: 1, usesMax: 1 });
    const where = { creatorId: member.id };
    const revoke = () =>
      api.database.invitation.updateMany({ where, data: { revokedAt: api.clock.now() } });
    await insert({ from: 1, to: 1002 });
    await revoke();
    await invite().expect(201);
    expect(await api.database.invitation.count({ where })).toBe(1001);
    const oldest = await api.database.invitation.findFirst({ where, orderBy: { id: 'asc' } });
    expect(oldest?.id).toMatch(/0003$/);
    await insert({ from: 2001, to: 2099 });
    expectError(await invite(), 'conflict');
    await revoke();
    await invite().expect(201);
    await api.database.user.update({ where: { id: member.id }, data: { role: 'member' } });
  });

  it('skips the approval, but not the end of registration', async () => {
    const invitation = await createInvitation();
    await setMode('closed');
    expectError(await register(anApplicant({ invitation })), 'forbidden');
    await setMode('approval');
    await register(anApplicant({ invitation })).expect(201);
  });

  it.each([{ days: 0, usesMax: 1 }, { days: 366, usesMax: 1 }, { days: 1, usesMax: 1001 }, {}])(
    'cannot be created with %j',
    async (input) => {
      expectError(await actions.post(admin, '/admin/invitations').send(input), 'validation_failed');
    },
  );
});

it('apps learn who can register', async () => {
  for (const [mode, registrations] of [
    ['open', { enabled: true, approval_required: false }],
    ['approval', { enabled: true, approval_required: true }],
    ['invitation', { enabled: false, approval_required: false }],
    ['closed', { enabled: false, approval_required: false }],
  ] as const) {
    await setMode(mode);
    const instance = await api.request.get('/api/v2/instance').expect(200);
    expect(instance.body).toMatchObject({ registrations });
  }
});
