import type { NotificationType } from '@skein/contracts/notifications';
import { Prisma } from '@skein/db';
import {
  isActorVisible,
  isSubjectThreadVisible,
  enabledTypes,
} from './notification-visibility.queries.ts';

const { sql } = Prisma;

/**
 * A group of notifications of one type about one subject that are all unread, or were read at the
 * same time. A group that has been read no longer grows: later notifications start a new group. The
 * group has the id and position of its latest notification.
 */
export interface GroupRow {
  id: string;
  type: NotificationType;
  threadId: string | null;
  followRequestId: string | null;
  createdAt: Date;
  readAt: Date | null;
}

/** Columns of a `GroupRow`, taken from the group's latest notification. */
export function groupColumns(latest: Prisma.Sql): Prisma.Sql {
  return sql`${latest}.id, ${latest}.type, ${latest}.thread_id AS "threadId",
    ${latest}.follow_request_id AS "followRequestId", ${latest}.created_at AS "createdAt",
    ${latest}.read_at AS "readAt"`;
}

/** Condition: `entry` is in the same group as `member`. */
export function isInGroup(entry: Prisma.Sql, member: Prisma.Sql): Prisma.Sql {
  return sql`${entry}.recipient_id = ${member}.recipient_id AND ${entry}.subject_id = ${member}.subject_id
    AND ${entry}.type = ${member}.type AND ${entry}.read_at IS NOT DISTINCT FROM ${member}.read_at`;
}

export interface GroupsRange {
  types: readonly NotificationType[];
  /** Only groups whose latest notification is older than this one. */
  below: string;
  /** Notifications newer than this one are ignored: they came after the first page was read. */
  newestId: string;
  /** How many notifications are examined. */
  window: number;
  take: number;
}

/**
 * `seen` notifications were examined, down to `lowest`. Without a group, there is one row whose
 * group columns are null.
 */
export type WindowRow = { seen: number; lowest: string | null } & (GroupRow | { id: null });

/**
 * The groups among the next notifications, the latest first. Reads at most `window` notifications,
 * however many are hidden or belong to groups listed earlier.
 */
export function selectGroups(userId: string, range: GroupsRange): Prisma.Sql {
  const { types, below, newestId, take } = range;
  // Inlined instead of bound, because the planner must know how few rows are needed.
  const window = Prisma.raw(String(range.window));
  return sql`
    WITH ${enabledTypes(userId, types)}, entries AS MATERIALIZED (
      SELECT entry.* FROM enabled CROSS JOIN LATERAL (
        SELECT * FROM notifications
        WHERE recipient_id = ${userId}::uuid AND type = enabled.type AND id < ${below}::uuid
        ORDER BY id DESC LIMIT ${window}
      ) entry
      ORDER BY entry.id DESC LIMIT ${window}
    ), latest AS MATERIALIZED (
      SELECT DISTINCT ON (type, subject_id, read_at) entries.* FROM entries
      WHERE ${isActorVisible(userId, sql`entries.actor_id`)}
      ORDER BY type, subject_id, read_at, id DESC
    ), listed AS (
      SELECT ${groupColumns(sql`latest`)} FROM latest
      WHERE ${isSubjectThreadVisible(userId, sql`latest.thread_id`)} AND NOT EXISTS (
        SELECT FROM notifications newer
        WHERE ${isInGroup(sql`newer`, sql`latest`)} AND newer.id >= ${below}::uuid
          AND newer.id <= ${newestId}::uuid AND ${isActorVisible(userId, sql`newer.actor_id`)}
      )
      ORDER BY latest.id DESC LIMIT ${take}::int
    )
    SELECT examined.seen, examined.lowest, listed.* FROM (
      SELECT count(*)::int AS seen, (SELECT id FROM entries ORDER BY id LIMIT 1) AS lowest FROM entries
    ) examined LEFT JOIN listed ON true
    ORDER BY listed.id DESC`;
}
