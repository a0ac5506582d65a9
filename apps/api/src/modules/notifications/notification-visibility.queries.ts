import { moderationNotificationTypes, notificationTypes } from '@skein/contracts/constants';
import { newAccountDays } from '@skein/contracts/limits';
import type { NotificationType } from '@skein/contracts/notifications';
import { exists, Prisma } from '@skein/db';
import {
  canNotify,
  canSeeUndeleted,
  isBlockedBy,
  isFollowing,
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

const moderationTypes = new Set<NotificationType>(moderationNotificationTypes);

/** Whether the user has not disabled a type. Users cannot disable those from moderators. */
export function isEnabled(type: NotificationType): Prisma.Sql {
  if (moderationTypes.has(type)) return sql`true`;
  return sql`(SELECT ${type}::notification_type = ANY (disabled) FROM preferences) IS NOT TRUE`;
}

/** What a list contains: all notifications, or those that the recipient's policy does not filter. */
export type Filtering = 'include-filtered' | 'exclude-filtered';

/** Whether the recipient sees a notification, as far as its actor and the recipient's policy matter. */
export function isVisible(
  recipientId: string,
  notification: Prisma.Sql,
  filtering: Filtering = 'exclude-filtered',
): Prisma.Sql {
  const isActor = isActorVisible(recipientId, sql`${notification}.actor_id`);
  return filtering === 'include-filtered'
    ? isActor
    : sql`(${isActor} AND NOT ${isFiltered(recipientId, notification)})`;
}

/** Types that concern only the recipient, or that wait for the recipient's decision. */
const unfilteredTypes = new Set<NotificationType>([
  'follow_request',
  'follow_approved',
  'poll_ended',
  'new_thread',
  'moved',
  ...moderationNotificationTypes,
]);

/** Types that a policy filters. */
export const filteredTypes = notificationTypes.filter((type) => !unfilteredTypes.has(type));

/** Whether the recipient filters any notifications. Does not depend on a row of the statement. */
export function hasFilters(recipientId: string): Prisma.Sql {
  return sql`(SELECT filters_not_following OR filters_not_followers OR filters_new_accounts
    FROM notification_preferences WHERE user_id = ${recipientId}::uuid)`;
}

/** Whether the recipient has notifications that wait for a decision about their actor. */
export function hasHeld(recipientId: string): Prisma.Sql {
  return exists(
    sql`notifications held WHERE held.recipient_id = ${recipientId}::uuid AND held.is_held`,
  );
}

/**
 * Whether a notification is held, or the recipient's policy filters it. This is the only place that decides it, at
 * each read, so that a changed policy or follow applies at once, also to earlier notifications.
 */
export function isFiltered(recipientId: string, notification: Prisma.Sql): Prisma.Sql {
  const recipient = sql`${recipientId}::uuid`;
  const sender = sql`${notification}.actor_id`;
  const isFilteredSender = sql`notification_preferences policy, users sender
    WHERE policy.user_id = ${recipient} AND sender.id = ${sender}
      AND (policy.filters_not_following AND NOT ${isFollowing(recipient, sender)}
        OR policy.filters_not_followers AND NOT ${isFollowing(sender, recipient)}
        OR policy.filters_new_accounts
          AND sender.created_at > now() - make_interval(days => ${newAccountDays}::int))`;
  const isAccepted = sql`notification_permissions permission
    WHERE permission.recipient_id = ${recipient} AND permission.sender_id = ${sender}`;
  // `hasFilters` is evaluated once. For users without filters, nothing else is, except for held notifications.
  return sql`(CASE WHEN ${notification}.is_held OR ${hasFilters(recipientId)}
    THEN ${notification}.type = ANY (${filteredTypes}::notification_type[])
    AND (${notification}.is_held OR ${exists(isFilteredSender)}) AND NOT ${exists(isAccepted)} ELSE false END)`;
}

/**
 * Whether the recipient sees notifications by this actor. The end of one's own poll has no
 * actor, and neither has an action of a moderator.
 */
function isActorVisible(recipientId: string, actorId: Prisma.Sql): Prisma.Sql {
  const activeActor = sql`users actor WHERE actor.id = ${actorId} AND ${canNotify(recipientId, sql`actor`)}`;
  // What the recipient has blocked and muted is read once. Any number of users may have blocked the recipient.
  return sql`(${actorId} IS NULL OR (${exists(activeActor)}
    AND ${actorId} NOT IN (SELECT blocked_id FROM blocks WHERE blocker_id = ${recipientId}::uuid
      UNION ALL ${selectMutedUsers(recipientId)})
    AND NOT ${isBlockedBy(actorId, sql`${recipientId}::uuid`)}))`;
}

/** Whether the recipient may see the thread, or there is none. */
export function isSubjectThreadVisible(recipientId: string, threadId: Prisma.Sql): Prisma.Sql {
  const canSeeThread = canSeeUndeleted(recipientId, { thread: sql`thread`, author: sql`author` });
  return sql`(${threadId} IS NULL OR ${exists(sql`
    threads thread JOIN users author ON author.id = thread.author_id
    WHERE thread.id = ${threadId} AND thread.deleted_at IS NULL AND ${canSeeThread}`)})`;
}
