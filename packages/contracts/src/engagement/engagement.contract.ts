import { z } from 'zod';
import { booleanField, defineRoute, successSchema, textField, uuid } from '../http/index.ts';
import { pollOptionsMax, textMaxLength } from '../limits.ts';
import { pollSchema, reactionTypeSchema, threadParams, threadSchema } from '../threads/index.ts';

/**
 * Without `on` the call switches. With it the call sets, so that a retry or a double click
 * changes nothing more.
 */
const switchBodySchema = z.object({ on: booleanField.optional() });

export const likeThread = defineRoute({
  id: 'likeThread',
  method: 'POST',
  path: '/threads/{threadId}/like',
  takesIdempotencyKey: false,
  tag: 'Engagement',
  summary: 'Like a thread, or take the like back',
  auth: 'bearer',
  params: threadParams,
  body: { kind: 'form', schema: switchBodySchema, files: {} },
  status: 200,
  response: successSchema.extend({ isLiked: z.boolean(), likesCount: z.number().int() }),
  errors: ['not_found'],
});

export const repostThread = defineRoute({
  id: 'repostThread',
  method: 'POST',
  path: '/threads/{threadId}/repost',
  takesIdempotencyKey: true,
  tag: 'Engagement',
  summary: 'Repost a thread, take the repost back, or quote it',
  description: 'With a `quoteContent` that is not blank it makes a quote and answers with that.',
  auth: 'bearer',
  params: threadParams,
  body: {
    kind: 'form',
    schema: switchBodySchema.extend({
      quoteContent: textField({ max: textMaxLength, label: 'A quote' }).optional(),
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
  summary: 'Bookmark a thread, or take the bookmark back',
  auth: 'bearer',
  params: threadParams,
  body: { kind: 'form', schema: switchBodySchema, files: {} },
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
  description: 'One reaction a person: the same again takes it back, another replaces it.',
  auth: 'bearer',
  params: threadParams,
  query: z.object({ reactionType: reactionTypeSchema }),
  body: { kind: 'form', schema: switchBodySchema, files: {} },
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
  summary: 'Vote in the poll of a thread, once',
  auth: 'bearer',
  params: threadParams,
  body: {
    kind: 'json',
    schema: z.object({
      optionIds: z
        .array(uuid)
        .min(1, { error: 'Choose an option.' })
        .max(pollOptionsMax, { error: `A poll has at most ${pollOptionsMax} options.` })
        .refine((ids) => new Set(ids).size === ids.length, {
          error: 'An option can be chosen once.',
        }),
    }),
  },
  status: 200,
  response: successSchema.extend({ poll: pollSchema }),
  errors: ['not_found', 'conflict'],
});
