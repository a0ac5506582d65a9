import type { NotificationType } from '@skein/contracts/notifications';
import { exists, Prisma } from '@skein/db';
import {
  canNotify,
  canSeeUndeleted,
  isBlockedBy,
  selectMutedUsers,
} from '../../domain/visibility.queries.ts';

const { sql } = Prisma;

/** The CTE `enabled`: those of the given types that the user has not disabled. */
export function enabledTypes(userId: string, types: readonly NotificationType[]): Prisma.Sql {
  return sql`enabled AS (
    SELECT type FROM unnest(${types}::notification_type[]) AS listed (type)
    WHERE NOT EXISTS (SELECT FROM notification_preferences
      WHERE user_id = ${userId}::uuid AND listed.type = ANY (disabled))
  )`;
}

/** The CTE `preferences`, for `isEnabled`. */
export function preferences(userId: string): Prisma.Sql {
  return sql`preferences AS MATERIALIZED (
    SELECT disabled FROM notification_preferences WHERE user_id = ${userId}::uuid
  )`;
}

/** Whether the user has not disabled a type. */
export function isEnabled(type: NotificationType): Prisma.Sql {
  return sql`(SELECT ${type}::notification_type = ANY (disabled) FROM preferences) IS NOT TRUE`;
}

/**
 * Whether the recipient sees notifications by this actor. The end of one's own poll has no
 * actor, and neither has an action of a moderator.
 */
export function isActorVisible(recipientId: string, actorId: Prisma.Sql): Prisma.Sql {
  const activeActor = sql`users actor WHERE actor.id = ${actorId} AND ${canNotify(recipientId, sql`actor`)}`;
  // What the recipient has blocked and muted is read once. Any number of users may have blocked the recipient.
  return sql`(${actorId} IS NULL OR (${exists(activeActor)}
    AND ${actorId} NOT IN (SELECT blocked_id FROM blocks WHERE blocker_id = ${recipientId}::uuid
      UNION ALL ${selectMutedUsers(recipientId)})
    AND NOT ${isBlockedBy(actorId, sql`${recipientId}::uuid`)}))`;
}

/** Whether the recipient may see the thread, or there is none. */
export function isSubjectThreadVisible(recipientId: string, threadId: Prisma.Sql): Prisma.Sql {
  const isVisible = canSeeUndeleted(recipientId, { thread: sql`thread`, author: sql`author` });
  return sql`(${threadId} IS NULL OR ${exists(sql`
    threads thread JOIN users author ON author.id = thread.author_id
    WHERE thread.id = ${threadId} AND thread.deleted_at IS NULL AND ${isVisible}`)})`;
}
