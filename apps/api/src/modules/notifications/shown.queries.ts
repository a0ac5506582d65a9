import type { NotificationType } from '@skein/contracts/notifications';
import { exists, Prisma } from '@skein/db';
import { canSee, isActive, isBlockedBetween, isMuted } from '../../platform/visibility.queries.ts';

const { sql } = Prisma;

/** `wanted`, for a WITH: those of the types of which the person wants to be told. */
export function wantedTypes(userId: string, types: readonly NotificationType[]): Prisma.Sql {
  return sql`wanted AS (
    SELECT type FROM unnest(${types}::notification_type[]) AS listed (type)
    WHERE NOT EXISTS (SELECT FROM notification_preferences
      WHERE user_id = ${userId}::uuid AND listed.type = ANY (disabled))
  )`;
}

/** Whether the recipient is told of what this person does; nobody is told of by their own poll. */
export function isActorShown(recipientId: string, actorId: Prisma.Sql): Prisma.Sql {
  const isThere = sql`users actor WHERE actor.id = ${actorId} AND ${isActive(sql`actor`)}`;
  return sql`(${actorId} IS NULL OR (${exists(isThere)}
    AND NOT ${isBlockedBetween(recipientId, actorId)} AND NOT ${isMuted(recipientId, actorId)}))`;
}

/** Whether there is no thread that the recipient could not see. */
export function isThreadShown(recipientId: string, threadId: Prisma.Sql): Prisma.Sql {
  const isVisible = canSee(recipientId, { thread: sql`thread`, author: sql`author` });
  return sql`(${threadId} IS NULL OR ${exists(sql`
    threads thread JOIN users author ON author.id = thread.author_id
    WHERE thread.id = ${threadId} AND thread.deleted_at IS NULL AND ${isVisible}`)})`;
}
