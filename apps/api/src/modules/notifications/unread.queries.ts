import type { NotificationType } from '@skein/contracts/notifications';
import { Prisma } from '@skein/db';
import { groupColumns } from './groups.queries.ts';
import type { GroupRow } from './groups.queries.ts';
import { isActorShown, isThreadShown, wantedTypes } from './shown.queries.ts';

const { sql } = Prisma;

/** An unread group, and how many there are in all. */
export type UnreadRow = GroupRow & { total: number };

/**
 * Unread groups whose latest act is after the given one, the latest first. Walks from subject to
 * subject, so that a group costs the same whether it has one act or a hundred thousand.
 */
export function selectUnread(
  userId: string,
  extent: { types: readonly NotificationType[]; after: string; take: number },
): Prisma.Sql {
  const unread = (type: Prisma.Sql) => sql`
    notifications WHERE recipient_id = ${userId}::uuid AND type = ${type} AND read_at IS NULL`;
  return sql`
    WITH RECURSIVE ${wantedTypes(userId, extent.types)}, walked AS (
      SELECT wanted.type, first.* FROM wanted CROSS JOIN LATERAL (
        SELECT subject_id, thread_id FROM ${unread(sql`wanted.type`)}
        ORDER BY subject_id LIMIT 1
      ) first
      UNION ALL
      SELECT walked.type, next.* FROM walked CROSS JOIN LATERAL (
        SELECT subject_id, thread_id FROM ${unread(sql`walked.type`)}
          AND subject_id > walked.subject_id
        ORDER BY subject_id LIMIT 1
      ) next
    ), listed AS MATERIALIZED (
      SELECT latest.* FROM walked CROSS JOIN LATERAL (
        SELECT * FROM ${unread(sql`walked.type`)} AND subject_id = walked.subject_id
          AND ${isActorShown(userId, sql`notifications.actor_id`)}
        ORDER BY id DESC LIMIT 1
      ) latest
      WHERE ${isThreadShown(userId, sql`walked.thread_id`)}
    )
    SELECT ${groupColumns(sql`listed`)}, (SELECT count(*)::int FROM listed) AS total
    FROM listed WHERE listed.id > ${extent.after}::uuid
    ORDER BY listed.id DESC LIMIT ${extent.take}::int`;
}
