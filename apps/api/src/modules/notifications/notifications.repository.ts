import type { NotificationType } from '@skein/contracts/notifications';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { lowestIdAt } from '../../platform/ids.ts';

const { sql } = Prisma;

/** So many of the old ones go at once: few enough for a statement that is over soon. */
const notificationDeletionBatch = 5000;

export function createNotificationsRepository(database: Database) {
  return {
    /** Marks groups up to the acts by whose ids they went; all that is unread without ids. */
    async markRead(userId: string, ids: readonly string[] | undefined, now: Date): Promise<void> {
      const own = sql`act.recipient_id = ${userId}::uuid AND act.read_at IS NULL`;
      const meant =
        ids === undefined
          ? sql`SELECT act.id FROM notifications act WHERE ${own}`
          : sql`SELECT act.id FROM notifications latest JOIN notifications act
              ON act.type = latest.type AND act.subject_id = latest.subject_id AND act.id <= latest.id
              WHERE latest.id = ANY (${ids}::uuid[]) AND latest.recipient_id = ${userId}::uuid
                AND ${own}`;
      // Locked in one order, as whoever deletes what they tell of does.
      await database.$executeRaw`
        UPDATE notifications SET read_at = ${now}
        WHERE id IN (${meant} ORDER BY act.id FOR UPDATE OF act)`;
    },

    /** The types of which somebody does not want to be told. */
    async listDisabled(userId: string): Promise<NotificationType[]> {
      const found = await database.notificationPreference.findUnique({ where: { userId } });
      return found?.disabled ?? [];
    },

    /** Changes some types and leaves the others; two who change different ones both get theirs. */
    async changeDisabled(
      userId: string,
      change: { enabled: readonly NotificationType[]; disabled: readonly NotificationType[] },
    ): Promise<NotificationType[]> {
      const [changed] = await database.$queryRaw<{ disabled: NotificationType[] }[]>`
        INSERT INTO notification_preferences AS own (user_id, disabled)
        SELECT id, ${change.disabled}::notification_type[] FROM users
        WHERE id = ${userId}::uuid FOR KEY SHARE
        ON CONFLICT (user_id) DO UPDATE SET disabled = ARRAY(
          SELECT DISTINCT type FROM unnest(own.disabled || excluded.disabled) AS kept (type)
          WHERE type <> ALL (${change.enabled}::notification_type[]))
        RETURNING disabled::text[]`;
      return changed?.disabled ?? [];
    },

    /** Removes some of what was read before; false when there is no more of it. */
    async removeReadBefore(time: Date): Promise<boolean> {
      const count = await database.$executeRaw`
        DELETE FROM notifications WHERE id IN (
          SELECT id FROM notifications WHERE read_at < ${time}
          ORDER BY read_at LIMIT ${notificationDeletionBatch}::int FOR UPDATE SKIP LOCKED)`;
      return count === notificationDeletionBatch;
    },

    /** Removes some of what came before and was not read; false when there is no more of it. */
    async removeUnreadBefore(time: Date): Promise<boolean> {
      const count = await database.$executeRaw`
        DELETE FROM notifications WHERE id IN (
          SELECT id FROM notifications WHERE id < ${lowestIdAt(time.getTime())}::uuid AND read_at IS NULL
          ORDER BY id LIMIT ${notificationDeletionBatch}::int FOR UPDATE SKIP LOCKED)`;
      return count === notificationDeletionBatch;
    },
  };
}
