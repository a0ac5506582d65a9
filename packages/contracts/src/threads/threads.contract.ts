import { z } from 'zod';
import {
  countedPageSchema,
  defineRoute,
  limitQuery,
  pageSchema,
  pageQuery,
  queryBoolean,
  successSchema,
  uuid,
} from '../http/index.ts';
import { announcementSchema } from '../instance/announcements.contract.ts';
import {
  ancestorsMax,
  attachmentsMax,
  chainFilesMax,
  repliesPageSize,
  repliesPageSizeMax,
  threadHistoryLimit,
  threadsPageSize,
} from '../limits.ts';
import { mediaTypeSchema } from '../media/index.ts';
import { attachmentFields } from './attachments.ts';
import {
  createChainBodySchema,
  createThreadBodySchema,
  editThreadBodySchema,
  quoteRepostBodySchema,
  uploadMediaBodySchema,
} from './thread-input.schemas.ts';
import { threadParams } from './thread-params.ts';
import { threadRevisionSchema, threadSchema } from './threads.schemas.ts';

export const threadPageSchema = pageSchema(threadSchema).meta({ id: 'ThreadPage' });
const repliesPageSchema = countedPageSchema(threadSchema)
  .extend({
    hiddenCount: z.number().int().describe('Replies that the author of the root has hidden'),
  })
  .meta({ id: 'RepliesPage' });

const feedPageSchema = threadPageSchema
  .extend({
    announcements: z
      .array(announcementSchema)
      .nullable()
      .describe(
        'Announcements of the instance that you have not dismissed; null after the first page',
      ),
  })
  .meta({ id: 'FeedPage' });

export const listFeed = defineRoute({
  id: 'listFeed',
  method: 'GET',
  path: '/threads',
  tag: 'Threads',
  summary: 'List the home feed, newest first, without replies',
  auth: 'bearer',
  scope: 'read:statuses',
  reads: 'replica',
  query: pageQuery({ defaultSize: threadsPageSize }).safeExtend({
    feed: z
      .enum(['all', 'following'])
      .default('all')
      .describe(
        '`all`: every thread you may see. `following`: your own threads and those of users you follow, with their plain reposts, and public threads with hashtags you follow.',
      ),
  }),
  status: 200,
  response: feedPageSchema,
});

export const getThread = defineRoute({
  id: 'getThread',
  method: 'GET',
  path: '/threads/{threadId}',
  tag: 'Threads',
  summary: 'Get a thread',
  auth: 'bearer',
  scope: 'read:statuses',
  reads: 'replica',
  params: threadParams,
  status: 200,
  response: threadSchema,
  errors: ['not_found'],
});

export const createThread = defineRoute({
  id: 'createThread',
  method: 'POST',
  path: '/threads',
  takesIdempotencyKey: true,
  tag: 'Threads',
  summary: 'Publish a thread or a reply, with up to one file',
  auth: 'bearer',
  scope: 'write:statuses',
  awaitedBy: 'viewer',
  body: { kind: 'form', schema: createThreadBodySchema, files: attachmentFields(1) },
  status: 201,
  response: threadSchema,
  errors: ['email_not_verified', 'not_found', 'forbidden'],
});

export const createThreadWithFiles = defineRoute({
  id: 'createThreadWithFiles',
  method: 'POST',
  path: '/threads/multiple-media',
  takesIdempotencyKey: true,
  tag: 'Threads',
  summary: 'Publish a thread or a reply with several files',
  auth: 'bearer',
  scope: 'write:statuses',
  awaitedBy: 'viewer',
  body: {
    kind: 'form',
    schema: createThreadBodySchema,
    files: attachmentFields(attachmentsMax),
  },
  status: 201,
  response: threadSchema,
  errors: ['email_not_verified', 'not_found', 'forbidden'],
});

export const createChain = defineRoute({
  id: 'createChain',
  method: 'POST',
  path: '/threads/chain',
  takesIdempotencyKey: true,
  tag: 'Threads',
  summary: 'Publish a thread and replies to it, all or none',
  description: `Each part is a reply to the one before. An error in a part has a path such as \`parts.1.content\`. At most ${chainFilesMax} files together; \`altText\` has one value per file.`,
  auth: 'bearer',
  scope: 'write:statuses',
  awaitedBy: 'viewer',
  body: {
    kind: 'form',
    schema: createChainBodySchema,
    files: attachmentFields(chainFilesMax),
  },
  status: 201,
  response: z.array(threadSchema).describe('In the order of the parts'),
  errors: ['email_not_verified', 'not_found', 'forbidden'],
});

export const quoteRepost = defineRoute({
  id: 'quoteRepost',
  method: 'POST',
  path: '/threads/quote-repost',
  takesIdempotencyKey: true,
  tag: 'Threads',
  summary: 'Quote a thread',
  auth: 'bearer',
  scope: 'write:statuses',
  awaitedBy: 'viewer',
  body: {
    kind: 'form',
    schema: quoteRepostBodySchema,
    files: attachmentFields(attachmentsMax),
  },
  status: 201,
  response: threadSchema,
  errors: ['email_not_verified', 'not_found', 'forbidden'],
});

export const uploadMedia = defineRoute({
  id: 'uploadMedia',
  method: 'POST',
  path: '/posts/with-media',
  takesIdempotencyKey: true,
  tag: 'Media',
  summary: 'Upload a file for a later quote or message',
  description: 'An upload that is not used within one hour is deleted.',
  auth: 'bearer',
  scope: 'write:media',
  awaitedBy: 'viewer',
  body: { kind: 'form', schema: uploadMediaBodySchema, files: attachmentFields(1) },
  status: 201,
  response: successSchema.extend({
    post: z.object({
      id: uuid,
      content: z.string(),
      mediaUrl: z.string(),
      mediaType: mediaTypeSchema,
    }),
  }),
});

export const listReplies = defineRoute({
  id: 'listReplies',
  method: 'GET',
  path: '/threads/{threadId}/replies',
  tag: 'Threads',
  summary: 'List all replies below a thread, in reading order',
  description:
    'For a reply, lists its branch. `totalElements` counts all levels, also hidden replies.',
  auth: 'bearer',
  scope: 'read:statuses',
  reads: 'replica',
  params: threadParams,
  query: pageQuery({ defaultSize: repliesPageSize, maxSize: repliesPageSizeMax }).safeExtend({
    hidden: queryBoolean.describe('`true`: only hidden replies and the replies to them'),
  }),
  status: 200,
  response: repliesPageSchema,
  errors: ['not_found'],
});

export const listAncestors = defineRoute({
  id: 'listAncestors',
  method: 'GET',
  path: '/threads/{threadId}/ancestors',
  tag: 'Threads',
  summary: 'List the threads above a reply, from the root to its parent',
  description: `At most the nearest ${ancestorsMax}: if the first has a \`threadLevel\` above 0, request its ancestors too. \`null\` is a thread that is not available to you.`,
  auth: 'bearer',
  scope: 'read:statuses',
  reads: 'replica',
  params: threadParams,
  status: 200,
  response: z.array(threadSchema.nullable()),
  errors: ['not_found'],
});

export const editThread = defineRoute({
  id: 'editThread',
  method: 'PUT',
  path: '/threads/{threadId}',
  tag: 'Threads',
  summary: 'Edit the text of your own thread and the descriptions of its files',
  auth: 'bearer',
  scope: 'write:statuses',
  params: threadParams,
  body: { kind: 'form', schema: editThreadBodySchema, files: {} },
  status: 200,
  response: threadSchema,
  errors: ['email_not_verified', 'not_found', 'forbidden'],
});

export const deleteThread = defineRoute({
  id: 'deleteThread',
  method: 'DELETE',
  path: '/threads/{threadId}',
  tag: 'Threads',
  summary: 'Delete your own thread',
  description:
    'If it has replies, it stays above them as a placeholder without text, author and files.',
  auth: 'bearer',
  scope: 'write:statuses',
  whenFrozen: 'allowed',
  params: threadParams,
  status: 200,
  response: successSchema,
  errors: ['not_found', 'forbidden'],
});

export const listThreadHistory = defineRoute({
  id: 'listThreadHistory',
  method: 'GET',
  path: '/threads/{threadId}/history',
  tag: 'Threads',
  summary: 'List earlier texts of an edited thread, latest first',
  auth: 'bearer',
  scope: 'read:statuses',
  reads: 'replica',
  params: threadParams,
  query: limitQuery({ defaultLimit: threadHistoryLimit }),
  status: 200,
  response: z.array(threadRevisionSchema),
  errors: ['not_found'],
});

export type RepliesPage = z.infer<typeof repliesPageSchema>;
export type ThreadPage = z.infer<typeof threadPageSchema>;
export type FeedPage = z.infer<typeof feedPageSchema>;
