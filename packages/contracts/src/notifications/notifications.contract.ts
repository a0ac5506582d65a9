import type { LabelKey } from '@skein/messages';
import { z } from 'zod';
import { moderationNotificationTypes, notificationsTabs, notificationTypes } from '../constants.ts';
import {
  booleanField,
  defineRoute,
  issueMessage,
  limitedText,
  pageSchema,
  pageQuery,
  successSchema,
  uuid,
  wireText,
} from '../http/index.ts';
import {
  listLimitMax,
  notificationsPageSize,
  pushSubscriptionsMax,
  unreadCountMax,
} from '../limits.ts';
import { notificationSchema, notificationTypeSchema } from './notifications.schemas.ts';

const countSchema = z
  .number()
  .int()
  .max(unreadCountMax)
  .describe(`Unread notification groups; ${unreadCountMax} means ${unreadCountMax} or more`);

export const notificationsTabSchema = z.enum(notificationsTabs);

export type NotificationsTab = z.infer<typeof notificationsTabSchema>;

export const listNotifications = defineRoute({
  id: 'listNotifications',
  method: 'GET',
  path: '/notifications',
  tag: 'Notifications',
  summary: 'List notifications, latest first',
  description:
    'Excludes muted and blocked users, filtered notifications and threads that you can no longer see. After thousands of excluded notifications in a row a page may be shorter than requested; use `last` and `nextCursor` to find out whether there are more. Notifications are deleted 90 days after they were read, or 90 days after they were created if unread.',
  auth: 'bearer',
  scope: 'read:notifications',
  reads: 'replica',
  query: pageQuery({ defaultSize: notificationsPageSize }).safeExtend({
    tab: notificationsTabSchema
      .default('all')
      .describe('`mentions`: mentions, replies and quotes. `requests`: follow requests'),
  }),
  status: 200,
  response: pageSchema(notificationSchema).meta({ id: 'NotificationPage' }),
});

export const countUnreadNotifications = defineRoute({
  id: 'countUnreadNotifications',
  method: 'GET',
  path: '/notifications/unread-count',
  tag: 'Notifications',
  summary: 'Count unread notifications',
  auth: 'bearer',
  scope: 'read:notifications',
  reads: 'replica',
  status: 200,
  response: z.object({ count: countSchema }),
});

export const markNotificationsRead = defineRoute({
  id: 'markNotificationsRead',
  method: 'PUT',
  path: '/notifications/mark-read',
  tag: 'Notifications',
  summary: 'Mark notifications as read',
  description: 'Marks all notifications if `ids` is absent. Unknown ids are ignored.',
  auth: 'bearer',
  scope: 'write:notifications',
  limit: 'reads',
  whenFrozen: 'allowed',
  awaitedBy: 'viewer',
  body: {
    kind: 'json',
    schema: z.object({ ids: z.array(uuid).max(listLimitMax).optional() }),
  },
  status: 200,
  response: successSchema.extend({ count: countSchema }),
  errors: ['validation_failed'],
});

/** Types that users can turn off. Notifications for moderators always arrive. */
const optionalTypes = notificationTypeSchema.exclude(moderationNotificationTypes).options;

/** A field for each key: OpenAPI does not list the properties of a record. */
function toShape<Key extends string, Field extends z.ZodType>(
  keys: readonly Key[],
  field: Field,
): Record<Key, Field> {
  // `Object.fromEntries` does not keep the type of the keys.
  return Object.fromEntries(keys.map((key) => [key, field])) as Record<Key, Field>;
}

/** Enabled notification types. Disabled types are neither listed nor counted. */
export const notificationPreferencesSchema = z
  .object(toShape(notificationTypes, z.boolean()))
  .meta({ id: 'NotificationPreferences' });

export const getNotificationPreferences = defineRoute({
  id: 'getNotificationPreferences',
  method: 'GET',
  path: '/notifications/preferences',
  tag: 'Notifications',
  summary: 'Get the notification preferences',
  auth: 'bearer',
  scope: 'read:notifications',
  status: 200,
  response: notificationPreferencesSchema,
});

export const updateNotificationPreferences = defineRoute({
  id: 'updateNotificationPreferences',
  method: 'PUT',
  path: '/notifications/preferences',
  tag: 'Notifications',
  summary: 'Change the notification preferences',
  description:
    'Absent types are unchanged. `moderation_warning` and `report_message` cannot be turned off.',
  auth: 'bearer',
  scope: 'write:notifications',
  whenFrozen: 'allowed',
  awaitedBy: 'viewer',
  body: { kind: 'json', schema: z.strictObject(toShape(optionalTypes, booleanField.optional())) },
  status: 200,
  response: successSchema.extend({ preferences: notificationPreferencesSchema }),
  errors: ['validation_failed'],
});

const emailDigestSchema = z
  .object({
    isEnabled: z.boolean(),
    isAvailable: z.boolean().describe('Whether the instance can send emails'),
  })
  .meta({ id: 'EmailDigest' });

export const getEmailDigest = defineRoute({
  id: 'getEmailDigest',
  method: 'GET',
  path: '/notifications/email-digest',
  tag: 'Notifications',
  summary: 'Get whether you receive the weekly email',
  auth: 'bearer',
  scope: 'read:notifications',
  reads: 'replica',
  status: 200,
  response: emailDigestSchema,
});

export const updateEmailDigest = defineRoute({
  id: 'updateEmailDigest',
  method: 'PUT',
  path: '/notifications/email-digest',
  tag: 'Notifications',
  summary: 'Turn the weekly email on or off',
  description:
    'Once a week, it lists unread notifications and popular threads of people you follow. It is left out if there are none, or if you have been online in the last two days.',
  auth: 'bearer',
  scope: 'write:notifications',
  whenFrozen: 'allowed',
  body: { kind: 'json', schema: z.object({ isEnabled: booleanField }) },
  status: 200,
  response: successSchema,
  errors: ['validation_failed'],
});

export const unsubscribeFromEmailDigest = defineRoute({
  id: 'unsubscribeFromEmailDigest',
  method: 'POST',
  path: '/notifications/email-digest/unsubscribe/{token}',
  takesIdempotencyKey: false,
  tag: 'Notifications',
  summary: 'Turn the weekly email off with the token of its link',
  description:
    'The target of the `List-Unsubscribe` header, as defined by RFC 8058; the body is ignored. Does nothing for an unknown token.',
  auth: 'none',
  params: z.object({ token: wireText('error.label.token') }),
  status: 200,
  response: successSchema,
  errors: ['validation_failed'],
});

export const getPushKey = defineRoute({
  id: 'getPushKey',
  method: 'GET',
  path: '/notifications/push-key',
  tag: 'Notifications',
  summary: 'Get the VAPID public key for push subscriptions',
  auth: 'bearer',
  scope: 'push',
  status: 200,
  response: z.object({ publicKey: z.string().describe('VAPID, base64url') }),
});

const pushText = (label: LabelKey) =>
  limitedText(label, 2000).min(1, { error: issueMessage('error.required', { label }) });

export const subscribeToPush = defineRoute({
  id: 'subscribeToPush',
  method: 'POST',
  path: '/notifications/push-subscriptions',
  takesIdempotencyKey: true,
  tag: 'Notifications',
  summary: 'Subscribe this browser to push notifications',
  description: `The JSON of the browser's \`PushSubscription\`. The endpoint must use port 443 of a push service that the instance allows. It is removed after ten consecutive failures and when the session ends, and belongs to one user at a time. A user has at most ${pushSubscriptionsMax} subscriptions; the oldest is replaced.`,
  auth: 'bearer',
  scope: 'push',
  whenFrozen: 'allowed',
  awaitedBy: 'viewer',
  body: {
    kind: 'json',
    schema: z.object({
      endpoint: pushText('error.label.endpoint'),
      keys: z.object({ p256dh: pushText('error.label.key'), auth: pushText('error.label.secret') }),
    }),
  },
  status: 201,
  response: successSchema.extend({ id: uuid }),
  errors: ['validation_failed', 'forbidden'],
});

export const unsubscribeFromPush = defineRoute({
  id: 'unsubscribeFromPush',
  method: 'DELETE',
  path: '/notifications/push-subscriptions/{subscriptionId}',
  tag: 'Notifications',
  summary: 'Unsubscribe a browser from push notifications',
  auth: 'bearer',
  scope: 'push',
  whenFrozen: 'allowed',
  awaitedBy: 'viewer',
  params: z.object({ subscriptionId: z.string() }),
  status: 200,
  response: successSchema,
  errors: ['not_found'],
});
