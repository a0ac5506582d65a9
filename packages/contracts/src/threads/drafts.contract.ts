import { z } from 'zod';
import {
  booleanField,
  defineRoute,
  isoTime,
  issueMessage,
  jsonField,
  pageSchema,
  pageQuery,
  successSchema,
  textField,
  uuid,
} from '../http/index.ts';
import {
  attachmentsMax,
  altTextMaxLength,
  chainFilesMax,
  chainPartsMax,
  draftTopicMaxLength,
  draftsMax,
  draftsPageSize,
  pollDurationMaxMinutes,
  pollDurationMinMinutes,
  pollOptionMaxLength,
  pollOptionsMax,
  pollQuestionMaxLength,
  textMaxLength,
} from '../limits.ts';
import { focusSchema, mediaSchema } from '../media/index.ts';
import {
  audienceFields,
  contentWarningField,
  toArray,
  versionField,
} from './thread-input.schemas.ts';
import { replyPermissionSchema, selectableAudienceSchema } from './threads.schemas.ts';

const optionCount = issueMessage('error.pollOptionsMax', { max: pollOptionsMax });
const duration = issueMessage('error.pollDuration', {
  min: pollDurationMinMinutes,
  max: pollDurationMaxMinutes,
});

/** A poll that may be incomplete. */
export const draftPollSchema = z.object({
  question: textField({ max: pollQuestionMaxLength, label: 'error.label.question' }).default(''),
  options: z
    .array(textField({ max: pollOptionMaxLength, label: 'error.label.option' }))
    .max(pollOptionsMax, { error: optionCount })
    .default([]),
  multiple: z.boolean().default(false),
  durationMinutes: z
    .int({ error: duration })
    .min(pollDurationMinMinutes, { error: duration })
    .max(pollDurationMaxMinutes, { error: duration }),
});

/** A thread that its author has saved to continue later. Only the author sees it. */
export const savedDraftSchema = z
  .object({
    id: uuid,
    version: z.number().int().describe('Incremented by each change'),
    topic: z.string(),
    parts: z
      .array(z.object({ content: z.string(), media: z.array(mediaSchema) }))
      .describe('The thread and the further parts of a chain'),
    contentWarning: z.string().nullable(),
    isSensitive: z.boolean(),
    replyPermission: replyPermissionSchema,
    audience: selectableAudienceSchema.nullable().describe('Null for the default'),
    language: z.string().nullable(),
    poll: draftPollSchema.nullable().describe('May be incomplete'),
    parentThreadId: uuid.nullable(),
    quotedThreadId: uuid.nullable(),
    scheduledAt: isoTime
      .nullable()
      .describe('The planned time, which may have passed. The draft is not published by itself'),
    createdAt: isoTime,
    updatedAt: isoTime,
  })
  .meta({ id: 'Draft' });

const draftPartSchema = z.object({
  content: textField({ max: textMaxLength, label: 'error.label.thread' }).default(''),
  media: z
    .array(
      z.object({
        id: uuid,
        altText: textField({ max: altTextMaxLength, label: 'error.label.description' }).default(''),
        focus: focusSchema.optional().describe('Absent, it stays'),
      }),
    )
    .max(attachmentsMax, {
      error: issueMessage('error.partFiles', { min: 0, max: attachmentsMax }),
    })
    .default([])
    .describe('Your uploads, in order'),
});

const partsCount = issueMessage('error.draftParts', { max: chainPartsMax });

const draftBodySchema = z.object({
  topic: textField({ max: draftTopicMaxLength, label: 'error.label.topic' }).default(''),
  parts: z
    .preprocess(
      toArray,
      z
        .array(jsonField('error.label.part', draftPartSchema))
        .min(1, { error: partsCount })
        .max(chainPartsMax, { error: partsCount }),
    )
    .describe(
      'One field per part: JSON text `{ "content": "…", "media": [{ "id": "…", "altText": "…" }] }`',
    ),
  contentWarning: contentWarningField
    .transform((text) => (text === '' ? null : text))
    .default(null),
  isSensitive: booleanField.default(false),
  replyPermission: replyPermissionSchema.default('ANYONE'),
  ...audienceFields,
  poll: jsonField('error.label.poll', draftPollSchema).optional().describe('May be incomplete'),
  parentThreadId: uuid.optional().describe('The thread to reply to'),
  quotedThreadId: uuid.optional().describe('The thread to quote'),
  scheduledAt: z.iso
    .datetime({ error: issueMessage('error.scheduleTime') })
    // PostgreSQL has no year 0.
    .refine((time) => !time.startsWith('0000'), { error: issueMessage('error.scheduleTime') })
    .optional()
    .describe('The planned time in ISO 8601 (UTC)'),
});

const version = versionField.describe('The version that was changed');

const draftParams = z.object({ draftId: z.string() });

export const listDrafts = defineRoute({
  id: 'listDrafts',
  method: 'GET',
  path: '/threads/drafts',
  tag: 'Threads',
  summary: 'List your drafts, the last changed first',
  auth: 'bearer',
  scope: 'read:statuses',
  reads: 'replica',
  query: pageQuery({ defaultSize: draftsPageSize }),
  status: 200,
  response: pageSchema(savedDraftSchema).meta({ id: 'DraftsPage' }),
});

export const createDraft = defineRoute({
  id: 'createDraft',
  method: 'POST',
  path: '/threads/drafts',
  takesIdempotencyKey: true,
  tag: 'Threads',
  summary: 'Save a thread as a draft',
  description: `At most ${draftsMax} at a time, each with up to ${chainFilesMax} files from \`POST /posts/with-media\`. To publish it, create a thread with its \`draftId\`, which also deletes the draft, unless it has changed since \`draftVersion\`.`,
  auth: 'bearer',
  scope: 'write:statuses',
  body: { kind: 'form', schema: draftBodySchema, files: {} },
  status: 201,
  response: savedDraftSchema,
  errors: ['conflict'],
});

export const updateDraft = defineRoute({
  id: 'updateDraft',
  method: 'PUT',
  path: '/threads/drafts/{draftId}',
  tag: 'Threads',
  summary: 'Change a draft',
  description:
    'Replaces all fields, and skips uploads that no longer exist. If the draft has changed since `version`, it stays, and the content becomes a second draft: the response has another `id`. Repeating the request does not create a third.',
  auth: 'bearer',
  scope: 'write:statuses',
  params: draftParams,
  body: { kind: 'form', schema: draftBodySchema.extend({ version }), files: {} },
  status: 200,
  response: savedDraftSchema,
  errors: ['not_found', 'conflict'],
});

export const deleteDraft = defineRoute({
  id: 'deleteDraft',
  method: 'DELETE',
  path: '/threads/drafts/{draftId}',
  tag: 'Threads',
  summary: 'Delete a draft',
  auth: 'bearer',
  scope: 'write:statuses',
  whenFrozen: 'allowed',
  params: draftParams,
  status: 200,
  response: successSchema,
  errors: ['not_found'],
});

export type SavedDraft = z.infer<typeof savedDraftSchema>;
export type DraftPoll = z.output<typeof draftPollSchema>;
export type DraftInput = z.output<typeof draftBodySchema>;
