import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { enqueueAccepts, enqueueFollow } from '../../domain/events/federation-writer.queries.ts';
import { insertNotifications } from '../../domain/events/notification-writer.queries.ts';
import { publishNotificationChanges } from '../../domain/events/publish-notification-changes.ts';
import { connectAccount, isConnectable } from '../../domain/federated-accounts.queries.ts';
import { dateOfId, newId } from '../../platform/ids.ts';
import { activeUser, isLocal } from '../../domain/visibility.queries.ts';
import { lockAccounts } from '../users/index.ts';
import { isLocalUser } from './follows.repository.ts';
import type { RequestStatus, PairTransaction, RelationDependencies } from './follows.repository.ts';

const { sql } = Prisma;

export interface FollowRequest {
  id: string;
  requesterId: string;
  status: RequestStatus;
}

// Functions with a `PairTransaction` require both accounts to be locked. A request notifies its
// target; deleting the request also deletes the notification.

/** Returns null also for a request to another user. */
export function findRequest(
  { tx }: PairTransaction,
  id: string,
  targetId: string,
): Promise<FollowRequest | null> {
  return tx.followRequest.findFirst({
    where: { id, targetId, requester: activeUser },
    select: { id: true, requesterId: true, status: true },
  });
}

export async function findRequester(
  database: Database,
  id: string,
  targetId: string,
): Promise<string | null> {
  const request = await database.followRequest.findFirst({
    where: { id, targetId },
    select: { requesterId: true },
  });
  return request?.requesterId ?? null;
}

/** Stores the decision and marks the notification as read. */
export async function updateRequest(
  { tx, recipientIds }: PairTransaction,
  id: string,
  decision: { status: RequestStatus; decidedAt: Date },
): Promise<void> {
  const { targetId } = await tx.followRequest.update({ where: { id }, data: decision });
  await tx.notification.updateMany({
    where: { followRequestId: id, readAt: null },
    data: { readAt: decision.decidedAt },
  });
  recipientIds.add(targetId);
}

/** Users with pending requests to follow an account. */
export async function listPendingRequesters(
  database: Database,
  targetId: string,
  limit: number,
): Promise<string[]> {
  const rows = await database.followRequest.findMany({
    where: { targetId, status: 'pending' },
    orderBy: { id: 'asc' },
    take: limit,
    select: { requesterId: true },
  });
  return rows.map((row) => row.requesterId);
}

/** Approves the requests that are still pending. Returns false when the account is private. */
export async function approveRequests(
  { database, bus }: RelationDependencies,
  targetId: string,
  requesterIds: readonly string[],
  decidedAt: Date,
): Promise<boolean> {
  const recipientIds = await database.$transaction(async (tx) => {
    await lockAccounts(tx, [targetId, ...requesterIds]);
    const target = await tx.user.findFirst({
      where: { id: targetId },
      select: { isPrivate: true },
    });
    if (target === null || target.isPrivate) return null;
    const statement = approveStatement(targetId, requesterIds, decidedAt);
    const notified = await tx.query<{ recipient_id: string }>(statement);
    await enqueueAccepts(tx, targetId, requesterIds);
    return [targetId, ...notified.map((row) => row.recipient_id)];
  });
  publishNotificationChanges(bus, recipientIds ?? []);
  return recipientIds !== null;
}

/** Inserts a request in place of any earlier one, and notifies the target. */
export async function replaceRequest(
  { tx, recipientIds }: PairTransaction,
  requesterId: string,
  targetId: string,
): Promise<void> {
  const id = newId();
  await tx.followRequest.deleteMany({ where: { requesterId, targetId } });
  await tx.followRequest.create({ data: { id, createdAt: dateOfId(id), requesterId, targetId } });
  await tx.query(
    insertNotifications(sql`SELECT ${newId()}::uuid, ${targetId}::uuid, ${requesterId}::uuid,
      'follow_request'::notification_type, NULL::uuid, ${id}::uuid, NULL::uuid
      WHERE ${isLocalUser(targetId)}`),
  );
  await enqueueFollow(tx, { type: 'follow', followerId: requesterId, followeeId: targetId });
  recipientIds.add(targetId);
}

/** Accounts of other servers that follow the user or are followed, also by a request, by id. */
export async function listRemoteConnections(
  database: Database,
  userId: string,
  { domain, afterId, limit }: { domain: string | null; afterId: string | null; limit: number },
): Promise<string[]> {
  const user = sql`${userId}::uuid`;
  const rows = await database.query<{ id: string }>(sql`
    SELECT other.id FROM users other JOIN (
      SELECT followee_id AS id FROM follows WHERE follower_id = ${user}
      UNION SELECT follower_id FROM follows WHERE followee_id = ${user}
      UNION SELECT target_id FROM follow_requests WHERE requester_id = ${user}
      UNION SELECT requester_id FROM follow_requests WHERE target_id = ${user}) connected USING (id)
    WHERE other.domain = coalesce(${domain}, other.domain) AND (${afterId}::uuid IS NULL OR other.id > ${afterId}::uuid)
    ORDER BY other.id LIMIT ${limit}::int`);
  return rows.map(({ id }) => id);
}

/**
 * A private account is connected with other servers from its first follow of an account of another server on.
 * @returns false if its user has disconnected it
 */
export async function connectForFollow(
  tx: Transaction,
  followerId: string,
  followeeId: string,
): Promise<boolean> {
  const isRemote = sql`EXISTS (
    SELECT FROM users WHERE id = ${followeeId}::uuid AND domain IS NOT NULL)`;
  await connectAccount(tx, followerId, isRemote);
  const disconnected = await tx.query(sql`
    SELECT FROM users account WHERE account.id = ${followerId}::uuid AND ${isLocal(sql`account`)}
      AND NOT ${isConnectable(sql`account`)} AND ${isRemote}`);
  return disconnected.length === 0;
}

export async function deleteRequest(
  { tx, recipientIds }: PairTransaction,
  where: { requesterId: string; targetId: string; statuses: readonly RequestStatus[] },
): Promise<void> {
  const { requesterId, targetId, statuses } = where;
  const { count } = await tx.followRequest.deleteMany({
    where: { requesterId, targetId, status: { in: [...statuses] } },
  });
  if (count > 0) recipientIds.add(targetId);
}

function approveStatement(
  targetId: string,
  requesterIds: readonly string[],
  decidedAt: Date,
): Prisma.Sql {
  const ids = requesterIds.map(() => newId());
  return sql`
    WITH approved AS (
      UPDATE follow_requests SET status = 'approved', decided_at = ${decidedAt}
      WHERE target_id = ${targetId}::uuid AND requester_id = ANY (${requesterIds}::uuid[])
        AND status = 'pending'
      RETURNING id, requester_id, target_id
    ), read AS (
      UPDATE notifications SET read_at = ${decidedAt} FROM approved
      WHERE follow_request_id = approved.id AND read_at IS NULL
    ), inserted AS (
      INSERT INTO follows (follower_id, followee_id) SELECT requester_id, target_id FROM approved
      ON CONFLICT DO NOTHING RETURNING follower_id
    ), counted AS (
      UPDATE users SET following_count = following_count + (id <> ${targetId}::uuid)::int,
        followers_count = followers_count
          + CASE WHEN id = ${targetId}::uuid THEN (SELECT count(*)::int FROM inserted) ELSE 0 END
      WHERE id = ${targetId}::uuid OR id IN (SELECT follower_id FROM inserted)
    )
    ${insertNotifications(sql`SELECT (${ids}::uuid[])[array_position(${requesterIds}::uuid[], follower_id)],
      follower_id, ${targetId}::uuid, 'follow_approved'::notification_type, NULL::uuid, NULL::uuid,
      NULL::uuid
      FROM inserted JOIN users follower ON follower.id = follower_id AND follower.domain IS NULL`)}`;
}
