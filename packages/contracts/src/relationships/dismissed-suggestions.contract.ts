import { defineRoute, pageQuery, successSchema } from '../http/index.ts';
import { usersPageSize } from '../limits.ts';
import { userParams } from '../users/index.ts';
import { usersPageSchema } from './follows.contract.ts';

export const listDismissedSuggestions = defineRoute({
  id: 'listDismissedSuggestions',
  method: 'GET',
  path: '/users/suggestions/dismissed',
  tag: 'Users',
  summary: 'List the suggested users that you have dismissed, latest first',
  auth: 'bearer',
  scope: 'read:accounts',
  reads: 'replica',
  query: pageQuery({ defaultSize: usersPageSize }),
  status: 200,
  response: usersPageSchema,
});

export const restoreSuggestedUser = defineRoute({
  id: 'restoreSuggestedUser',
  method: 'PUT',
  path: '/users/suggestions/{userId}',
  tag: 'Users',
  summary: 'Let a dismissed user be suggested again',
  description: 'Repeating it changes nothing.',
  auth: 'bearer',
  scope: 'write:accounts',
  whenFrozen: 'allowed',
  params: userParams,
  status: 200,
  response: successSchema,
  errors: ['not_found'],
});
