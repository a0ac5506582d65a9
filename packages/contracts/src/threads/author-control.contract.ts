import { z } from 'zod';
import { defineRoute, successSchema } from '../http/index.ts';
import { replyPermissionSchema, threadSchema } from './threads.schemas.ts';
import { threadParams } from './thread-params.ts';

export const setReplyPermission = defineRoute({
  id: 'setReplyPermission',
  method: 'PUT',
  path: '/threads/{threadId}/reply-permission',
  tag: 'Threads',
  summary: 'Change who may reply to and quote your own thread',
  description: 'Existing replies and quotes stay.',
  auth: 'bearer',
  scope: 'write:statuses',
  params: threadParams,
  body: {
    kind: 'form',
    schema: z.object({ replyPermission: replyPermissionSchema }),
    files: {},
  },
  status: 200,
  response: threadSchema,
  errors: ['not_found', 'forbidden'],
});

export const pinThread = defineRoute({
  id: 'pinThread',
  method: 'POST',
  path: '/threads/{threadId}/pin',
  takesIdempotencyKey: false,
  tag: 'Threads',
  summary: 'Pin your own thread or quote to your profile',
  description: 'Replaces the thread that was pinned before. Replies cannot be pinned.',
  auth: 'bearer',
  scope: 'write:accounts',
  params: threadParams,
  status: 200,
  response: successSchema,
  errors: ['not_found', 'forbidden'],
});

export const unpinThread = defineRoute({
  id: 'unpinThread',
  method: 'DELETE',
  path: '/threads/{threadId}/pin',
  tag: 'Threads',
  summary: 'Remove your own thread from the top of your profile',
  auth: 'bearer',
  scope: 'write:accounts',
  params: threadParams,
  status: 200,
  response: successSchema,
  errors: ['not_found', 'forbidden'],
});

export const hideReply = defineRoute({
  id: 'hideReply',
  method: 'POST',
  path: '/threads/{threadId}/hide',
  takesIdempotencyKey: false,
  tag: 'Threads',
  summary: 'Hide a reply of another user below your own thread',
  description:
    'Moves it and the replies to it to the hidden replies, which everyone can open with `hidden=true` of `GET /threads/{threadId}/replies`.',
  auth: 'bearer',
  scope: 'write:statuses',
  params: threadParams,
  status: 200,
  response: threadSchema,
  errors: ['not_found', 'forbidden'],
});

export const unhideReply = defineRoute({
  id: 'unhideReply',
  method: 'DELETE',
  path: '/threads/{threadId}/hide',
  tag: 'Threads',
  summary: 'Show a hidden reply below your own thread again',
  auth: 'bearer',
  scope: 'write:statuses',
  params: threadParams,
  status: 200,
  response: threadSchema,
  errors: ['not_found', 'forbidden'],
});

export const detachQuote = defineRoute({
  id: 'detachQuote',
  method: 'POST',
  path: '/threads/{threadId}/detach-quote',
  takesIdempotencyKey: false,
  tag: 'Threads',
  summary: 'Remove your own thread from a quote of another user',
  description: 'The quote stays without it. This cannot be undone.',
  auth: 'bearer',
  scope: 'write:statuses',
  params: threadParams,
  status: 200,
  response: threadSchema,
  errors: ['not_found', 'forbidden'],
});
