import type { NotificationPolicy } from '@skein/contracts/notifications';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { canSeeProfile } from '../../../domain/visibility.queries.ts';
import { filteredTypes, isFiltered } from '../notification-visibility.queries.ts';

const { sql } = Prisma;

/** Limits the duration of one statement. */
const deletionBatch = 5000;

const policyFields = {
  filtersNotFollowing: true,
  filtersNotFollowers: true,
  filtersNewAccounts: true,
} as const;

export async function findPolicy(
  database: Database,
  userId: string,
): Promise<NotificationPolicy | null> {
  return database.notificationPreference.findFirst({ where: { userId }, select: policyFields });
}

export type PolicyChanges = { [Field in keyof NotificationPolicy]?: boolean | undefined };

/** Changes the given fields only, so that concurrent changes of different fields all apply. */
export async function upsertPolicy(
  database: Database,
  userId: string,
  changes: PolicyChanges,
): Promise<void> {
  const { filtersNotFollowing, filtersNotFollowers, filtersNewAccounts } = changes;
  const value = (field: boolean | undefined) => sql`${field ?? null}::boolean`;
  await database.execute(sql`
    INSERT INTO notification_preferences AS own
      (user_id, filters_not_following, filters_not_followers, filters_new_accounts)
    SELECT id, coalesce(${value(filtersNotFollowing)}, false),
      coalesce(${value(filtersNotFollowers)}, false), coalesce(${value(filtersNewAccounts)}, false)
    FROM users WHERE id = ${userId}::uuid FOR KEY SHARE
    ON CONFLICT (user_id) DO UPDATE SET
      filters_not_following = coalesce(${value(filtersNotFollowing)}, own.filters_not_following),
      filters_not_followers = coalesce(${value(filtersNotFollowers)}, own.filters_not_followers),
      filters_new_accounts = coalesce(${value(filtersNewAccounts)}, own.filters_new_accounts)`);
}

/** Accepts the notifications of a user. Returns false if the recipient may not see the user. */
export async function insertPermission(
  database: Database,
  { recipientId, senderId }: { recipientId: string; senderId: string },
): Promise<boolean> {
  const rows = await database.query(sql`
    INSERT INTO notification_permissions (recipient_id, sender_id)
    SELECT ${recipientId}::uuid, account.id FROM users account
    WHERE account.id = ${senderId}::uuid AND account.id <> ${recipientId}::uuid
      AND ${canSeeProfile(recipientId, sql`account`)}
    FOR KEY SHARE
    ON CONFLICT (recipient_id, sender_id) DO UPDATE SET created_at = notification_permissions.created_at
    RETURNING sender_id`);
  return rows.length > 0;
}

/** Deletes the filtered notifications of a user. Returns their number. */
export async function deleteFiltered(
  database: Database,
  { recipientId, senderId }: { recipientId: string; senderId: string },
): Promise<number> {
  let deleted = 0;
  for (;;) {
    // Locks rows in id order, as all statements that delete notifications do.
    const count = await database.execute(sql`
      DELETE FROM notifications WHERE id IN (
        SELECT entry.id FROM notifications entry
        WHERE entry.recipient_id = ${recipientId}::uuid AND entry.actor_id = ${senderId}::uuid
          AND entry.type = ANY (${filteredTypes}::notification_type[])
          AND ${isFiltered(recipientId, sql`entry`)}
        ORDER BY entry.id LIMIT ${deletionBatch}::int FOR UPDATE OF entry)`);
    deleted += count;
    if (count < deletionBatch) return deleted;
  }
}
