import { z } from 'zod';
import {
  defineRoute,
  isoTime,
  limitQuery,
  pageSchema,
  pageQuery,
  successSchema,
  uuid,
} from '../http/index.ts';
import { followRequestsLimit, usersPageSize } from '../limits.ts';
import { userSchema } from '../users/index.ts';

/** Status of a follow request. */
const statusSchema = z.enum(['pending', 'approved', 'rejected']);

const requestFields = { id: uuid, status: statusSchema, createdAt: isoTime };

/** A follow request that the viewer received. */
export const followRequestSchema = z
  .object({ ...requestFields, requester: userSchema })
  .meta({ id: 'FollowRequest' });

/** A follow request that the viewer sent. */
export const sentFollowRequestSchema = z
  .object({ ...requestFields, target: userSchema })
  .meta({ id: 'SentFollowRequest' });

const requestParams = z.object({ requestId: z.string() });

export const listPendingFollowRequests = defineRoute({
  id: 'listPendingFollowRequests',
  method: 'GET',
  path: '/users/follow-requests/pending',
  tag: 'Follows',
  summary: 'List follow requests that await your decision, latest first',
  auth: 'bearer',
  scope: 'read:follows',
  reads: 'replica',
  query: limitQuery({ defaultLimit: followRequestsLimit }),
  status: 200,
  response: z.array(followRequestSchema),
});

export const listSentFollowRequests = defineRoute({
  id: 'listSentFollowRequests',
  method: 'GET',
  path: '/users/follow-requests/sent',
  tag: 'Follows',
  summary: 'List your pending follow requests, latest first',
  description: '`DELETE /users/{userId}/follow` withdraws one.',
  auth: 'bearer',
  scope: 'read:follows',
  reads: 'replica',
  query: pageQuery({ defaultSize: usersPageSize }),
  status: 200,
  response: pageSchema(sentFollowRequestSchema).meta({ id: 'SentFollowRequestsPage' }),
});

export const approveFollowRequest = defineRoute({
  id: 'approveFollowRequest',
  method: 'POST',
  path: '/users/follow-requests/{requestId}/approve',
  takesIdempotencyKey: false,
  tag: 'Follows',
  summary: 'Approve a follow request',
  description: 'Repeating it changes nothing. A 409 if the request was rejected.',
  auth: 'bearer',
  scope: 'write:follows',
  params: requestParams,
  status: 200,
  response: successSchema.extend({ status: z.literal('approved') }),
  errors: ['not_found', 'conflict'],
});

export const rejectFollowRequest = defineRoute({
  id: 'rejectFollowRequest',
  method: 'POST',
  path: '/users/follow-requests/{requestId}/reject',
  takesIdempotencyKey: false,
  tag: 'Follows',
  summary: 'Reject a follow request; the user may send another',
  description: 'Repeating it changes nothing. A 409 if the request was approved.',
  auth: 'bearer',
  scope: 'write:follows',
  whenFrozen: 'allowed',
  params: requestParams,
  status: 200,
  response: successSchema.extend({ status: z.literal('rejected') }),
  errors: ['not_found', 'conflict'],
});

export type FollowRequest = z.infer<typeof followRequestSchema>;
export type SentFollowRequest = z.infer<typeof sentFollowRequestSchema>;
