import { z } from 'zod';
import { defineRoute, limitedText, limitQuery } from '../http/index.ts';
import { userSearchLimit } from '../limits.ts';
import { userSchema } from './user.schemas.ts';
import { currentUserSchema } from './users.schemas.ts';

export const getCurrentUser = defineRoute({
  id: 'getCurrentUser',
  method: 'GET',
  path: '/users/me',
  tag: 'Users',
  summary: 'Get the signed-in user',
  auth: 'bearer',
  status: 200,
  response: currentUserSchema,
});

export const searchUsers = defineRoute({
  id: 'searchUsers',
  method: 'GET',
  path: '/users/search',
  tag: 'Users',
  summary: 'Search users by name or username',
  description:
    'Ignores case and accents. If fewer than three names contain the text, similar names are added: `margarit` finds Margaret. Does not search email addresses. A blank text returns an empty list. With federation, a handle or address of an account of another server finds that account; a 403 if the instance has suspended its server, a 404 if the server does not respond. While it is slow to respond, the response is a 503: repeat the request.',
  auth: 'bearer',
  scope: 'read:search',
  reads: 'replica',
  query: limitQuery({ defaultLimit: userSearchLimit }).extend({
    q: limitedText('error.label.text', 200).default('').describe('With or without `@`'),
  }),
  status: 200,
  response: z.array(userSchema),
  errors: ['forbidden', 'not_found'],
});
