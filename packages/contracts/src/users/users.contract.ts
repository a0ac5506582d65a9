import { defineRoute } from '../http/index.ts';
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
