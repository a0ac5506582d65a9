import type { NotificationType } from '@skein/contracts/notifications';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { lowestIdAt } from '../../platform/ids.ts';

const { sql } = Prisma;

/** Limits the duration of one statement. */
const notificationDeletionBatch = 5000;

/** Marks the groups with these ids as read, or all unread notifications without ids. */
export async function markNotificationsRead(
  database: Database,
  userId: string,
  ids: readonly string[] | undefined,
  now: Date,
): Promise<void> {
  const own = sql`entry.recipient_id = ${userId}::uuid AND entry.read_at IS NULL`;
  const selected =
    ids === undefined
      ? sql`SELECT entry.id FROM notifications entry WHERE ${own}`
      : sql`SELECT entry.id FROM notifications latest JOIN notifications entry
        ON entry.type = latest.type AND entry.subject_id = latest.subject_id
          AND entry.id <= latest.id
        WHERE latest.id = ANY (${ids}::uuid[]) AND latest.recipient_id = ${userId}::uuid
          AND ${own}`;
  // Locks rows in id order, as all statements that delete notifications do.
  await database.execute(sql`
    UPDATE notifications SET read_at = ${now}
    WHERE id = ANY (ARRAY(${selected} ORDER BY entry.id FOR UPDATE OF entry))`);
}

/** The types that the user has disabled. */
export async function listDisabledTypes(
  database: Database,
  userId: string,
): Promise<NotificationType[]> {
  const found = await database.notificationPreference.findFirst({ where: { userId } });
  return found?.disabled ?? [];
}

/** Changes the given types only, so that concurrent changes of different types all apply. */
export async function changeDisabledTypes(
  database: Database,
  userId: string,
  change: { enabled: readonly NotificationType[]; disabled: readonly NotificationType[] },
): Promise<NotificationType[]> {
  const [changed] = await database.query<{ disabled: NotificationType[] }>(sql`
    INSERT INTO notification_preferences AS own (user_id, disabled)
    SELECT id, ${change.disabled}::notification_type[] FROM users
    WHERE id = ${userId}::uuid FOR KEY SHARE
    ON CONFLICT (user_id) DO UPDATE SET disabled = ARRAY(
      SELECT DISTINCT type FROM unnest(own.disabled || excluded.disabled) AS listed (type)
      WHERE type <> ALL (${change.enabled}::notification_type[]))
    RETURNING disabled::text[]`);
  return changed?.disabled ?? [];
}

/** Removes a batch of notifications read before a moment; false when none is left. */
export async function removeReadNotifications(database: Database, time: Date): Promise<boolean> {
  const count = await database.execute(sql`
    DELETE FROM notifications WHERE id = ANY (ARRAY(
      SELECT id FROM notifications WHERE read_at < ${time}
      ORDER BY read_at LIMIT ${notificationDeletionBatch}::int FOR UPDATE SKIP LOCKED))`);
  return count === notificationDeletionBatch;
}

/** Removes a batch of unread notifications created before a moment; false when none is left. */
export async function removeUnreadNotifications(database: Database, time: Date): Promise<boolean> {
  const count = await database.execute(sql`
    DELETE FROM notifications WHERE id = ANY (ARRAY(
      SELECT id FROM notifications WHERE id < ${lowestIdAt(time.getTime())}::uuid AND read_at IS NULL
      ORDER BY id LIMIT ${notificationDeletionBatch}::int FOR UPDATE SKIP LOCKED))`);
  return count === notificationDeletionBatch;
}
