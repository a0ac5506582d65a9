import { z } from 'zod';
import {
  defineRoute,
  isoTime,
  limitQuery,
  pageOf,
  pageQuery,
  successSchema,
  uuid,
} from '../http/index.ts';
import { followRequestsLimit, usersPageSize } from '../limits.ts';
import { userSchema } from '../users/index.ts';

/** What became of a request to follow. Spec, section 3, "Follow request". */
const statusSchema = z.enum(['pending', 'approved', 'rejected']);

const requestFields = { id: uuid, status: statusSchema, createdAt: isoTime };

/** A request to follow the viewer. */
export const followRequestSchema = z
  .object({ ...requestFields, requester: userSchema })
  .meta({ id: 'FollowRequest' });

/** A request of the viewer's own. */
export const sentFollowRequestSchema = z
  .object({ ...requestFields, target: userSchema })
  .meta({ id: 'SentFollowRequest' });

const requestParams = z.object({ requestId: z.string() });

export const listPendingFollowRequests = defineRoute({
  id: 'listPendingFollowRequests',
  method: 'GET',
  path: '/users/follow-requests/pending',
  tag: 'Follows',
  summary: 'Who waits for your approval, the latest first',
  auth: 'bearer',
  query: limitQuery({ defaultLimit: followRequestsLimit }),
  status: 200,
  response: z.array(followRequestSchema),
});

export const listSentFollowRequests = defineRoute({
  id: 'listSentFollowRequests',
  method: 'GET',
  path: '/users/follow-requests/sent',
  tag: 'Follows',
  summary: 'Your follow requests that wait for approval, the latest first',
  description: '`DELETE /users/{userId}/follow` withdraws one.',
  auth: 'bearer',
  query: pageQuery({ defaultSize: usersPageSize }),
  status: 200,
  response: pageOf(sentFollowRequestSchema).meta({ id: 'SentFollowRequestsPage' }),
});

export const approveFollowRequest = defineRoute({
  id: 'approveFollowRequest',
  method: 'POST',
  path: '/users/follow-requests/{requestId}/approve',
  takesIdempotencyKey: false,
  tag: 'Follows',
  summary: 'Let a person follow you',
  description: 'Again it changes nothing; after a rejection it is a conflict.',
  auth: 'bearer',
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
  summary: 'Do not let a person follow you; they may ask again',
  description: 'Again it changes nothing; after an approval it is a conflict.',
  auth: 'bearer',
  params: requestParams,
  status: 200,
  response: successSchema.extend({ status: z.literal('rejected') }),
  errors: ['not_found', 'conflict'],
});

export type FollowRequest = z.infer<typeof followRequestSchema>;
export type SentFollowRequest = z.infer<typeof sentFollowRequestSchema>;
