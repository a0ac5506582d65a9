import { pushSubscriptionsMax } from '@skein/contracts/limits';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { UnauthenticatedError } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { isActive } from '../../../platform/visibility.queries.ts';
import type { Capacity } from './delivery-budget.ts';
import type { PushTarget } from './push-sender.ts';

const { sql } = Prisma;

/** The number of due subscriptions to choose from. */
const candidatesMax = 500;

/** A subscription that this server has claimed for delivery. */
export interface ClaimedSubscription extends PushTarget {
  id: string;
  userId: string;
  /** The endpoint's host, with its port unless it is the default. */
  host: string;
  lastNotificationId: string;
  lastInboxSeq: number;
  failures: number;
}

/** The result of a delivery. */
export interface Progress {
  /** Unchanged if undefined. */
  position?: { lastNotificationId: string; lastInboxSeq: number };
  failures?: number;
  busyUntil: Date;
}

export type SubscriptionsRepository = ReturnType<typeof createSubscriptionsRepository>;

export function createSubscriptionsRepository(database: Database) {
  return {
    /**
     * Adds a subscription, or moves an existing one of the same browser to this user and session.
     * Its failures still count until a delivery succeeds.
     * @throws UnauthenticatedError when the account or session was deleted meanwhile
     */
    insert: ({ userId, sessionId }: Viewer, id: string, { endpoint, p256dh, auth }: PushTarget) =>
      database.$transaction(async (tx): Promise<string> => {
        const inserted = await tx.$executeRaw`
          INSERT INTO push_subscriptions AS existing
            (id, user_id, session_id, endpoint, p256dh, auth, told_id, told_seq)
          SELECT ${id}::uuid, own.id, session.id, ${endpoint}, ${p256dh}, ${auth},
            ${id}::uuid, coalesce((SELECT last_seq FROM chat_inboxes WHERE user_id = own.id), 0)
          FROM users own JOIN sessions session ON session.user_id = own.id
          WHERE own.id = ${userId}::uuid AND session.id = ${sessionId}::uuid
          FOR KEY SHARE OF own, session
          ON CONFLICT (endpoint) DO UPDATE SET id = excluded.id, user_id = excluded.user_id,
            session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
            told_id = excluded.told_id, told_seq = excluded.told_seq`;
        if (inserted === 0) throw new UnauthenticatedError();
        await tx.$executeRaw`
          DELETE FROM push_subscriptions WHERE user_id = ${userId}::uuid AND id NOT IN (
            SELECT id FROM push_subscriptions WHERE user_id = ${userId}::uuid
            ORDER BY id DESC LIMIT ${pushSubscriptionsMax}::int)`;
        return id;
      }),

    /** False when the user has no such subscription. */
    async remove(userId: string, id: string): Promise<boolean> {
      const { count } = await database.pushSubscription.deleteMany({ where: { id, userId } });
      return count > 0;
    },

    async removeById(id: string): Promise<void> {
      await database.pushSubscription.deleteMany({ where: { id } });
    },

    async removeOfEndedSessions(now: Date): Promise<void> {
      await database.pushSubscription.deleteMany({
        where: { session: { OR: [{ revokedAt: { not: null } }, { expiresAt: { lte: now } }] } },
      });
    },

    claim: (request: ClaimRequest): Promise<ClaimedSubscription[]> =>
      database.$queryRaw<ClaimedSubscription[]>(claimStatement(request)),

    async storeProgress(id: string, { position, ...rest }: Progress): Promise<void> {
      await database.pushSubscription.updateMany({
        where: { id },
        data: { ...rest, ...position },
      });
    },
  };
}

interface ClaimRequest {
  /** Undefined means all users. */
  userIds: readonly string[] | undefined;
  /** Only notifications before this one count: they are certainly committed. */
  upTo: string;
  now: Date;
  /**
   * No other server claims them before; if this server stops midway, another one claims them then.
   */
  busyUntil: Date;
  capacity: Capacity;
}

const hostOf = sql`split_part(own.endpoint, '/', 3)`;

/** Claims due subscriptions, at most as many per host and user as there is capacity for. */
function claimStatement({ userIds, upTo, now, busyUntil, capacity }: ClaimRequest): Prisma.Sql {
  const { free, hosts, hostMax, users, userMax } = capacity;
  const isSelected =
    userIds === undefined ? sql`true` : sql`own.user_id = ANY (${userIds}::uuid[])`;
  const keysOf = (usage: typeof hosts, min = 0) =>
    usage.filter(({ count }) => count >= min).map(({ key }) => key);
  const countsOf = (usage: typeof hosts) => usage.map(({ count }) => count);
  return sql`
    WITH candidate AS (
      SELECT own.id, own.user_id, ${hostOf} AS host FROM push_subscriptions own
        JOIN sessions session ON session.id = own.session_id
        JOIN users owner ON owner.id = own.user_id
      WHERE ${isSelected} AND own.busy_until <= ${now}
        AND ${hostOf} <> ALL (${keysOf(hosts, hostMax)}::text[])
        AND own.user_id <> ALL (${keysOf(users, userMax)}::uuid[])
        AND session.revoked_at IS NULL AND session.expires_at > ${now}
        AND ${isActive(sql`owner`)}
        AND (EXISTS (SELECT FROM notifications pending
            WHERE pending.recipient_id = own.user_id AND pending.type = ANY (enum_range(NULL::notification_type))
              AND pending.id > own.told_id AND pending.id < ${upTo}::uuid AND pending.read_at IS NULL)
          OR EXISTS (SELECT FROM chat_inboxes inbox
            WHERE inbox.user_id = own.user_id AND inbox.last_seq > own.told_seq))
      ORDER BY own.id LIMIT ${candidatesMax}::int
    ), ranked AS (
      SELECT candidate.id,
        coalesce(of_host.count, 0) + row_number() OVER (PARTITION BY host ORDER BY id) AS host_rank,
        coalesce(of_user.count, 0) + row_number() OVER (PARTITION BY user_id ORDER BY id) AS user_rank
      FROM candidate
        LEFT JOIN unnest(${keysOf(hosts)}::text[], ${countsOf(hosts)}::int[])
          AS of_host (key, count) ON of_host.key = candidate.host
        LEFT JOIN unnest(${keysOf(users)}::uuid[], ${countsOf(users)}::int[])
          AS of_user (key, count) ON of_user.key = candidate.user_id
    ), due AS (
      SELECT own.id FROM push_subscriptions own JOIN ranked ON ranked.id = own.id
      WHERE host_rank <= ${hostMax}::int AND user_rank <= ${userMax}::int AND own.busy_until <= ${now}
      ORDER BY own.id LIMIT ${free}::int FOR UPDATE OF own SKIP LOCKED
    )
    UPDATE push_subscriptions own SET busy_until = ${busyUntil}
    FROM due WHERE own.id = due.id
    RETURNING own.id, user_id AS "userId", ${hostOf} AS host, endpoint, p256dh, auth,
      told_id AS "lastNotificationId", told_seq AS "lastInboxSeq", failures`;
}
