import { z } from 'zod';
import { defineRoute, limitQuery, successSchema } from '../http/index.ts';
import { profileImageMaxBytes, suggestedUsersLimit } from '../limits.ts';
import { userSchema } from './user.schemas.ts';
import { updateProfileBodySchema } from './profile-input.schemas.ts';
import { profileSchema } from './profile.schemas.ts';
import { currentUserSchema } from './users.schemas.ts';

/** Whoever is named by neither an id nor a username is as unknown as any other. */
export const userIdOrUsernameParams = z.object({ userIdOrUsername: z.string() });

/** A malformed id is as unknown as any other: it is no bad input. */
export const userParams = z.object({ userId: z.string() });

export const getProfile = defineRoute({
  id: 'getProfile',
  method: 'GET',
  path: '/users/{userIdOrUsername}',
  tag: 'Users',
  summary: 'A person',
  description: 'Of oneself, what others see. Unknown to whom the person blocked.',
  auth: 'bearer',
  params: userIdOrUsernameParams,
  status: 200,
  response: profileSchema,
  errors: ['not_found'],
});

export const updateProfile = defineRoute({
  id: 'updateProfile',
  method: 'PUT',
  path: '/users/me',
  tag: 'Users',
  summary: 'Change your profile',
  description:
    'An empty text clears a field, an absent one is left as it is. Making a private account public approves everybody who is waiting. A new name or username removes the verified badge.',
  auth: 'bearer',
  body: {
    kind: 'form',
    schema: updateProfileBodySchema,
    files: {
      profileImage: {
        maxCount: 1,
        maxBytes: profileImageMaxBytes,
        isOutsideQuota: true,
        description:
          'JPEG, PNG, GIF, WebP or AVIF up to 2 MB; the middle of it is kept as a square',
      },
    },
  },
  status: 200,
  response: successSchema.extend({ user: currentUserSchema }),
  errors: ['username_taken'],
});

export const listSuggestedUsers = defineRoute({
  id: 'listSuggestedUsers',
  method: 'GET',
  path: '/users/suggestions',
  tag: 'Users',
  summary: 'People you may want to follow',
  description:
    'Users followed by those you follow first, then the most followed. Excludes users you follow or have blocked, muted or dismissed, and users with an open follow request from or to you.',
  auth: 'bearer',
  query: limitQuery({ defaultLimit: suggestedUsersLimit }),
  status: 200,
  response: z.array(userSchema),
});

export const dismissSuggestedUser = defineRoute({
  id: 'dismissSuggestedUser',
  method: 'DELETE',
  path: '/users/suggestions/{userId}',
  tag: 'Users',
  summary: 'Have a person suggested no more',
  auth: 'bearer',
  params: userParams,
  status: 200,
  response: successSchema,
  errors: ['not_found'],
});
