import type { GroupDetails } from '@skein/contracts/chat';
import type { Database, Transaction } from '@skein/db';
import type { Bus } from '../../platform/events/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { RateLimitsModule } from '../../platform/rate-limits/index.ts';
import { userKey } from '../../platform/rate-limits/rate-limits.ts';
import type { Consumption } from '../../platform/rate-limits/rate-limits.ts';
import {
  explainRateLimit,
  ForbiddenError,
  NotFoundError,
  RateLimitedError,
} from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { isOutage } from '../../platform/is-outage.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { MediaModule } from '../media/index.ts';
import type { Charge, ProtectionModule } from '../protection/index.ts';
import { toPictureUrl } from '../users/index.ts';
import type { UsersModule } from '../users/index.ts';
import { insertGroupMessage } from './group-messages.repository.ts';
import type { StoredGroupEvent } from './group-messages.repository.ts';
import { findGroup, listRoles, selectMembers } from './groups.queries.ts';
import { listMemberIds, lockGroup } from './groups.repository.ts';
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

/** A change of a group, together with the message about it. */
export interface Change<Result> {
  result: Result;
  events: readonly StoredGroupEvent[];
  /** Former members, who are notified too. */
  others?: readonly string[];
}

export type GroupAction<Result> = (
  tx: Transaction,
  group: LockedGroup,
  groupId: string,
) => Promise<Change<Result>>;

export type GroupContext = ReturnType<typeof createGroupContext>;

/** Reads and changes groups. All functions treat groups of others as nonexistent. */
export function createGroupContext(dependencies: GroupsDependencies) {
  const { database, clock, bus } = dependencies;

  /** Stores the messages about changes. */
  async function insertEvents(
    tx: Transaction,
    { groupId, senderId }: { groupId: string; senderId: string },
    events: readonly StoredGroupEvent[],
  ): Promise<void> {
    const message = { groupId, senderId, content: '', clientMessageId: null, usernames: [] };
    for (const event of events)
      await insertGroupMessage(tx, { ...message, event, type: 'system', now: clock.now() });
  }

  /** Locks a group, changes it and notifies its members. */
  async function change<Result>(
    viewer: Viewer,
    id: string,
    action: GroupAction<Result>,
  ): Promise<Result> {
    if (!isId(id)) throw groupNotFound();
    const groupId = id.toLowerCase();
    const { result, userIds } = await database.$transaction(async (tx) => {
      const group = await lockGroup(tx, groupId, viewer.userId);
      if (group === null) throw groupNotFound();
      const { others = [], ...changed } = await action(tx, group, groupId);
      await insertEvents(tx, { groupId, senderId: viewer.userId }, changed.events);
      return { ...changed, userIds: [...(await listMemberIds(tx, groupId)), ...others] };
    });
    bus.publish({ kind: 'message', userIds });
    for (const userId of userIds) bus.publish({ kind: 'conversation', userId, partnerId: groupId });
    return result;
  }

  return {
    ...dependencies,
    insertEvents,
    change,
    countGroup: <Result>(viewer: Viewer, create: () => Promise<Result>) =>
      countGroup(dependencies, viewer, create),

    countAdded: <Result>(viewer: Viewer, userIds: readonly string[], add: () => Promise<Result>) =>
      countAdded(dependencies, viewer, userIds, add),

    /** @throws NotFoundError unless the viewer is a member */
    get: async (viewer: Viewer, id: string): Promise<GroupDetails> => {
      const group = isId(id) ? await findGroup(database, viewer.userId, id) : null;
      if (group === null) throw groupNotFound();
      return toDetails(dependencies, viewer, group);
    },

    /** @throws NotFoundError, ForbiddenError */
    changeAsAdmin: <Result>(
      viewer: Viewer,
      id: string,
      action: GroupAction<Result>,
    ): Promise<Result> =>
      change(viewer, id, (tx, group, groupId) => {
        if (group.isAdmin === null) throw groupNotFound();
        if (!group.isAdmin) throw adminsOnly();
        return action(tx, group, groupId);
      }),
  };
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
async function countAdded<Result>(
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

export const adminsOnly = () => new ForbiddenError('error.groupAdminsOnly');

type FoundGroup = NonNullable<Awaited<ReturnType<typeof findGroup>>>;

async function toDetails(
  { database, users }: Pick<GroupsDependencies, 'database' | 'users'>,
  viewer: Viewer,
  group: FoundGroup,
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
