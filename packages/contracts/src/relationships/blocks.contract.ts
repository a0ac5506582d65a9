import { z } from 'zod';
import { defineRoute, isoTime, pageSchema, pageQuery, successSchema } from '../http/index.ts';
import { muteMaxSeconds, usersPageSize } from '../limits.ts';
import { userParams, userSchema } from '../users/index.ts';
import { usersPageSchema } from './follows.contract.ts';

const mutedUserSchema = userSchema
  .extend({ mutedUntil: isoTime.nullable().describe('Null if the mute has no end') })
  .meta({ id: 'MutedUser' });

const mutedUsersPageSchema = pageSchema(mutedUserSchema).meta({ id: 'MutedUsersPage' });

export type MutedUser = z.infer<typeof mutedUserSchema>;
export type MutedUsersPage = z.infer<typeof mutedUsersPageSchema>;

export const blockUser = defineRoute({
  id: 'blockUser',
  method: 'POST',
  path: '/users/{userId}/block',
  takesIdempotencyKey: false,
  tag: 'Blocks and mutes',
  summary: 'Block a user',
  description:
    'Neither user sees the other. Removes follows and follow requests in both directions. Repeating it changes nothing.',
  auth: 'bearer',
  scope: 'write:blocks',
  whenFrozen: 'allowed',
  params: userParams,
  status: 200,
  response: successSchema.extend({ isBlocked: z.literal(true) }),
  errors: ['validation_failed', 'not_found'],
});

export const unblockUser = defineRoute({
  id: 'unblockUser',
  method: 'DELETE',
  path: '/users/{userId}/block',
  tag: 'Blocks and mutes',
  summary: 'Unblock a user',
  auth: 'bearer',
  scope: 'write:blocks',
  whenFrozen: 'allowed',
  params: userParams,
  status: 200,
  response: successSchema.extend({ isBlocked: z.literal(false) }),
  errors: ['not_found'],
});

export const muteUser = defineRoute({
  id: 'muteUser',
  method: 'POST',
  path: '/users/{userId}/mute',
  takesIdempotencyKey: false,
  tag: 'Blocks and mutes',
  summary: 'Mute a user: hide them from your feeds, search and notifications',
  description: 'The user is not notified. Repeating it sets a new end.',
  auth: 'bearer',
  scope: 'write:mutes',
  whenFrozen: 'allowed',
  params: userParams,
  body: {
    kind: 'json',
    schema: z.object({
      durationSeconds: z
        .number()
        .int()
        .min(1)
        .max(muteMaxSeconds)
        .optional()
        .describe('If absent, the mute lasts until you end it'),
    }),
  },
  status: 200,
  response: successSchema.extend({ isMuted: z.literal(true) }),
  errors: ['validation_failed', 'not_found'],
});

export const unmuteUser = defineRoute({
  id: 'unmuteUser',
  method: 'DELETE',
  path: '/users/{userId}/mute',
  tag: 'Blocks and mutes',
  summary: 'Unmute a user',
  auth: 'bearer',
  scope: 'write:mutes',
  whenFrozen: 'allowed',
  params: userParams,
  status: 200,
  response: successSchema.extend({ isMuted: z.literal(false) }),
  errors: ['not_found'],
});

export const muteReposts = defineRoute({
  id: 'muteReposts',
  method: 'POST',
  path: '/users/{userId}/reposts/mute',
  takesIdempotencyKey: false,
  tag: 'Blocks and mutes',
  summary: 'Hide the plain reposts of a user from your feeds',
  description: 'The user is not notified. Repeating it changes nothing. A 409 beyond 1,000 users.',
  auth: 'bearer',
  scope: 'write:mutes',
  whenFrozen: 'allowed',
  params: userParams,
  status: 200,
  response: successSchema.extend({ areRepostsMuted: z.literal(true) }),
  errors: ['validation_failed', 'not_found', 'conflict'],
});

export const unmuteReposts = defineRoute({
  id: 'unmuteReposts',
  method: 'DELETE',
  path: '/users/{userId}/reposts/mute',
  tag: 'Blocks and mutes',
  summary: 'Show the plain reposts of a user again',
  auth: 'bearer',
  scope: 'write:mutes',
  whenFrozen: 'allowed',
  params: userParams,
  status: 200,
  response: successSchema.extend({ areRepostsMuted: z.literal(false) }),
  errors: ['not_found'],
});

export const listBlockedUsers = defineRoute({
  id: 'listBlockedUsers',
  method: 'GET',
  path: '/users/me/blocks',
  tag: 'Blocks and mutes',
  summary: 'List blocked users, latest first',
  auth: 'bearer',
  scope: 'read:blocks',
  reads: 'replica',
  query: pageQuery({ defaultSize: usersPageSize }),
  status: 200,
  response: usersPageSchema,
});

export const listMutedUsers = defineRoute({
  id: 'listMutedUsers',
  method: 'GET',
  path: '/users/me/mutes',
  tag: 'Blocks and mutes',
  summary: 'List muted users, latest first',
  auth: 'bearer',
  scope: 'read:mutes',
  reads: 'replica',
  query: pageQuery({ defaultSize: usersPageSize }),
  status: 200,
  response: mutedUsersPageSchema,
});
