import { z } from 'zod';
import {
  booleanField,
  defineRoute,
  issueMessage,
  pageSchema,
  pageQuery,
  successSchema,
  textField,
  uuid,
} from '../http/index.ts';
import { pollOptionsMax, textMaxLength, usersPageSize } from '../limits.ts';
import { usersPageSchema } from '../relationships/index.ts';
import { pollSchema, reactionTypeSchema, threadParams, threadSchema } from '../threads/index.ts';
import { userSchema } from '../users/index.ts';

/**
 * The call toggles if `on` is absent. With `on` it sets the value, so that a retry or a double click
 * changes nothing.
 */
const toggleBodySchema = z.object({ on: booleanField.optional() });

export const likeThread = defineRoute({
  id: 'likeThread',
  method: 'POST',
  path: '/threads/{threadId}/like',
  takesIdempotencyKey: false,
  tag: 'Engagement',
  summary: 'Like or unlike a thread',
  auth: 'bearer',
  scope: 'write:favourites',
  awaitedBy: 'viewer',
  params: threadParams,
  body: { kind: 'form', schema: toggleBodySchema, files: {} },
  status: 200,
  response: successSchema.extend({ isLiked: z.boolean(), likesCount: z.number().int() }),
  errors: ['not_found'],
});

export const muteThread = defineRoute({
  id: 'muteThread',
  method: 'POST',
  path: '/threads/{threadId}/mute',
  takesIdempotencyKey: false,
  tag: 'Engagement',
  summary: 'Stop notifications about the conversation of a thread',
  description: 'Applies to the root and all its replies. Repeating it changes nothing.',
  auth: 'bearer',
  scope: 'write:mutes',
  whenFrozen: 'allowed',
  params: threadParams,
  status: 200,
  response: successSchema.extend({ isMuted: z.literal(true) }),
  errors: ['not_found'],
});

export const unmuteThread = defineRoute({
  id: 'unmuteThread',
  method: 'DELETE',
  path: '/threads/{threadId}/mute',
  tag: 'Engagement',
  summary: 'Get notifications about the conversation of a thread again',
  auth: 'bearer',
  scope: 'write:mutes',
  whenFrozen: 'allowed',
  params: threadParams,
  status: 200,
  response: successSchema.extend({ isMuted: z.literal(false) }),
  errors: ['not_found'],
});

export const repostThread = defineRoute({
  id: 'repostThread',
  method: 'POST',
  path: '/threads/{threadId}/repost',
  takesIdempotencyKey: true,
  tag: 'Engagement',
  summary: 'Repost a thread, undo the repost, or quote the thread',
  description: 'A nonblank `quoteContent` creates a quote and returns it.',
  auth: 'bearer',
  scope: 'write:statuses',
  awaitedBy: 'viewer',
  params: threadParams,
  body: {
    kind: 'form',
    schema: toggleBodySchema.extend({
      quoteContent: textField({ max: textMaxLength, label: 'error.label.quote' }).optional(),
    }),
    files: {},
  },
  status: 200,
  response: successSchema.extend({ isReposted: z.boolean(), repostsCount: z.number().int() }),
  alternative: { status: 201, response: threadSchema },
  errors: ['not_found', 'forbidden'],
});

export const bookmarkThread = defineRoute({
  id: 'bookmarkThread',
  method: 'POST',
  path: '/threads/{threadId}/bookmark',
  takesIdempotencyKey: false,
  tag: 'Engagement',
  summary: 'Add or remove a bookmark',
  auth: 'bearer',
  scope: 'write:bookmarks',
  whenFrozen: 'allowed',
  awaitedBy: 'viewer',
  params: threadParams,
  body: { kind: 'form', schema: toggleBodySchema, files: {} },
  status: 200,
  response: successSchema.extend({ isBookmarked: z.boolean() }),
  errors: ['not_found'],
});

export const reactToThread = defineRoute({
  id: 'reactToThread',
  method: 'POST',
  path: '/threads/{threadId}/reaction',
  takesIdempotencyKey: false,
  tag: 'Engagement',
  summary: 'React to a thread',
  description: 'One reaction per user: the same type removes it, another type replaces it.',
  auth: 'bearer',
  scope: 'write:favourites',
  awaitedBy: 'viewer',
  params: threadParams,
  query: z.object({ reactionType: reactionTypeSchema }),
  body: { kind: 'form', schema: toggleBodySchema, files: {} },
  status: 200,
  response: successSchema.extend({
    myReaction: reactionTypeSchema.nullable(),
    reactions: z.partialRecord(reactionTypeSchema, z.number().int()),
  }),
  errors: ['not_found'],
});

export const votePoll = defineRoute({
  id: 'votePoll',
  method: 'POST',
  path: '/threads/{threadId}/poll/vote',
  takesIdempotencyKey: true,
  tag: 'Engagement',
  summary: 'Vote once in the poll of a thread',
  auth: 'bearer',
  scope: 'write:statuses',
  awaitedBy: 'viewer',
  params: threadParams,
  body: {
    kind: 'json',
    schema: z.object({
      optionIds: z
        .array(uuid)
        .min(1, { error: issueMessage('error.optionRequired') })
        .max(pollOptionsMax, {
          error: issueMessage('error.pollOptionsMax', { max: pollOptionsMax }),
        })
        .refine((ids) => new Set(ids).size === ids.length, {
          error: issueMessage('error.optionTwice'),
        }),
    }),
  },
  status: 200,
  response: successSchema.extend({ poll: pollSchema }),
  errors: ['not_found', 'conflict'],
});

const hiddenUsers = 'Without users whose threads you may not see; the counts include them.';

export const listThreadLikes = defineRoute({
  id: 'listThreadLikes',
  method: 'GET',
  path: '/threads/{threadId}/likes',
  tag: 'Engagement',
  summary: 'List the users who like a thread, latest first',
  description: hiddenUsers,
  auth: 'bearer',
  scope: 'read:statuses',
  reads: 'replica',
  params: threadParams,
  query: pageQuery({ defaultSize: usersPageSize }),
  status: 200,
  response: usersPageSchema,
  errors: ['not_found'],
});

export const listThreadReposts = defineRoute({
  id: 'listThreadReposts',
  method: 'GET',
  path: '/threads/{threadId}/reposts',
  tag: 'Engagement',
  summary: 'List the users who reposted a thread without text, latest first',
  description: hiddenUsers,
  auth: 'bearer',
  scope: 'read:statuses',
  reads: 'replica',
  params: threadParams,
  query: pageQuery({ defaultSize: usersPageSize }),
  status: 200,
  response: usersPageSchema,
  errors: ['not_found'],
});

const reactingUserSchema = userSchema
  .extend({ reactionType: reactionTypeSchema })
  .meta({ id: 'ReactingUser' });

const reactingUsersPageSchema = pageSchema(reactingUserSchema).meta({ id: 'ReactingUsersPage' });

export const listThreadReactions = defineRoute({
  id: 'listThreadReactions',
  method: 'GET',
  path: '/threads/{threadId}/reactions',
  tag: 'Engagement',
  summary: 'List the users who reacted to a thread, latest first',
  description: hiddenUsers,
  auth: 'bearer',
  scope: 'read:statuses',
  reads: 'replica',
  params: threadParams,
  query: pageQuery({ defaultSize: usersPageSize }),
  status: 200,
  response: reactingUsersPageSchema,
  errors: ['not_found'],
});

export type ReactingUser = z.infer<typeof reactingUserSchema>;
export type ReactingUsersPage = z.infer<typeof reactingUsersPageSchema>;
