import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { newId } from '../../shared/ids.ts';
import { lockAccounts } from './follows.repository.ts';
import type { RequestStatus } from './follows.repository.ts';

/** A request to follow, and who asked whom. */
export interface StoredRequest {
  id: string;
  requesterId: string;
  status: RequestStatus;
}

export type RequestsRepository = ReturnType<typeof createRequestsRepository>;

/** Requests to follow. What takes a transaction wants both accounts locked in it, see `inTurn`. */
export function createRequestsRepository(database: Database) {
  return {
    /** Asks, anew where it had been asked before. */
    async renew(tx: Transaction, requesterId: string, targetId: string): Promise<void> {
      await tx.followRequest.deleteMany({ where: { requesterId, targetId } });
      await tx.followRequest.create({ data: { id: newId(), requesterId, targetId } });
    },

    async remove(
      tx: Transaction,
      where: { requesterId: string; targetId: string; statuses: readonly RequestStatus[] },
    ): Promise<void> {
      const { requesterId, targetId, statuses } = where;
      await tx.followRequest.deleteMany({
        where: { requesterId, targetId, status: { in: [...statuses] } },
      });
    },

    /** Null also for a request to somebody else. */
    find: (tx: Transaction, id: string, targetId: string): Promise<StoredRequest | null> =>
      tx.followRequest.findFirst({
        where: { id, targetId, requester: { suspendedAt: null } },
        select: { id: true, requesterId: true, status: true },
      }),

    async findRequester(id: string, targetId: string): Promise<string | null> {
      const request = await database.followRequest.findFirst({
        where: { id, targetId },
        select: { requesterId: true },
      });
      return request?.requesterId ?? null;
    },

    async decide(
      tx: Transaction,
      id: string,
      decision: { status: RequestStatus; decidedAt: Date },
    ): Promise<void> {
      await tx.followRequest.update({ where: { id }, data: decision });
    },

    /** People who wait for this person's approval, `limit` of them. */
    async listWaiting(targetId: string, limit: number): Promise<string[]> {
      const rows = await database.followRequest.findMany({
        where: { targetId, status: 'pending' },
        orderBy: { id: 'asc' },
        take: limit,
        select: { requesterId: true },
      });
      return rows.map((row) => row.requesterId);
    },

    /** Lets those of them who still wait follow. False when the account is not public. */
    approveWaiting: (
      targetId: string,
      requesterIds: readonly string[],
      decidedAt: Date,
    ): Promise<boolean> =>
      database.$transaction(async (tx) => {
        await lockAccounts(tx, [targetId, ...requesterIds]);
        const target = await tx.user.findUnique({
          where: { id: targetId },
          select: { isPrivate: true },
        });
        if (target === null || target.isPrivate) return false;
        await tx.$executeRaw(approveStatement(targetId, requesterIds, decidedAt));
        return true;
      }),
  };
}

function approveStatement(
  targetId: string,
  requesterIds: readonly string[],
  decidedAt: Date,
): Prisma.Sql {
  return Prisma.sql`
    WITH approved AS (
      UPDATE follow_requests SET status = 'approved', decided_at = ${decidedAt}
      WHERE target_id = ${targetId}::uuid AND requester_id = ANY (${requesterIds}::uuid[])
        AND status = 'pending'
      RETURNING requester_id, target_id
    ), made AS (
      INSERT INTO follows (follower_id, followee_id) SELECT requester_id, target_id FROM approved
      ON CONFLICT DO NOTHING RETURNING follower_id
    )
    UPDATE users SET following_count = following_count + (id <> ${targetId}::uuid)::int,
      followers_count = followers_count
        + CASE WHEN id = ${targetId}::uuid THEN (SELECT count(*)::int FROM made) ELSE 0 END
    WHERE id = ${targetId}::uuid OR id IN (SELECT follower_id FROM made)`;
}
