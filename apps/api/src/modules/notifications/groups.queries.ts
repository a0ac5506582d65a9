import type { NotificationType } from '@skein/contracts/notifications';
import { Prisma } from '@skein/db';
import { isActorShown, isThreadShown, wantedTypes } from './shown.queries.ts';

const { sql } = Prisma;

/**
 * A notification as it is listed: acts of one type upon one subject that are all unread, or were
 * read at the same time. So what has been read is settled, and what comes later begins anew. It
 * stands at its latest act, by whose id it goes.
 */
export interface GroupRow {
  id: string;
  type: NotificationType;
  threadId: string | null;
  followRequestId: string | null;
  createdAt: Date;
  readAt: Date | null;
}

/** Columns of a `GroupRow`, of its latest act. */
export function groupColumns(act: Prisma.Sql): Prisma.Sql {
  return sql`${act}.id, ${act}.type, ${act}.thread_id AS "threadId",
    ${act}.follow_request_id AS "followRequestId", ${act}.created_at AS "createdAt",
    ${act}.read_at AS "readAt"`;
}

/** The acts of the group of `one`, as `act`: a condition. */
export function isOfGroup(act: Prisma.Sql, one: Prisma.Sql): Prisma.Sql {
  return sql`${act}.recipient_id = ${one}.recipient_id AND ${act}.subject_id = ${one}.subject_id
    AND ${act}.type = ${one}.type AND ${act}.read_at IS NOT DISTINCT FROM ${one}.read_at`;
}

export interface GroupsExtent {
  types: readonly NotificationType[];
  /** Only groups whose latest act is before this one. */
  below: string;
  /** What came after this act does not count: the reading had begun. */
  began: string;
  /** How many acts are looked at. */
  window: number;
  take: number;
}

/** `seen` acts were looked at, down to `lowest`. Without a group there is one row, of nulls. */
export type WindowRow = { seen: number; lowest: string | null } & (GroupRow | { id: null });

/**
 * Groups among the next acts downwards, the latest first. However much is not shown, or belongs to
 * groups that stand further up, no more acts than the window holds are read.
 */
export function selectGroups(userId: string, extent: GroupsExtent): Prisma.Sql {
  const { types, below, began, take } = extent;
  // Written out, not bound: the planner must know how few rows are wanted.
  const window = Prisma.raw(String(extent.window));
  return sql`
    WITH ${wantedTypes(userId, types)}, acts AS MATERIALIZED (
      SELECT act.* FROM wanted CROSS JOIN LATERAL (
        SELECT * FROM notifications
        WHERE recipient_id = ${userId}::uuid AND type = wanted.type AND id < ${below}::uuid
        ORDER BY id DESC LIMIT ${window}
      ) act
      ORDER BY act.id DESC LIMIT ${window}
    ), latest AS MATERIALIZED (
      SELECT DISTINCT ON (type, subject_id, read_at) acts.* FROM acts
      WHERE ${isActorShown(userId, sql`acts.actor_id`)}
      ORDER BY type, subject_id, read_at, id DESC
    ), listed AS (
      SELECT ${groupColumns(sql`latest`)} FROM latest
      WHERE ${isThreadShown(userId, sql`latest.thread_id`)} AND NOT EXISTS (
        SELECT FROM notifications higher
        WHERE ${isOfGroup(sql`higher`, sql`latest`)} AND higher.id >= ${below}::uuid
          AND higher.id <= ${began}::uuid AND ${isActorShown(userId, sql`higher.actor_id`)}
      )
      ORDER BY latest.id DESC LIMIT ${take}::int
    )
    SELECT read.seen, read.lowest, listed.* FROM (
      SELECT count(*)::int AS seen, (SELECT id FROM acts ORDER BY id LIMIT 1) AS lowest FROM acts
    ) read LEFT JOIN listed ON true
    ORDER BY listed.id DESC`;
}
