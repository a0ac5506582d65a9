import { unreadCountMax } from '@skein/contracts/limits';
import type { NotificationType } from '@skein/contracts/notifications';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { groupColumns, joinActors, toGroups } from './groups.queries.ts';
import type { GroupActorRow, GroupRow } from './groups.queries.ts';
import {
  isSubjectThreadVisible,
  isVisible,
  enabledTypes,
} from './notification-visibility.queries.ts';

const { sql } = Prisma;

/**
 * The number of groups to examine, of each type the latest subjects first. Limits the cost when
 * much is unread or hidden; visible groups beyond it are not counted.
 */
const groupsExaminedMax = 500;

/**
 * The CTE `walked`: the subjects of unread groups, found by a loose index scan, so that a group
 * costs the same whether it has one notification or a hundred thousand.
 */
function walkSubjects(userId: string, types: readonly NotificationType[]): Prisma.Sql {
  // Must match the order of the unread index; other orders would scan the notifications of all
  // users.
  const next = (type: Prisma.Sql, below = Prisma.empty) => sql`
    SELECT subject_id, thread_id FROM ${getUnread(userId, type)} ${below}
    ORDER BY subject_id DESC, id LIMIT 1`;
  return sql`${enabledTypes(userId, types)}, walked AS (
    SELECT enabled.type, first.* FROM enabled CROSS JOIN LATERAL (${next(sql`enabled.type`)}) first
    UNION ALL
    SELECT walked.type, next.* FROM walked CROSS JOIN LATERAL (
      ${next(sql`walked.type`, sql`AND subject_id < walked.subject_id`)}
    ) next
  )`;
}

/** FROM item `latest`: the latest visible notification of each examined group. */
function latestVisible(userId: string): Prisma.Sql {
  return sql`(SELECT * FROM walked LIMIT ${groupsExaminedMax}::int) examined CROSS JOIN LATERAL (
      SELECT * FROM ${getUnread(userId, sql`examined.type`)} AND subject_id = examined.subject_id
        AND ${isVisible(userId, sql`notifications`)}
      ORDER BY id DESC LIMIT 1
    ) latest
    WHERE ${isSubjectThreadVisible(userId, sql`examined.thread_id`)}`;
}

function getUnread(userId: string, type: Prisma.Sql): Prisma.Sql {
  return sql`
    notifications WHERE recipient_id = ${userId}::uuid AND type = ${type} AND read_at IS NULL`;
}

/** Counts unread groups, up to the limit. */
export async function countUnread(
  database: Database,
  userId: string,
  types: readonly NotificationType[],
): Promise<number> {
  const [row] = await database.query<{ count: number }>(sql`
    WITH RECURSIVE ${walkSubjects(userId, types)}
    SELECT count(*)::int AS count FROM (
      SELECT FROM ${latestVisible(userId)} LIMIT ${unreadCountMax}::int
    ) counted`);
  return row?.count ?? 0;
}

export interface UnreadGroups {
  groups: GroupRow[];
  /** The number of all unread groups, up to the limit; 0 also without a group in the range. */
  total: number;
}

/** Unread groups whose latest notification is newer than the given one, the latest first. */
export async function listUnreadGroups(
  database: Database,
  userId: string,
  range: { types: readonly NotificationType[]; after: string; take: number },
): Promise<UnreadGroups> {
  const rows = await database.query<GroupActorRow & { total: number }>(sql`
    WITH RECURSIVE ${walkSubjects(userId, range.types)}, listed AS MATERIALIZED (
      SELECT latest.* FROM ${latestVisible(userId)}
    )
    SELECT ${groupColumns(userId, sql`newest`)},
      (SELECT least(count(*), ${unreadCountMax})::int FROM listed) AS total
    FROM (
      SELECT * FROM listed WHERE id > ${range.after}::uuid ORDER BY id DESC LIMIT ${range.take}::int
    ) newest ${joinActors(userId, sql`newest`)}
    ORDER BY newest.id DESC, shown.id DESC`);
  return { groups: toGroups(rows), total: rows[0]?.total ?? 0 };
}
