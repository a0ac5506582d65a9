import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { isActive } from '../../../domain/visibility.queries.ts';
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
  failures: number;
}

/** The result of a delivery. */
export interface Progress<Position> {
  /** Unchanged if undefined. */
  position?: Position;
  failures?: number;
  busyUntil: Date;
}

export interface ClaimRequest {
  /** Undefined means all users. */
  userIds: readonly string[] | undefined;
  /** Counts only notifications before this one, because they are certainly committed. */
  upTo: string;
  now: Date;
  /**
   * No other server claims them before; if this server stops midway, another one claims them then.
   */
  busyUntil: Date;
  capacity: Capacity;
}

/** How deliveries use one kind of subscriptions: subscriptions of browsers or of apps. */
export interface DeliveredSubscriptions<Claimed, Position> {
  claim: (database: Database, request: ClaimRequest) => Promise<Claimed[]>;
  storeProgress: (database: Database, id: string, progress: Progress<Position>) => Promise<void>;
  deleteById: (database: Database, id: string) => Promise<void>;
  /** Deletes the subscriptions of ended sessions. */
  deleteEnded: (database: Database, now: Date) => Promise<void>;
  /** Moves every position past what is pending, so that it is never sent. */
  skipPending: (database: Database, upTo: string) => Promise<void>;
}

/** Condition for models: the session of the subscription has ended. */
export function isOfEndedSession(now: Date) {
  return { session: { OR: [{ revokedAt: { not: null } }, { expiresAt: { lte: now } }] } };
}

/** A table of subscriptions. */
interface ClaimSource {
  table: Prisma.Sql;
  /** Whether something may have to be sent to the subscription `own`. */
  isPending: Prisma.Sql;
  /** Further columns of the claimed row `own`. */
  columns: Prisma.Sql;
}

/** Whether the user of the subscription `own` has an unread notification after the given one. */
export function hasUnread(after: Prisma.Sql, { upTo }: Pick<ClaimRequest, 'upTo'>): Prisma.Sql {
  return sql`EXISTS (SELECT FROM notifications pending
    WHERE pending.recipient_id = own.user_id AND pending.type = ANY (enum_range(NULL::notification_type))
      AND pending.id > ${after} AND pending.id < ${upTo}::uuid AND pending.read_at IS NULL)`;
}

const getHost = sql`split_part(own.endpoint, '/', 3)`;

/** Claims due subscriptions, at most as many per host and user as there is capacity for. */
export function claimStatement(
  { table, isPending, columns }: ClaimSource,
  { userIds, now, busyUntil, capacity }: ClaimRequest,
): Prisma.Sql {
  const { free, hosts, hostMax, users, userMax } = capacity;
  const isSelected =
    userIds === undefined ? sql`true` : sql`own.user_id = ANY (${userIds}::uuid[])`;
  const readKeys = (usage: typeof hosts, min = 0) =>
    usage.filter(({ count }) => count >= min).map(({ key }) => key);
  const readCounts = (usage: typeof hosts) => usage.map(({ count }) => count);
  return sql`
    WITH candidate AS (
      SELECT own.id, own.user_id, ${getHost} AS host FROM ${table} own
        JOIN sessions session ON session.id = own.session_id
        JOIN users owner ON owner.id = own.user_id
      WHERE ${isSelected} AND own.busy_until <= ${now}
        AND ${getHost} <> ALL (${readKeys(hosts, hostMax)}::text[])
        AND own.user_id <> ALL (${readKeys(users, userMax)}::uuid[])
        AND session.revoked_at IS NULL AND session.expires_at > ${now}
        AND ${isActive(sql`owner`)}
        AND ${isPending}
      ORDER BY own.id LIMIT ${candidatesMax}::int
    ), ranked AS (
      SELECT candidate.id,
        coalesce(of_host.count, 0) + row_number() OVER (PARTITION BY host ORDER BY id) AS host_rank,
        coalesce(of_user.count, 0) + row_number() OVER (PARTITION BY user_id ORDER BY id) AS user_rank
      FROM candidate
        LEFT JOIN unnest(${readKeys(hosts)}::text[], ${readCounts(hosts)}::int[])
          AS of_host (key, count) ON of_host.key = candidate.host
        LEFT JOIN unnest(${readKeys(users)}::uuid[], ${readCounts(users)}::int[])
          AS of_user (key, count) ON of_user.key = candidate.user_id
    ), due AS (
      SELECT id FROM ${table}
      WHERE id = ANY (ARRAY(
          SELECT id FROM ranked WHERE host_rank <= ${hostMax}::int AND user_rank <= ${userMax}::int))
        AND busy_until <= ${now}
      ORDER BY id LIMIT ${free}::int FOR UPDATE SKIP LOCKED
    )
    UPDATE ${table} own SET busy_until = ${busyUntil}
    WHERE own.id = ANY (ARRAY(SELECT id FROM due))
    RETURNING own.id, own.user_id AS "userId", ${getHost} AS host, endpoint, p256dh, auth, failures,
      ${columns}`;
}
