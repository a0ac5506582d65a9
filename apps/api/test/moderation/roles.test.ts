import type { UserRole } from '@skein/contracts/administration';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { administratorEmail, createAdministrator, createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { insertThread } from '../support/factories/threads.ts';
import { createUserActions } from '../support/http/user-actions.ts';

const reason = 'Against the rules';
let api: TestApi;
let actions: ReturnType<typeof createUserActions>;
let staff: Record<UserRole, User>;

beforeAll(async () => {
  api = await startTestApi({ settings: { adminEmails: [administratorEmail] } });
  actions = createUserActions(api);
  staff = {
    member: await createWithRole('member'),
    moderator: await createWithRole('moderator'),
    admin: await createWithRole('admin'),
    owner: await createWithRole('owner'),
  };
});

afterAll(() => api.close());

async function createWithRole(role: UserRole): Promise<User> {
  const user = await createUser(api);
  await api.database.user.update({ where: { id: user.id }, data: { role } });
  return user;
}

const changeRole = (by: User, id: string, role: string) =>
  api.request.put(`/api/admin/users/${id}/role`).set(by.auth).send({ role });

const suspend = (by: User, id: string) =>
  actions.post(by, `/admin/users/${id}/suspend`).send({ reason });

const readRole = async (id: string) => {
  const { role } = await api.database.user.findFirstOrThrow({ where: { id } });
  return role;
};

describe('roles', () => {
  it.each([
    ['/admin/reports', 'moderator'],
    ['/admin/users', 'moderator'],
    ['/admin/registrations', 'moderator'],
    ['/admin/audit', 'moderator'],
    ['/admin/audit/export', 'moderator'],
    ['/admin/invitations', 'admin'],
    ['/admin/settings', 'admin'],
    ['/admin/rules', 'admin'],
    ['/admin/pages/about', 'admin'],
    ['/admin/stats', 'admin'],
  ] as const)('allow %s from %s up', async (path, lowest) => {
    const order = ['member', 'moderator', 'admin', 'owner'] as const;
    for (const role of order) {
      const response = await actions.read(staff[role], path);
      const isAllowed = order.indexOf(role) >= order.indexOf(lowest);
      expect([role, response.status]).toEqual([role, isAllowed ? 200 : 403]);
    }
  });

  it('are part of the own account and of the list of accounts', async () => {
    const configured = await createAdministrator(api);
    for (const [user, role, isAdmin] of [
      [staff.moderator, 'moderator', false],
      [staff.admin, 'admin', true],
      [configured, 'owner', true],
    ] as const) {
      const me = await actions.read(user, '/users/me').expect(200);
      expect(me.body).toMatchObject({ role, isAdmin });
      const list = await actions
        .read(staff.admin, '/admin/users')
        .query({ q: user.username })
        .expect(200);
      expect(list.body).toMatchObject({ content: [{ id: user.id, role, isAdmin }] });
    }
  });

  it('allow suspending only accounts with a lower role', async () => {
    const [member, moderator] = [await createUser(api), await createWithRole('moderator')];
    expectError(await suspend(staff.moderator, moderator.id), 'conflict');
    expectError(await suspend(staff.moderator, staff.admin.id), 'conflict');
    expectError(await suspend(staff.admin, staff.owner.id), 'conflict');
    await suspend(staff.moderator, member.id).expect(200);
    await suspend(staff.admin, moderator.id).expect(200);
    const undo = actions.post(staff.moderator, `/admin/users/${moderator.id}/unsuspend`);
    expectError(await undo.send({ reason }), 'conflict');
  });
});

describe('moderators', () => {
  const report = (targetType: string, targetId: string) =>
    actions.post(staff.member, '/reports').send({ targetType, targetId, reason: 'spam' });

  const listReported = async (by: User) => {
    const response = await actions.read(by, '/admin/reports').query({ size: 100 }).expect(200);
    return (response.body as { content: { id: string; targetId: string }[] }).content;
  };

  it('neither see nor dismiss reports about themselves and higher roles', async () => {
    const user = await createUser(api);
    const thread = await insertThread(api.database, staff.owner.id);
    for (const { id } of [user, staff.moderator, staff.admin]) await report('user', id).expect(201);
    await report('thread', thread).expect(201);
    const seen = await listReported(staff.moderator);
    const all = await listReported(staff.admin);
    expect(seen.map(({ targetId }) => targetId)).toEqual([user.id]);
    expect(all).toHaveLength(4);
    const dismiss = (id: string) =>
      actions.post(staff.moderator, `/admin/reports/${id}/dismiss`).send({});
    for (const { id, targetId } of all) {
      if (targetId === user.id) await dismiss(id).expect(200);
      else expectError(await dismiss(id), 'not_found');
    }
  });

  it('remove threads only of members', async () => {
    const remove = async (authorId: string) => {
      const id = await insertThread(api.database, authorId);
      return actions.remove(staff.moderator, `/admin/threads/${id}`).send({ reason });
    };
    expectError(await remove(staff.owner.id), 'conflict');
    expect((await remove(staff.member.id)).status).toBe(200);
  });
});

describe('changing a role', () => {
  it('is possible below the own role, for owners up to their own', async () => {
    const { id } = await createUser(api);
    for (const [by, role, status] of [
      [staff.moderator, 'moderator', 403],
      [staff.admin, 'moderator', 200],
      [staff.admin, 'admin', 403],
      [staff.admin, 'owner', 403],
      [staff.owner, 'admin', 200],
      [staff.admin, 'member', 403],
      [staff.owner, 'owner', 200],
      [staff.owner, 'member', 200],
      [staff.owner, 'member', 200],
    ] as const) {
      const before = await readRole(id);
      const response = await changeRole(by, id, role);
      expect([role, response.status]).toEqual([role, status]);
      expect(await readRole(id)).toBe(status === 200 ? role : before);
    }
    const entries = await api.database.auditEntry.findMany({
      where: { targetId: id },
      orderBy: { id: 'asc' },
      select: { action: true, details: true },
    });
    expect(entries.map(({ details }) => details)).toEqual([
      { from: 'member', to: 'moderator' },
      { from: 'moderator', to: 'admin' },
      { from: 'admin', to: 'owner' },
      { from: 'owner', to: 'member' },
    ]);
  });

  it('is rejected for oneself, owners by ADMIN_EMAILS, and unknown users and roles', async () => {
    const configured = await api.database.user.findFirstOrThrow({
      where: { email: administratorEmail },
    });
    expectError(await changeRole(staff.owner, staff.owner.id, 'member'), 'validation_failed');
    expectError(await changeRole(staff.owner, configured.id, 'member'), 'conflict');
    expectError(await changeRole(staff.owner, newId(), 'admin'), 'not_found');
    expectError(await changeRole(staff.owner, 'x', 'admin'), 'not_found');
    expectError(await changeRole(staff.owner, staff.member.id, 'root'), 'validation_failed');
  });

  it('revokes the invitations of an account that may no longer invite', async () => {
    const admin = await createWithRole('admin');
    await actions.post(admin, '/admin/invitations').send({ days: 1, usesMax: 1 }).expect(201);
    await changeRole(staff.owner, admin.id, 'moderator').expect(200);
    const where = { creatorId: admin.id, revokedAt: null };
    expect(await api.database.invitation.count({ where })).toBe(0);
  });

  it('lets only the first of two owners take the role of the other', async () => {
    const owners = [await createWithRole('owner'), await createWithRole('owner')] as const;
    const [first, second] = owners;
    const responses = await Promise.all([
      changeRole(first, second.id, 'member'),
      changeRole(second, first.id, 'member'),
    ]);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 403]));
    const roles = await Promise.all(owners.map(({ id }) => readRole(id)));
    expect(roles.toSorted()).toEqual(['member', 'owner']);
  });
});

async function removeOwners(): Promise<void> {
  await api.database.user.updateMany({ where: { role: 'owner' }, data: { role: 'member' } });
  await api.database.user.deleteMany({ where: { email: administratorEmail } });
}

const remove = ({ auth, password }: User) =>
  api.request.delete('/api/users/me').set(auth).send({ password });

it('the last owner cannot delete the account, also if two do so at once', async () => {
  await removeOwners();
  const owners = [await createWithRole('owner'), await createWithRole('owner')];
  const responses = await Promise.all(owners.map((owner) => remove(owner)));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const remaining = owners.filter((_, index) => responses[index]?.status === 409);
  // Owners by ADMIN_EMAILS are owners too.
  await createAdministrator(api);
  for (const owner of remaining) await remove(owner).expect(200);
});

it('the last owner by ADMIN_EMAILS cannot delete the account', async () => {
  await removeOwners();
  const configured = await createAdministrator(api);
  // Neither a suspended owner nor an administrator replaces the owner.
  const suspended = await createWithRole('owner');
  await api.database.user.update({
    where: { id: suspended.id },
    data: { suspendedAt: new Date() },
  });
  await createWithRole('admin');
  expectError(await remove(configured), 'conflict');
  await createWithRole('owner');
  await remove(configured).expect(200);
});

it('one of an owner by role and an owner by ADMIN_EMAILS can delete the account at once', async () => {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await removeOwners();
    const owners = [await createAdministrator(api), await createWithRole('owner')];
    const responses = await Promise.all(owners.map((owner) => remove(owner)));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  }
});

it('an unverified address of ADMIN_EMAILS makes nobody the last owner', async () => {
  await removeOwners();
  const other = await createUser(api, { email: administratorEmail });
  await api.database.user.update({ where: { id: other.id }, data: { emailProvenAt: null } });
  const owner = await createWithRole('owner');
  expectError(await remove(owner), 'conflict');
  await remove(other).expect(200);
});
