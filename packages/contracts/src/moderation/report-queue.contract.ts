import { z } from 'zod';
import { moderationNoteMaxLength, userRoles } from '../administration.ts';
import {
  defineRoute,
  isoTime,
  issueMessage,
  successSchema,
  textField,
  uuid,
} from '../http/index.ts';
import { namedUserSchema } from './admin.schemas.ts';
import { sentReportMessageSchema } from './report-messages.contract.ts';

// Reports that the viewer may not read, and those about the viewer, are a 404.

const reportParams = z.object({ reportId: z.string() });

export const moderationNoteSchema = z
  .object({
    id: uuid,
    about: z.enum(['report', 'user']),
    text: z.string(),
    createdAt: isoTime,
    author: namedUserSchema.nullable().describe('Null for a deleted account'),
  })
  .meta({ id: 'ModerationNote' });

export const reportEventSchema = z
  .object({
    id: uuid,
    action: z.string().describe('Such as `assign_report`, `add_note` or `dismiss`'),
    createdAt: isoTime,
    actor: namedUserSchema.nullable(),
    assignee: z
      .string()
      .nullable()
      .describe('The username of who was assigned; null for nobody and for a deleted account'),
    assigneeId: uuid.nullable().describe('The id of who was assigned; null for nobody'),
  })
  .meta({ id: 'ReportEvent' });

export const reportDetailsSchema = z
  .object({
    assignee: namedUserSchema.nullable(),
    resolver: namedUserSchema.nullable().describe('Who decided the report'),
    moderators: z
      .array(namedUserSchema.extend({ role: z.enum(userRoles) }))
      .describe('To whom the report can be assigned'),
    notes: z
      .array(moderationNoteSchema)
      .describe('About the report and the reported user, latest first, at most 100'),
    messages: z.array(sentReportMessageSchema).describe('To the reporter, latest first'),
    reporterStatus: z
      .enum(['active', 'self', 'deleted', 'none'])
      .describe(
        'Whether the reporter can get messages. `self`: you; `none`: the automatic protection has added the report',
      ),
    events: z.array(reportEventSchema).describe('What was done, latest first, at most 100'),
    strikesCount: z.number().int().describe('Of the reported user, without the lifted ones'),
    hasStrikes: z.boolean().describe('Whether there are any, also lifted ones'),
  })
  .meta({ id: 'ReportDetails' });

export const getReportDetails = defineRoute({
  id: 'getReportDetails',
  method: 'GET',
  path: '/admin/reports/{reportId}',
  tag: 'Administration',
  summary: 'Get the assignment, notes and history of a report',
  auth: 'bearer',
  params: reportParams,
  status: 200,
  response: reportDetailsSchema,
  errors: ['forbidden', 'two_factor_required', 'not_found'],
});

export const reportContextItemSchema = z
  .object({
    id: uuid,
    position: z
      .enum(['before', 'reported', 'after'])
      .describe(
        '`before`: a thread above or an earlier message; `after`: a reply or a later message',
      ),
    author: namedUserSchema.nullable().describe('Null for a deleted account'),
    text: z.string().nullable().describe('Null if deleted'),
    mediaCount: z.number().int(),
    createdAt: isoTime,
    isPrivate: z.boolean().describe('Whether not everyone who is signed in may see it'),
  })
  .meta({ id: 'ReportContextItem' });

export const getReportContext = defineRoute({
  id: 'getReportContext',
  method: 'GET',
  path: '/admin/reports/{reportId}/context',
  tag: 'Administration',
  summary: 'Get the threads or reported messages around the content of a report, in order',
  description:
    'For a thread: at most 10 threads above it and 20 direct replies, regardless of their visibility. For a message: only messages of the same conversation that were reported too, at most 50. For a group: the last messages that the reporter saw, at most 20. Nothing for an account. If it includes a thread that is not public, the audit log records it once for each moderator and report.',
  auth: 'bearer',
  params: reportParams,
  status: 200,
  response: z.object({ items: z.array(reportContextItemSchema) }).meta({ id: 'ReportContext' }),
  errors: ['forbidden', 'two_factor_required', 'not_found'],
});

export const assignReport = defineRoute({
  id: 'assignReport',
  method: 'PUT',
  path: '/admin/reports/{reportId}/assignee',
  tag: 'Administration',
  summary: 'Assign an open report to a moderator, or to nobody',
  description: 'Replaces the assignment before. A 409 if the report was decided.',
  auth: 'bearer',
  params: reportParams,
  body: {
    kind: 'json',
    schema: z.object({ userId: uuid.nullable().describe('Null for nobody') }),
  },
  status: 200,
  response: successSchema,
  errors: ['forbidden', 'two_factor_required', 'not_found', 'conflict'],
});

export const addModerationNote = defineRoute({
  id: 'addModerationNote',
  method: 'POST',
  path: '/admin/reports/{reportId}/notes',
  takesIdempotencyKey: true,
  tag: 'Administration',
  summary: 'Add an internal note about a report or the reported user',
  description:
    'Only moderators see notes. A note about the user appears in all reports about them.',
  auth: 'bearer',
  params: reportParams,
  body: {
    kind: 'json',
    schema: z.object({
      about: z.enum(['report', 'user'], { error: issueMessage('error.noteAboutUnknown') }),
      text: textField({ max: moderationNoteMaxLength, label: 'error.label.note', required: true }),
    }),
  },
  status: 201,
  response: successSchema,
  errors: ['forbidden', 'two_factor_required', 'not_found'],
});

export type ModerationNote = z.infer<typeof moderationNoteSchema>;
export type ReportEvent = z.infer<typeof reportEventSchema>;
export type ReportDetails = z.infer<typeof reportDetailsSchema>;
export type ReportContextItem = z.infer<typeof reportContextItemSchema>;
