import { z } from 'zod';
import { defineRoute, limitedText, limitQuery, successSchema } from '../http/index.ts';
import { bannerImageMaxBytes, profileImageMaxBytes, suggestedUsersLimit } from '../limits.ts';
import { userSchema } from './user.schemas.ts';
import { updateProfileBodySchema } from './profile-input.schemas.ts';
import { profileDetailsSchema } from './profile.schemas.ts';
import { currentUserSchema } from './users.schemas.ts';

/** A value that is neither an id nor a username is a 404, not a 400. */
export const userIdOrUsernameParams = z.object({ userIdOrUsername: z.string() });

/** A malformed id is a 404, not a 400. */
export const userParams = z.object({ userId: z.string() });

export const getProfile = defineRoute({
  id: 'getProfile',
  method: 'GET',
  path: '/users/{userIdOrUsername}',
  tag: 'Users',
  summary: 'Get a profile',
  description:
    'Your own profile is returned as others see it. A username that the user changed in the last 30 days leads to the profile, too. A 404 if the user has blocked you.',
  auth: 'bearer',
  scope: 'read:accounts',
  reads: 'replica',
  params: userIdOrUsernameParams,
  status: 200,
  response: profileDetailsSchema,
  errors: ['not_found'],
});

export const updateProfile = defineRoute({
  id: 'updateProfile',
  method: 'PUT',
  path: '/users/me',
  tag: 'Users',
  summary: 'Change your profile',
  description:
    'An empty string clears a field; absent fields are unchanged. Making a private account public approves all pending follow requests. A new name or username removes the verified badge. Your last three usernames stay reserved for you for 30 days and lead to your profile.',
  auth: 'bearer',
  whenFrozen: 'allowed',
  body: {
    kind: 'form',
    schema: updateProfileBodySchema,
    files: {
      profileImage: {
        maxCount: 1,
        maxBytes: profileImageMaxBytes,
        isOutsideQuota: true,
        description: 'JPEG, PNG, GIF, WebP or AVIF up to 2 MB; cropped to the centered square',
      },
      bannerImage: {
        maxCount: 1,
        maxBytes: bannerImageMaxBytes,
        isOutsideQuota: true,
        description:
          'JPEG, PNG, GIF, WebP or AVIF up to 2 MB; cropped to the centered area that is three times as wide as high',
      },
    },
  },
  status: 200,
  response: successSchema.extend({ user: currentUserSchema }),
  errors: ['username_taken', 'conflict'],
});

export const listSuggestedUsers = defineRoute({
  id: 'listSuggestedUsers',
  method: 'GET',
  path: '/users/suggestions',
  tag: 'Users',
  summary: 'List users you may want to follow',
  description:
    'Users who recently used one of the hashtags first, then users followed by those you follow, then the most followed. Excludes users you follow or have blocked, muted or dismissed, and users who have asked to follow you.',
  auth: 'bearer',
  scope: 'read:accounts',
  reads: 'replica',
  query: limitQuery({ defaultLimit: suggestedUsersLimit }).extend({
    hashtags: limitedText('error.label.text', 500)
      .default('')
      .describe('Hashtags that interest the user, separated by commas; the first ten count'),
  }),
  status: 200,
  response: z.array(userSchema),
});

export const dismissSuggestedUser = defineRoute({
  id: 'dismissSuggestedUser',
  method: 'DELETE',
  path: '/users/suggestions/{userId}',
  tag: 'Users',
  summary: 'Dismiss a suggested user',
  auth: 'bearer',
  scope: 'write:accounts',
  whenFrozen: 'allowed',
  awaitedBy: 'viewer',
  params: userParams,
  status: 200,
  response: successSchema,
  errors: ['not_found'],
});
