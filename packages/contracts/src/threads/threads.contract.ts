import { z } from 'zod';
import { defineRoute, pageOf, pageQuery } from '../http/index.ts';
import type { FileField } from '../http/index.ts';
import { attachmentsMax, imageMaxBytes, threadsPageSize } from '../limits.ts';
import { createThreadBodySchema, threadSchema } from './threads.schemas.ts';

const attachments = (maxCount: number): FileField => ({
  maxCount,
  maxBytes: imageMaxBytes,
  description: 'JPEG, PNG, GIF, WebP or AVIF, up to 10 MB and 40 megapixels each',
});

/** A malformed id is as unknown as any other: it is no bad input. */
const threadParams = z.object({ threadId: z.string() });

const threadPageSchema = pageOf(threadSchema).meta({ id: 'ThreadPage' });

export const listFeed = defineRoute({
  id: 'listFeed',
  method: 'GET',
  path: '/threads',
  tag: 'Threads',
  summary: 'The home feed, newest first, without replies',
  auth: 'bearer',
  query: pageQuery({ defaultSize: threadsPageSize }).safeExtend({
    feed: z
      .enum(['all', 'following'])
      .default('all')
      .describe(
        '`all`: every thread you may see. `following`: your own and those of people you follow, with their plain reposts.',
      ),
  }),
  status: 200,
  response: threadPageSchema,
});

export const getThread = defineRoute({
  id: 'getThread',
  method: 'GET',
  path: '/threads/{threadId}',
  tag: 'Threads',
  summary: 'One thread',
  auth: 'bearer',
  params: threadParams,
  status: 200,
  response: threadSchema,
  errors: ['not_found'],
});

export const createThread = defineRoute({
  id: 'createThread',
  method: 'POST',
  path: '/threads',
  tag: 'Threads',
  summary: 'Publish a thread with up to one file',
  auth: 'bearer',
  body: { kind: 'form', schema: createThreadBodySchema, files: { media: attachments(1) } },
  status: 201,
  response: threadSchema,
});

export const createThreadWithFiles = defineRoute({
  id: 'createThreadWithFiles',
  method: 'POST',
  path: '/threads/multiple-media',
  tag: 'Threads',
  summary: 'Publish a thread with several files',
  auth: 'bearer',
  body: {
    kind: 'form',
    schema: createThreadBodySchema,
    files: { media: attachments(attachmentsMax) },
  },
  status: 201,
  response: threadSchema,
});

export type ThreadPage = z.infer<typeof threadPageSchema>;
