import { notificationActorsMax } from '@skein/contracts/limits';
import type { NotificationType } from '@skein/contracts/notifications';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { highestId } from '../../platform/ids.ts';
import type { Filtering } from './notification-visibility.queries.ts';
import { userColumns } from '../users/index.ts';
import type { UserRow } from '../users/index.ts';
import {
  isSubjectThreadVisible,
  isVisible,
  isEnabled,
  preferences,
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
  requestStatus: 'pending' | 'approved' | 'rejected' | null;
  actorsCount: number;
  /** The latest actors, the latest first. */
  actors: UserRow[];
}

/** A group and one of its latest actors. A group without actors has one row, without a user. */
export type GroupActorRow = Omit<GroupRow, 'id' | 'actors'> & { groupId: string } & (
    UserRow | { id: null }
  );

/** Columns of a `GroupActorRow`, taken from the group's latest notification. Requires `joinActors`. */
export function groupColumns(viewerId: string, latest: Prisma.Sql): Prisma.Sql {
  return sql`${latest}.id AS "groupId", ${latest}.type, ${latest}.thread_id AS "threadId",
    ${latest}.follow_request_id AS "followRequestId", ${latest}.created_at AS "createdAt",
    ${latest}.read_at AS "readAt",
    (SELECT status FROM follow_requests WHERE id = ${latest}.follow_request_id) AS "requestStatus",
    coalesce(shown.count, 0) AS "actorsCount", ${userColumns(viewerId, sql`shown_user`)}`;
}

/**
 * The latest actors of a group, in the order of `shown.id`. Counts and selects them in one scan of its
 * notifications.
 */
export function joinActors(
  viewerId: string,
  latest: Prisma.Sql,
  filtering?: Filtering,
): Prisma.Sql {
  // IS TRUE: with a condition on ids PostgreSQL would read all notifications of the type for each group,
  // instead of those with the subject.
  return sql`LEFT JOIN LATERAL (
    SELECT entry.id, entry.actor_id, (count(*) OVER ())::int AS count
    FROM notifications entry
    WHERE ${isInGroup(sql`entry`, latest)} AND (entry.id <= ${latest}.id) IS TRUE
      AND entry.actor_id IS NOT NULL AND ${isVisible(viewerId, sql`entry`, filtering)}
    ORDER BY entry.id DESC LIMIT ${notificationActorsMax}::int
  ) shown ON true LEFT JOIN users shown_user ON shown_user.id = shown.actor_id`;
}

/** The groups of rows that are ordered by group, and by actor within a group. */
export function toGroups(rows: readonly GroupActorRow[]): GroupRow[] {
  const groups = new Map<string, GroupRow>();
  for (const row of rows) {
    const group = groups.get(row.groupId) ?? { ...row, id: row.groupId, actors: [] };
    groups.set(row.groupId, group);
    if (row.id !== null) group.actors.push(row);
  }
  return [...groups.values()];
}

/** Condition: `entry` is in the same group as `member`. */
export function isInGroup(entry: Prisma.Sql, member: Prisma.Sql): Prisma.Sql {
  return sql`${entry}.recipient_id = ${member}.recipient_id AND ${entry}.subject_id = ${member}.subject_id
    AND ${entry}.type = ${member}.type AND ${entry}.read_at IS NOT DISTINCT FROM ${member}.read_at`;
}

export interface GroupsRange {
  types: readonly NotificationType[];
  /** Finds only groups whose latest notification is older than this one. */
  below: string;
  /** Notifications newer than this one are ignored: they came after the first page was read. */
  newestId: string;
  /** How many notifications are examined. */
  window: number;
  take: number;
  filtering?: Filtering | undefined;
}

export interface FoundGroups {
  groups: GroupRow[];
  /** How many notifications were examined. */
  seen: number;
  /** The last of them. */
  lowest: string | null;
}

/** If there is no group, the result is one row whose other columns are null. */
type WindowRow = Omit<FoundGroups, 'groups'> & (GroupActorRow | { groupId: null });

/**
 * The groups among the next notifications, the latest first. Reads at most `window` notifications,
 * however many are hidden or belong to groups listed earlier.
 */
export async function findGroups(
  database: Database,
  userId: string,
  range: GroupsRange,
): Promise<FoundGroups> {
  const rows = await database.query<WindowRow>(selectGroups(userId, range));
  const [{ seen, lowest } = { seen: 0, lowest: null }] = rows;
  return { groups: toGroups(rows.filter((row) => row.groupId !== null)), seen, lowest };
}

function selectGroups(userId: string, range: GroupsRange): Prisma.Sql {
  const { types, below, newestId, take, filtering } = range;
  // Inlined instead of bound, because the planner must know how few rows are needed.
  const window = Prisma.raw(String(range.window));
  // One branch per type: PostgreSQL merges them in the order of the index, without reading more.
  const entriesOfType = (type: NotificationType) => sql`
    (SELECT * FROM notifications
    WHERE recipient_id = ${userId}::uuid AND type = ${type}::notification_type
      AND id < ${below}::uuid AND ${isEnabled(type)}
    ORDER BY id DESC LIMIT ${window})`;
  // The first page saves the subquery. A later one leaves out the groups of earlier pages.
  const isNotListedBefore =
    below === highestId
      ? Prisma.empty
      : sql`AND NOT EXISTS (
        SELECT FROM notifications newer
        WHERE ${isInGroup(sql`newer`, sql`latest`)} AND newer.id >= ${below}::uuid
          AND newer.id <= ${newestId}::uuid AND ${isVisible(userId, sql`newer`, filtering)}
      )`;
  return sql`
    WITH ${preferences(userId)}, entries AS MATERIALIZED (
      SELECT * FROM (${Prisma.join(types.map(entriesOfType), ' UNION ALL ')}) entry
      ORDER BY id DESC LIMIT ${window}
    ), latest AS MATERIALIZED (
      SELECT DISTINCT ON (type, subject_id, read_at) entries.* FROM entries
      WHERE ${isVisible(userId, sql`entries`, filtering)}
      ORDER BY type, subject_id, read_at, id DESC
    ), listed AS (
      SELECT * FROM (SELECT * FROM latest ORDER BY id DESC OFFSET 0) latest
      WHERE ${isSubjectThreadVisible(userId, sql`latest.thread_id`)} ${isNotListedBefore}
      ORDER BY latest.id DESC LIMIT ${take}::int
    )
    SELECT examined.seen, examined.lowest, ${groupColumns(userId, sql`listed`)} FROM (
      SELECT count(*)::int AS seen, (SELECT id FROM entries ORDER BY id LIMIT 1) AS lowest FROM entries
    ) examined LEFT JOIN listed ON true ${joinActors(userId, sql`listed`, filtering)}
    ORDER BY listed.id DESC, shown.id DESC`;
}
