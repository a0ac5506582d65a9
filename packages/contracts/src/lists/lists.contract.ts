import { z } from 'zod';
import {
  defineRoute,
  isoTime,
  issueMessage,
  pageQuery,
  successSchema,
  textField,
  uuid,
} from '../http/index.ts';
import { listNameMaxLength, listsMax, threadsPageSize, usersPageSize } from '../limits.ts';
import { usersPageSchema } from '../relationships/index.ts';
import { threadPageSchema } from '../threads/index.ts';
import { userParams } from '../users/index.ts';

/** A private list of users with a feed of its own. Nobody but its owner sees it. */
const userListSchema = z
  .object({
    id: uuid,
    name: z.string(),
    membersCount: z.number().int(),
    createdAt: isoTime,
  })
  .meta({ id: 'UserList' });

export const listBodySchema = z.object({
  name: textField({ max: listNameMaxLength, label: 'error.label.theName', required: true }),
});
const listParams = z.object({ listId: z.string() });
const memberParams = listParams.extend({ userId: z.string() });

export const listUserLists = defineRoute({
  id: 'listUserLists',
  method: 'GET',
  path: '/lists',
  tag: 'Lists',
  summary: 'List your lists of users, in your order',
  auth: 'bearer',
  scope: 'read:lists',
  reads: 'replica',
  status: 200,
  response: z.array(userListSchema),
});

export const createUserList = defineRoute({
  id: 'createUserList',
  method: 'POST',
  path: '/lists',
  takesIdempotencyKey: true,
  tag: 'Lists',
  summary: 'Create a list of users',
  description: 'A 409 beyond 20 lists.',
  auth: 'bearer',
  scope: 'write:lists',
  body: { kind: 'json', schema: listBodySchema },
  status: 201,
  response: userListSchema,
  errors: ['validation_failed', 'not_found', 'conflict'],
});

export const orderUserLists = defineRoute({
  id: 'orderUserLists',
  method: 'PUT',
  path: '/lists/order',
  tag: 'Lists',
  summary: 'Change the order of your lists',
  description: 'Lists that are not named follow in their present order.',
  auth: 'bearer',
  scope: 'write:lists',
  body: {
    kind: 'json',
    schema: z.object({
      ids: z.array(uuid).max(listsMax, { error: issueMessage('error.listIdsMax') }),
    }),
  },
  status: 200,
  response: successSchema,
  errors: ['validation_failed'],
});

export const renameUserList = defineRoute({
  id: 'renameUserList',
  method: 'PUT',
  path: '/lists/{listId}',
  tag: 'Lists',
  summary: 'Rename a list of users',
  auth: 'bearer',
  scope: 'write:lists',
  params: listParams,
  body: { kind: 'json', schema: listBodySchema },
  status: 200,
  response: userListSchema,
  errors: ['validation_failed', 'not_found'],
});

export const deleteUserList = defineRoute({
  id: 'deleteUserList',
  method: 'DELETE',
  path: '/lists/{listId}',
  tag: 'Lists',
  summary: 'Delete a list of users',
  auth: 'bearer',
  scope: 'write:lists',
  params: listParams,
  status: 200,
  response: successSchema,
  errors: ['not_found'],
});

export const listListMembers = defineRoute({
  id: 'listListMembers',
  method: 'GET',
  path: '/lists/{listId}/members',
  tag: 'Lists',
  summary: 'List the members of a list, the latest first',
  auth: 'bearer',
  scope: 'read:lists',
  reads: 'replica',
  params: listParams,
  query: pageQuery({ defaultSize: usersPageSize }),
  status: 200,
  response: usersPageSchema,
  errors: ['not_found'],
});

export const addListMember = defineRoute({
  id: 'addListMember',
  method: 'PUT',
  path: '/lists/{listId}/members/{userId}',
  tag: 'Lists',
  summary: 'Add a user to a list',
  description:
    'You need not follow the user, who is not notified. Repeating it changes nothing. A 409 beyond 500 members.',
  auth: 'bearer',
  scope: 'write:lists',
  params: memberParams,
  status: 200,
  response: successSchema,
  errors: ['not_found', 'conflict'],
});

export const removeListMember = defineRoute({
  id: 'removeListMember',
  method: 'DELETE',
  path: '/lists/{listId}/members/{userId}',
  tag: 'Lists',
  summary: 'Remove a user from a list',
  auth: 'bearer',
  scope: 'write:lists',
  params: memberParams,
  status: 200,
  response: successSchema,
  errors: ['not_found'],
});

export const listListsOfUser = defineRoute({
  id: 'listListsOfUser',
  method: 'GET',
  path: '/users/{userId}/lists',
  tag: 'Lists',
  summary: 'List those of your lists that contain a user',
  auth: 'bearer',
  scope: 'read:lists',
  reads: 'replica',
  params: userParams,
  status: 200,
  response: z.array(userListSchema),
  errors: ['not_found'],
});

export const listListThreads = defineRoute({
  id: 'listListThreads',
  method: 'GET',
  path: '/lists/{listId}/threads',
  tag: 'Lists',
  summary: 'List the threads and plain reposts of the members of a list, newest first',
  auth: 'bearer',
  scope: 'read:lists',
  reads: 'replica',
  params: listParams,
  query: pageQuery({ defaultSize: threadsPageSize }),
  status: 200,
  response: threadPageSchema,
  errors: ['not_found'],
});

export type UserList = z.infer<typeof userListSchema>;
