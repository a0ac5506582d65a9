import { z } from 'zod';
import { booleanField, defineRoute, successSchema } from '../http/index.ts';
import { filteredSendersMax } from '../limits.ts';
import { userParams } from '../users/index.ts';
import { filteredNotificationsSchema, notificationPolicySchema } from './notifications.schemas.ts';

export const getNotificationPolicy = defineRoute({
  id: 'getNotificationPolicy',
  method: 'GET',
  path: '/notifications/policy',
  tag: 'Notifications',
  summary: 'Get whose notifications are filtered',
  auth: 'bearer',
  scope: 'read:notifications',
  status: 200,
  response: notificationPolicySchema,
});

export const updateNotificationPolicy = defineRoute({
  id: 'updateNotificationPolicy',
  method: 'PUT',
  path: '/notifications/policy',
  tag: 'Notifications',
  summary: 'Change whose notifications are filtered',
  description:
    'Applies to earlier notifications too. Follow requests, approved requests, ended polls and messages of moderators are never filtered. Absent fields are unchanged.',
  auth: 'bearer',
  scope: 'write:notifications',
  whenFrozen: 'allowed',
  awaitedBy: 'viewer',
  body: {
    kind: 'json',
    schema: z.strictObject({
      filtersNotFollowing: booleanField.optional(),
      filtersNotFollowers: booleanField.optional(),
      filtersNewAccounts: booleanField.optional(),
    }),
  },
  status: 200,
  response: successSchema.extend({ policy: notificationPolicySchema }),
  errors: ['validation_failed'],
});

export const listFilteredNotifications = defineRoute({
  id: 'listFilteredNotifications',
  method: 'GET',
  path: '/notifications/filtered',
  tag: 'Notifications',
  summary: 'List the users whose notifications are filtered, latest first',
  description: `At most ${filteredSendersMax} users, from the latest 1,000 notifications of each type.`,
  auth: 'bearer',
  scope: 'read:notifications',
  reads: 'replica',
  status: 200,
  response: z.array(filteredNotificationsSchema),
});

export const acceptFilteredNotifications = defineRoute({
  id: 'acceptFilteredNotifications',
  method: 'POST',
  path: '/notifications/filtered/{userId}/accept',
  takesIdempotencyKey: false,
  tag: 'Notifications',
  summary: 'Accept the notifications of a user, now and later',
  description: 'Repeating it changes nothing.',
  auth: 'bearer',
  scope: 'write:notifications',
  whenFrozen: 'allowed',
  params: userParams,
  status: 200,
  response: successSchema,
  errors: ['validation_failed', 'not_found'],
});

export const dismissFilteredNotifications = defineRoute({
  id: 'dismissFilteredNotifications',
  method: 'DELETE',
  path: '/notifications/filtered/{userId}',
  tag: 'Notifications',
  summary: 'Delete the filtered notifications of a user',
  description: 'Later ones are filtered again.',
  auth: 'bearer',
  scope: 'write:notifications',
  whenFrozen: 'allowed',
  params: userParams,
  status: 200,
  response: successSchema,
  errors: ['not_found'],
});
