import type { GroupDetails } from '@skein/contracts/chat';
import type { Database, Transaction } from '@skein/db';
import type { Bus } from '../../../platform/events/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Idempotency } from '../../../platform/idempotency/idempotency.ts';
import type { RateLimitsModule } from '../../../platform/rate-limits/index.ts';
import { userKey } from '../../../platform/rate-limits/rate-limits.ts';
import type { Consumption } from '../../../platform/rate-limits/rate-limits.ts';
import {
  explainRateLimit,
  ForbiddenError,
  NotFoundError,
  RateLimitedError,
} from '../../../platform/errors.ts';
import { isId } from '../../../platform/ids.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { MediaModule } from '../../media/index.ts';
import type { Charge, ProtectionModule } from '../../protection/index.ts';
import { toPictureUrl } from '../../users/index.ts';
import type { UsersModule } from '../../users/index.ts';
import { addUsers } from '../members/add-members.ts';
import { listMemberIds } from '../members/members.repository.ts';
import { insertMessage } from '../messages/insert-message.repository.ts';
import type { StoredGroupEvent } from '../messages/insert-message.repository.ts';
import { findGroup, listRoles, selectMembers } from './groups.queries.ts';
import type { GroupDetailsRow } from './groups.queries.ts';
import { insertGroup, lockGroup } from './groups.repository.ts';
import type { LockedGroup } from './groups.repository.ts';

export interface GroupsDependencies {
  database: Database;
  clock: Clock;
  users: Pick<UsersModule, 'listUsers'>;
  media: Pick<MediaModule, 'claimPicture' | 'discard' | 'processProfileImage'>;
  protection: Pick<ProtectionModule, 'countAddedUsers' | 'refund'>;
  bus: Pick<Bus, 'publish'>;
  rateLimiter: Pick<RateLimitsModule, 'consume'>;
  /** Counts added users. @throws RateLimitedError */
  chargeMembers: (userId: string, count: number) => Promise<Charge>;
}

export const groupNotFound = () => new NotFoundError('error.groupNotFound');

export const adminsOnly = () => new ForbiddenError('error.groupAdminsOnly');

/** A change of a group, together with the messages about it. */
export interface Change<Result> {
  result: Result;
  events: readonly StoredGroupEvent[];
  /** Former members, who are notified too. */
  others?: readonly string[];
}

export type GroupAction<Result> = (
  tx: Transaction,
  group: LockedGroup,
  conversationId: string,
) => Promise<Change<Result>>;

/** Stores the messages about changes. */
export async function insertEvents(
  tx: Transaction,
  { clock }: Pick<GroupsDependencies, 'clock'>,
  { conversationId, senderId }: { conversationId: string; senderId: string },
  events: readonly StoredGroupEvent[],
): Promise<void> {
  const message = {
    conversationId,
    senderId,
    kind: 'group',
    content: '',
    clientMessageId: null,
  } as const;
  for (const event of events)
    await insertMessage(tx, { ...message, event, type: 'system', now: clock.now() });
}

/** Locks a group, changes it and notifies its members. @throws NotFoundError */
export async function changeGroup<Result>(
  { database, clock, bus }: GroupsDependencies,
  viewer: Viewer,
  id: string,
  action: GroupAction<Result>,
): Promise<Result> {
  if (!isId(id)) throw groupNotFound();
  const conversationId = id.toLowerCase();
  const { result, userIds } = await database.$transaction(async (tx) => {
    const group = await lockGroup(tx, conversationId, viewer.userId);
    if (group === null) throw groupNotFound();
    const { others = [], ...changed } = await action(tx, group, conversationId);
    await insertEvents(tx, { clock }, { conversationId, senderId: viewer.userId }, changed.events);
    return { ...changed, userIds: [...(await listMemberIds(tx, conversationId)), ...others] };
  });
  bus.publish({ kind: 'message', userIds });
  bus.publish({ kind: 'conversation', conversationId, userIds });
  return result;
}

/** @throws NotFoundError, ForbiddenError */
export function changeAsAdmin<Result>(
  dependencies: GroupsDependencies,
  viewer: Viewer,
  id: string,
  action: GroupAction<Result>,
): Promise<Result> {
  return changeGroup(dependencies, viewer, id, (tx, group, conversationId) => {
    if (group.isAdmin === null) throw groupNotFound();
    if (!group.isAdmin) throw adminsOnly();
    return action(tx, group, conversationId);
  });
}

interface NewGroup {
  name: string;
  userIds: readonly string[];
}

/** @throws ForbiddenError, NotFoundError for one of the users; RateLimitedError */
export async function createGroup(
  dependencies: GroupsDependencies,
  viewer: Viewer,
  { id, attempt }: Idempotency,
  { name, userIds }: NewGroup,
): Promise<GroupDetails> {
  const { database, bus } = dependencies;
  const creatorId = viewer.userId;
  if (attempt !== 'first') {
    const existing = await findGroup(database, creatorId, id);
    if (existing !== null) return toDetails(dependencies, viewer, existing);
    if (attempt === 'completed') throw groupNotFound();
  }
  const others = userIds.filter((userId) => userId.toLowerCase() !== creatorId);
  const insert = () =>
    database.$transaction(async (tx) => {
      await insertGroup(tx, { id, name, creatorId });
      const key = { conversationId: id, senderId: creatorId };
      await insertEvents(tx, dependencies, key, [{ type: 'group_created', userIds: [], name }]);
      if (others.length === 0) return;
      const created = { lastSeq: 1, membersCount: 1 };
      const added = await addUsers(tx, { conversationId: id, viewer, userIds: others }, created);
      await insertEvents(tx, dependencies, key, added);
    });
  await countGroup(dependencies, viewer, () => countAdded(dependencies, viewer, others, insert));
  bus.publish({ kind: 'message', userIds: await listMemberIds(database, id) });
  return getGroup(dependencies, viewer, id);
}

/** @throws NotFoundError unless the viewer is a member */
export async function getGroup(
  dependencies: Pick<GroupsDependencies, 'database' | 'users'>,
  viewer: Viewer,
  id: string,
): Promise<GroupDetails> {
  const group = isId(id) ? await findGroup(dependencies.database, viewer.userId, id) : null;
  if (group === null) throw groupNotFound();
  return toDetails(dependencies, viewer, group);
}

/** Counts a created group, unless it is not created. @throws RateLimitedError */
async function countGroup<Result>(
  { rateLimiter }: Pick<GroupsDependencies, 'rateLimiter'>,
  { userId }: Viewer,
  create: () => Promise<Result>,
): Promise<Result> {
  let counted: Pick<Consumption, 'refund'>;
  try {
    counted = await rateLimiter.consume('groups', userKey(userId));
  } catch (error) {
    if (!(error instanceof RateLimitedError)) throw error;
    throw explainRateLimit(error, 'error.groupsLimit');
  }
  try {
    return await create();
  } catch (error) {
    if (!isOutage(error)) await counted.refund();
    throw error;
  }
}

/**
 * Counts users before `add` adds them.
 * @throws RateLimitedError; ForbiddenError for more strangers than a new account can ever add
 */
export async function countAdded<Result>(
  { protection, chargeMembers }: Pick<GroupsDependencies, 'protection' | 'chargeMembers'>,
  viewer: Viewer,
  userIds: readonly string[],
  add: () => Promise<Result>,
): Promise<Result> {
  const charges = [...(await protection.countAddedUsers(viewer, userIds))];
  try {
    charges.push(await chargeMembers(viewer.userId, userIds.length));
    return await add();
  } catch (error) {
    if (!isOutage(error)) await protection.refund(charges);
    throw error;
  }
}

async function toDetails(
  { database, users }: Pick<GroupsDependencies, 'database' | 'users'>,
  viewer: Viewer,
  group: GroupDetailsRow,
): Promise<GroupDetails> {
  const { id, name, pictureKey, isAdmin, inviteToken, createdAt } = group;
  const [listed, roles] = await Promise.all([
    users.listUsers(viewer, selectMembers(viewer.userId, id)),
    listRoles(database, id),
  ]);
  const byUser = new Map(roles.map(({ userId, ...role }) => [userId, role]));
  const members = listed.flatMap(({ user, reference }) => {
    const role = byUser.get(user.id);
    return role === undefined ? [] : { user, ...role, readUpTo: reference };
  });
  return {
    id,
    name,
    picture: toPictureUrl(pictureKey),
    membersCount: roles.length,
    isAdmin,
    createdAt: createdAt.toISOString(),
    members,
    inviteToken,
  };
}
