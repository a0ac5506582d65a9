import type { AccountActionResult } from '@skein/contracts/moderation';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { administratorEmail, createAdministrator, createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';
import { createUserActions } from '../support/http/user-actions.ts';

let api: TestApi;
let actions: ReturnType<typeof createUserActions>;
let owner: User;
let moderator: User;
let colleague: User;
let ada: User;
let ben: User;

beforeAll(async () => {
  api = await startTestApi({ settings: { adminEmails: [administratorEmail] } });
  actions = createUserActions(api);
  owner = await createAdministrator(api);
  [moderator, colleague] = [await createUser(api), await createUser(api)];
  for (const { id } of [moderator, colleague]) {
    await api.database.user.update({ where: { id }, data: { role: 'moderator' } });
  }
});

beforeEach(async () => {
  [ada, ben] = [await createUser(api), await createUser(api)];
});

afterAll(() => api.close());

const act = (users: readonly { id: string }[], fields: object, by = moderator) =>
  actions
    .post(by, '/admin/users/actions')
    .send({ userIds: users.map(({ id }) => id), text: 'You sell bridges', ...fields });

async function actAll(
  users: readonly { id: string }[],
  action: string,
  by = moderator,
): Promise<AccountActionResult['outcome'][]> {
  const response = await act(users, { action }, by).expect(200);
  const { results } = response.body as { results: AccountActionResult[] };
  expect(results.map(({ userId }) => userId)).toEqual(users.map(({ id }) => id));
  return results.map(({ outcome }) => outcome);
}

describe('an action on several accounts', () => {
  it('gives each its own strike, notification and entry in the audit log', async () => {
    expect(await actAll([ada, ben], 'suspend')).toEqual(['done', 'done']);
    for (const { id, auth } of [ada, ben]) {
      expect(await api.database.strike.findMany({ where: { userId: id } })).toMatchObject([
        { action: 'suspend', moderatorId: moderator.id, text: 'You sell bridges' },
      ]);
      expect(await api.database.auditEntry.findMany({ where: { targetId: id } })).toMatchObject([
        { action: 'suspend', actorId: moderator.id, details: { reason: 'You sell bridges' } },
      ]);
      const notifications = { where: { recipientId: id, type: 'moderation_warning' } } as const;
      expect(await api.database.notification.count(notifications)).toBe(1);
      await api.request.get('/api/users/me').set(auth).expect(401);
    }
  });

  it('reports what could not be done, and does the rest', async () => {
    await actAll([ada], 'limit');
    const unknown = { id: newId() };
    expect(await actAll([ada, moderator, colleague, owner, unknown, ben], 'limit')).toEqual([
      'unchanged',
      'self',
      'staff',
      'staff',
      'unknown',
      'done',
    ]);
    expect(await api.database.strike.count({ where: { userId: ada.id } })).toBe(1);
    const staff = { id: { in: [moderator.id, colleague.id, owner.id] }, limitedAt: { not: null } };
    expect(await api.database.user.count({ where: staff })).toBe(0);
  });

  it('refuses the only owner, also by the owner', async () => {
    expect(await actAll([owner, ada], 'suspend', owner)).toEqual(['self', 'done']);
    expect(await actAll([colleague], 'freeze', owner)).toEqual(['done']);
    expect(await actAll([colleague], 'lift', owner)).toEqual(['done']);
  });

  it('ends limits, freezes and suspensions together', async () => {
    await actAll([ada], 'limit');
    await actAll([ada], 'freeze');
    await actAll([ben], 'suspend');
    const other = await createUser(api);
    expect(await actAll([ada, ben, other], 'lift')).toEqual(['done', 'done', 'unchanged']);
    const states = await api.database.user.findMany({
      where: { id: { in: [ada.id, ben.id] } },
      select: { limitedAt: true, frozenAt: true, suspendedAt: true, suspendedUntil: true },
    });
    const free = { limitedAt: null, frozenAt: null, suspendedAt: null, suspendedUntil: null };
    expect(states).toEqual([free, free]);
    const open = { userId: { in: [ada.id, ben.id] }, liftedAt: null };
    expect(await api.database.strike.count({ where: open })).toBe(0);
    const lifted = { targetId: ada.id, action: 'lift' };
    expect(await api.database.auditEntry.findMany({ where: lifted })).toMatchObject([
      { details: { lifted: 'limit', reason: 'You sell bridges' } },
      { details: { lifted: 'freeze' } },
    ]);
  });

  it('is done once by two moderators at the same time', async () => {
    const outcomes = await Promise.all([
      actAll([ada, ben], 'freeze'),
      actAll([ada, ben], 'freeze', colleague),
    ]);
    expect(outcomes.flat().toSorted()).toEqual(['done', 'done', 'unchanged', 'unchanged']);
    expect(await api.database.strike.count({ where: { userId: ada.id } })).toBe(1);
  });

  it('acts once on an account that is named twice', async () => {
    const response = await act([ada, ada], { action: 'freeze' }).expect(200);
    expect(response.body).toEqual({ results: [{ userId: ada.id, outcome: 'done' }] });
  });

  it.each([
    ['no account', { userIds: [] }],
    ['more than 100 accounts', { userIds: Array.from({ length: 101 }, () => newId()) }],
    ['an invalid id', { userIds: ['x'] }],
    ['a warning', { action: 'warn' }],
    ['no reason', { text: '' }],
    ['an unknown rule', { ruleIds: [newId()] }],
    ['a long suspension', { suspendedUntil: '2099-01-01T00:00:00.000Z' }],
  ])('is rejected with %s', async (_what, fields) => {
    expectError(await act([ada], { action: 'suspend', ...fields }), 'validation_failed');
    expect(await api.database.strike.count({ where: { userId: ada.id } })).toBe(0);
  });

  it('is only for moderators', async () => {
    expectError(await act([ben], { action: 'suspend' }, ada), 'forbidden');
  });
});
