import { z } from 'zod';
import {
  booleanField,
  defineRoute,
  pageOf,
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
  .describe(
    `Of unread notifications, as they are grouped; ${unreadCountMax} stands for as many or more`,
  );

export const notificationsTabSchema = z.enum(['all', 'mentions', 'requests']);

export type NotificationsTab = z.infer<typeof notificationsTabSchema>;

export const listNotifications = defineRoute({
  id: 'listNotifications',
  method: 'GET',
  path: '/notifications',
  tag: 'Notifications',
  summary: 'What others did that concerns the viewer, the latest first',
  description:
    'Nothing of people who are muted or blocked, and nothing about threads that the viewer can no longer see. After thousands of such notifications in a row a page may be shorter than asked for; `last` and `nextCursor` say whether there are more. Notifications are removed 90 days after they were read, or 90 days after they came if they were not.',
  auth: 'bearer',
  query: pageQuery({ defaultSize: notificationsPageSize }).safeExtend({
    tab: notificationsTabSchema
      .default('all')
      .describe("'mentions' are mentions, replies and quotes; 'requests' are those to follow"),
  }),
  status: 200,
  response: pageOf(notificationSchema).meta({ id: 'NotificationPage' }),
});

export const countUnreadNotifications = defineRoute({
  id: 'countUnreadNotifications',
  method: 'GET',
  path: '/notifications/unread-count',
  tag: 'Notifications',
  summary: 'How many notifications are unread',
  auth: 'bearer',
  status: 200,
  response: z.object({ count: countSchema }),
});

export const markNotificationsRead = defineRoute({
  id: 'markNotificationsRead',
  method: 'PUT',
  path: '/notifications/mark-read',
  tag: 'Notifications',
  summary: 'Mark notifications as read',
  description: 'All of them when `ids` is absent. Ids of others change nothing.',
  auth: 'bearer',
  limit: 'reads',
  body: {
    kind: 'json',
    schema: z.object({ ids: z.array(uuid).max(listLimitMax).optional() }),
  },
  status: 200,
  response: successSchema.extend({ count: countSchema }),
  errors: ['validation_failed'],
});

/** Which types a person wants to be told of; those left out are neither listed nor counted. */
export const notificationPreferencesSchema = z
  .record(notificationTypeSchema, z.boolean())
  .meta({ id: 'NotificationPreferences' });

export const getNotificationPreferences = defineRoute({
  id: 'getNotificationPreferences',
  method: 'GET',
  path: '/notifications/preferences',
  tag: 'Notifications',
  summary: 'Which types of notifications the viewer wants',
  auth: 'bearer',
  status: 200,
  response: notificationPreferencesSchema,
});

export const updateNotificationPreferences = defineRoute({
  id: 'updateNotificationPreferences',
  method: 'PUT',
  path: '/notifications/preferences',
  tag: 'Notifications',
  summary: 'Say which types of notifications one wants',
  description: 'A type that is absent stays as it is.',
  auth: 'bearer',
  body: { kind: 'json', schema: z.partialRecord(notificationTypeSchema, booleanField) },
  status: 200,
  response: successSchema.extend({ preferences: notificationPreferencesSchema }),
  errors: ['validation_failed'],
});

export const getPushKey = defineRoute({
  id: 'getPushKey',
  method: 'GET',
  path: '/notifications/push-key',
  tag: 'Notifications',
  summary: 'The key with which a browser subscribes to push messages',
  auth: 'bearer',
  status: 200,
  response: z.object({ publicKey: z.string().describe('VAPID, base64url') }),
});

const pushText = (label: string) =>
  wireText(label)
    .min(1, { error: `${label} is required.` })
    .max(2000, { error: `${label} can be at most 2000 characters long.` });

export const subscribeToPush = defineRoute({
  id: 'subscribeToPush',
  method: 'POST',
  path: '/notifications/push-subscriptions',
  takesIdempotencyKey: true,
  tag: 'Notifications',
  summary: 'Have notifications pushed to this browser',
  description: `What a browser's PushSubscription gives as JSON. The endpoint must be at port 443 of a push service that the instance allows; it is removed after ten failed deliveries in a row. It ends with the session, and counts for one person at a time. A person has at most ${pushSubscriptionsMax}; the oldest goes.`,
  auth: 'bearer',
  body: {
    kind: 'json',
    schema: z.object({
      endpoint: pushText('The endpoint'),
      keys: z.object({ p256dh: pushText('The key'), auth: pushText('The secret') }),
    }),
  },
  status: 201,
  response: successSchema.extend({ id: uuid }),
  errors: ['validation_failed'],
});

export const unsubscribeFromPush = defineRoute({
  id: 'unsubscribeFromPush',
  method: 'DELETE',
  path: '/notifications/push-subscriptions/{subscriptionId}',
  tag: 'Notifications',
  summary: 'Have notifications pushed to a browser no more',
  auth: 'bearer',
  params: z.object({ subscriptionId: z.string() }),
  status: 200,
  response: successSchema,
  errors: ['not_found'],
});
