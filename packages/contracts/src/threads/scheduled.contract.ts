import { z } from 'zod';
import { scheduleErrors } from '../constants.ts';
import {
  defineRoute,
  isoTime,
  issueMessage,
  successSchema,
  textField,
  uuid,
} from '../http/index.ts';
import {
  attachmentsMax,
  chainFilesMax,
  chainPartsMax,
  scheduledThreadsMax,
  textMaxLength,
} from '../limits.ts';
import { mediaSchema } from '../media/index.ts';
import { attachmentFields } from './attachments.ts';
import { pollInputSchema } from './poll-input.schemas.ts';
import { createChainBodySchema, createThreadBodySchema, toArray } from './thread-input.schemas.ts';
import {
  replyPermissionSchema,
  selectableAudienceSchema,
  threadSchema,
} from './threads.schemas.ts';

/** A thread or a chain that is published later. */
export const scheduledThreadSchema = z
  .object({
    id: uuid.describe('Not the id of the thread, which gets its own when it is published'),
    scheduledAt: isoTime,
    content: z.string(),
    contentWarning: z.string().nullable(),
    isSensitive: z.boolean(),
    parentThreadId: uuid.nullable(),
    replyPermission: replyPermissionSchema,
    audience: selectableAudienceSchema.nullable().describe('Null for the default'),
    language: z.string().nullable(),
    poll: pollInputSchema.nullable().describe('Its duration begins when the thread is published'),
    media: z.array(mediaSchema),
    furtherParts: z
      .array(z.object({ content: z.string(), media: z.array(mediaSchema) }))
      .describe('Of a chain, each a reply to the one before'),
    error: z
      .enum(scheduleErrors)
      .nullable()
      .describe('Why it was not published at that time; it is tried again after a change'),
    createdAt: isoTime,
  })
  .meta({ id: 'ScheduledThread' });

const scheduledAt = z.iso
  .datetime({ error: issueMessage('error.scheduleTime') })
  .describe('ISO 8601 in UTC, at most a year ahead');

const scheduledParams = z.object({ scheduledThreadId: z.string() });

export const listScheduledThreads = defineRoute({
  id: 'listScheduledThreads',
  method: 'GET',
  path: '/threads/scheduled',
  tag: 'Threads',
  summary: 'List your scheduled threads, the next first',
  auth: 'bearer',
  scope: 'read:statuses',
  reads: 'replica',
  status: 200,
  response: z.array(scheduledThreadSchema),
});

export const scheduleThread = defineRoute({
  id: 'scheduleThread',
  method: 'POST',
  path: '/threads/scheduled',
  takesIdempotencyKey: true,
  tag: 'Threads',
  summary: 'Schedule a thread or a reply',
  description: `At most ${scheduledThreadsMax} at a time. It is published within ten seconds of that time.`,
  auth: 'bearer',
  scope: 'write:statuses',
  body: {
    kind: 'form',
    schema: createThreadBodySchema.extend({ scheduledAt }),
    files: attachmentFields(attachmentsMax),
  },
  status: 201,
  response: scheduledThreadSchema,
  errors: ['email_not_verified', 'not_found', 'forbidden', 'conflict'],
});

export const scheduleChain = defineRoute({
  id: 'scheduleChain',
  method: 'POST',
  path: '/threads/scheduled/chain',
  takesIdempotencyKey: true,
  tag: 'Threads',
  summary: 'Schedule a thread and replies to it',
  description:
    'Counts as one scheduled thread. All parts are published together, in order, or none.',
  auth: 'bearer',
  scope: 'write:statuses',
  body: {
    kind: 'form',
    schema: createChainBodySchema.extend({ scheduledAt }),
    files: attachmentFields(chainFilesMax),
  },
  status: 201,
  response: scheduledThreadSchema,
  errors: ['email_not_verified', 'conflict'],
});

const scheduledText = textField({ max: textMaxLength, label: 'error.label.thread' });

const partsCount = issueMessage('error.scheduledParts', { max: chainPartsMax - 1 });

export const updateScheduledThread = defineRoute({
  id: 'updateScheduledThread',
  method: 'PUT',
  path: '/threads/scheduled/{scheduledThreadId}',
  tag: 'Threads',
  summary: 'Change the text or time of a scheduled thread',
  description: 'Absent fields are unchanged.',
  auth: 'bearer',
  scope: 'write:statuses',
  params: scheduledParams,
  body: {
    kind: 'form',
    schema: z.object({
      content: scheduledText.optional(),
      furtherContents: z
        .preprocess(
          toArray,
          z
            .array(scheduledText)
            .max(chainPartsMax - 1, { error: partsCount })
            .optional(),
        )
        .describe('The texts of all further parts of a chain, in order'),
      scheduledAt: scheduledAt.optional(),
    }),
    files: {},
  },
  status: 200,
  response: scheduledThreadSchema,
  errors: ['email_not_verified', 'not_found'],
});

export const publishScheduledThread = defineRoute({
  id: 'publishScheduledThread',
  method: 'POST',
  path: '/threads/scheduled/{scheduledThreadId}/publish',
  takesIdempotencyKey: true,
  tag: 'Threads',
  summary: 'Publish a scheduled thread before its time',
  description:
    'The response is the thread; of a chain, the first. A thread that cannot be published stays scheduled.',
  auth: 'bearer',
  scope: 'write:statuses',
  params: scheduledParams,
  status: 201,
  response: threadSchema,
  errors: ['email_not_verified', 'not_found', 'forbidden'],
});

export const deleteScheduledThread = defineRoute({
  id: 'deleteScheduledThread',
  method: 'DELETE',
  path: '/threads/scheduled/{scheduledThreadId}',
  tag: 'Threads',
  summary: 'Delete a scheduled thread before it is published',
  auth: 'bearer',
  scope: 'write:statuses',
  whenFrozen: 'allowed',
  params: scheduledParams,
  status: 200,
  response: successSchema,
  errors: ['not_found'],
});

export type ScheduledThread = z.infer<typeof scheduledThreadSchema>;
export type ScheduleError = NonNullable<ScheduledThread['error']>;
