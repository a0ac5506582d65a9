import { z } from 'zod';
import { defineRoute, limitQuery, wireText } from '../http/index.ts';
import { userSearchLimit } from '../limits.ts';
import { userSchema } from './user.schemas.ts';
import { currentUserSchema } from './users.schemas.ts';

export const getCurrentUser = defineRoute({
  id: 'getCurrentUser',
  method: 'GET',
  path: '/users/me',
  tag: 'Users',
  summary: 'The signed-in person',
  auth: 'bearer',
  status: 200,
  response: currentUserSchema,
});

export const searchUsers = defineRoute({
  id: 'searchUsers',
  method: 'GET',
  path: '/users/search',
  tag: 'Users',
  summary: 'People by name or username',
  description:
    'Ignores case and accents. Where fewer than three people have the text in their names, similar names follow: `margarit` finds Margaret. Never by email address. A blank text finds nobody.',
  auth: 'bearer',
  query: limitQuery({ defaultLimit: userSearchLimit }).extend({
    q: wireText('The text')
      .max(200, { error: 'The text can be at most 200 characters long.' })
      .default('')
      .describe('With or without the at sign'),
  }),
  status: 200,
  response: z.array(userSchema),
});
