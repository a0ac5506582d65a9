import { z } from 'zod';
import { defineRoute, limitedText, pageSchema, pageQuery, successSchema } from '../http/index.ts';
import { usersPageSize } from '../limits.ts';
import { userSchema, userIdOrUsernameParams, userParams } from '../users/index.ts';

export const usersPageSchema = pageSchema(userSchema).meta({ id: 'UsersPage' });

/** A page of users, optionally filtered by name or username. */
const usersQuery = pageQuery({ defaultSize: usersPageSize }).safeExtend({
  q: limitedText('error.label.text', 200)
    .default('')
    .describe(
      'Only users whose name or username contains this or something similar; ignores case and accents',
    ),
});

export const listFollowers = defineRoute({
  id: 'listFollowers',
  method: 'GET',
  path: '/users/{userIdOrUsername}/followers',
  tag: 'Follows',
  summary: 'List the followers of a user, latest first',
  description: 'Empty if the user hides the lists: `canViewConnections` of the profile',
  auth: 'bearer',
  scope: 'read:accounts',
  reads: 'replica',
  params: userIdOrUsernameParams,
  query: usersQuery,
  status: 200,
  response: usersPageSchema,
  errors: ['not_found'],
});

export const listFollowing = defineRoute({
  id: 'listFollowing',
  method: 'GET',
  path: '/users/{userIdOrUsername}/following',
  tag: 'Follows',
  summary: 'List the users that a user follows, latest first',
  description: 'Empty if the user hides the lists: `canViewConnections` of the profile',
  auth: 'bearer',
  scope: 'read:accounts',
  reads: 'replica',
  params: userIdOrUsernameParams,
  query: usersQuery,
  status: 200,
  response: usersPageSchema,
  errors: ['not_found'],
});

export const followUser = defineRoute({
  id: 'followUser',
  method: 'POST',
  path: '/users/{userId}/follow-request',
  takesIdempotencyKey: false,
  tag: 'Follows',
  summary: 'Follow a user or send a follow request',
  description:
    'Follows a public account at once and sends a follow request to a private one. Repeating it changes nothing. A 409 for an account of another server if `isFederated` of the own account is false.',
  auth: 'bearer',
  scope: 'write:follows',
  limit: 'follows',
  awaitedBy: 'viewer',
  params: userParams,
  status: 200,
  response: successSchema.extend({
    status: z.enum(['APPROVED', 'PENDING']),
    isFollowing: z.boolean(),
    followRequestStatus: z.enum(['PENDING']).nullable(),
  }),
  errors: ['validation_failed', 'not_found', 'conflict'],
});

export const unfollowUser = defineRoute({
  id: 'unfollowUser',
  method: 'DELETE',
  path: '/users/{userId}/follow',
  tag: 'Follows',
  summary: 'Unfollow a user or withdraw the follow request',
  auth: 'bearer',
  scope: 'write:follows',
  whenFrozen: 'allowed',
  params: userParams,
  status: 200,
  response: successSchema,
  errors: ['not_found'],
});

export const removeFollower = defineRoute({
  id: 'removeFollower',
  method: 'DELETE',
  path: '/users/me/followers/{userId}',
  tag: 'Follows',
  summary: 'Remove a follower',
  description: 'The user is not notified.',
  auth: 'bearer',
  scope: 'write:follows',
  whenFrozen: 'allowed',
  params: userParams,
  status: 200,
  response: successSchema,
  errors: ['not_found'],
});

export const enableThreadNotifications = defineRoute({
  id: 'enableThreadNotifications',
  method: 'POST',
  path: '/users/{userId}/thread-notifications',
  takesIdempotencyKey: false,
  tag: 'Follows',
  summary: 'Get a notification for each new thread of a user that you follow',
  description:
    'Replies and plain reposts do not notify. Unfollowing ends it. The user is not notified. Repeating it changes nothing. A 409 if you do not follow the user.',
  auth: 'bearer',
  scope: 'write:follows',
  whenFrozen: 'allowed',
  params: userParams,
  status: 200,
  response: successSchema.extend({ isNotifying: z.literal(true) }),
  errors: ['not_found', 'conflict'],
});

export const disableThreadNotifications = defineRoute({
  id: 'disableThreadNotifications',
  method: 'DELETE',
  path: '/users/{userId}/thread-notifications',
  tag: 'Follows',
  summary: 'Get no more notifications for new threads of a user',
  auth: 'bearer',
  scope: 'write:follows',
  whenFrozen: 'allowed',
  params: userParams,
  status: 200,
  response: successSchema.extend({ isNotifying: z.literal(false) }),
  errors: ['not_found'],
});

export type UsersPage = z.infer<typeof usersPageSchema>;
