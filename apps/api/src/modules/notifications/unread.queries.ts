import { unreadCountMax } from '@skein/contracts/limits';
import type { NotificationType } from '@skein/contracts/notifications';
import { Prisma } from '@skein/db';
import { groupColumns } from './groups.queries.ts';
import type { GroupRow } from './groups.queries.ts';
import { isActorShown, isThreadShown, wantedTypes } from './shown.queries.ts';

const { sql } = Prisma;

/**
 * Groups that are looked at, of each type the latest subjects first. It bounds the cost however much
 * is unread or hidden; what is hidden beyond counts as nothing.
 */
const groupsExaminedMax = 500;

/**
 * `walked` and what it needs, for a WITH: the subjects of unread groups, from one to the next, so
 * that a group costs the same whether it has one act or a hundred thousand.
 */
function walkSubjects(userId: string, types: readonly NotificationType[]): Prisma.Sql {
  // Ordered as the index of unread acts: in another one, acts of all recipients lie between.
  const next = (type: Prisma.Sql, below = Prisma.empty) => sql`
    SELECT subject_id, thread_id FROM ${unreadOf(userId, type)} ${below}
    ORDER BY subject_id DESC, id LIMIT 1`;
  return sql`${wantedTypes(userId, types)}, walked AS (
    SELECT wanted.type, first.* FROM wanted CROSS JOIN LATERAL (${next(sql`wanted.type`)}) first
    UNION ALL
    SELECT walked.type, next.* FROM walked CROSS JOIN LATERAL (
      ${next(sql`walked.type`, sql`AND subject_id < walked.subject_id`)}
    ) next
  )`;
}

/** `latest`, for a FROM: the latest act of each examined group, of those that are shown. */
function latestShown(userId: string): Prisma.Sql {
  return sql`(SELECT * FROM walked LIMIT ${groupsExaminedMax}::int) examined CROSS JOIN LATERAL (
      SELECT * FROM ${unreadOf(userId, sql`examined.type`)} AND subject_id = examined.subject_id
        AND ${isActorShown(userId, sql`notifications.actor_id`)}
      ORDER BY id DESC LIMIT 1
    ) latest
    WHERE ${isThreadShown(userId, sql`examined.thread_id`)}`;
}

function unreadOf(userId: string, type: Prisma.Sql): Prisma.Sql {
  return sql`
    notifications WHERE recipient_id = ${userId}::uuid AND type = ${type} AND read_at IS NULL`;
}

/** Counts unread groups up to the limit. */
export function selectUnreadCount(userId: string, types: readonly NotificationType[]): Prisma.Sql {
  return sql`
    WITH RECURSIVE ${walkSubjects(userId, types)}
    SELECT count(*)::int AS count FROM (
      SELECT FROM ${latestShown(userId)} LIMIT ${unreadCountMax}::int
    ) counted`;
}

/** An unread group, and how many there are in all, up to the limit. */
export type UnreadRow = GroupRow & { total: number };

/** Unread groups whose latest act is after the given one, the latest first. */
export function selectUnread(
  userId: string,
  extent: { types: readonly NotificationType[]; after: string; take: number },
): Prisma.Sql {
  return sql`
    WITH RECURSIVE ${walkSubjects(userId, extent.types)}, listed AS MATERIALIZED (
      SELECT latest.* FROM ${latestShown(userId)}
    )
    SELECT ${groupColumns(sql`listed`)},
      (SELECT least(count(*), ${unreadCountMax})::int FROM listed) AS total
    FROM listed WHERE listed.id > ${extent.after}::uuid
    ORDER BY listed.id DESC LIMIT ${extent.take}::int`;
}
