import { z } from 'zod';
import { reportReasons, reportTargetTypes } from '../administration.ts';
import {
  booleanField,
  defineRoute,
  issueMessage,
  successSchema,
  textField,
  uuid,
} from '../http/index.ts';
import { reportNoteMaxLength, rulesMax } from '../limits.ts';

export const reportTargetTypeSchema = z.enum(reportTargetTypes, {
  error: issueMessage('error.reportTargetUnknown', { values: reportTargetTypes.join(', ') }),
});

export const reportReasonSchema = z.enum(reportReasons, {
  error: issueMessage('error.reportReasonUnknown', { values: reportReasons.join(', ') }),
});

export const createReport = defineRoute({
  id: 'createReport',
  method: 'POST',
  path: '/reports',
  takesIdempotencyKey: true,
  tag: 'Moderation',
  summary: 'Report a user, a thread, a message or a group to the administrators',
  description:
    'The reported user is not notified. While your report is open, repeating it changes nothing. Only the receiver can report a message, and only members a group, given its `conversationId`: moderators then see its last messages that the reporter sees, at most 20.',
  auth: 'bearer',
  scope: 'write:reports',
  limit: 'reports',
  whenFrozen: 'allowed',
  awaitedBy: 'viewer',
  body: {
    kind: 'json',
    schema: z.object({
      targetType: reportTargetTypeSchema,
      targetId: uuid,
      reason: reportReasonSchema,
      note: textField({ max: reportNoteMaxLength, label: 'error.label.note' })
        .nullable()
        .default(null),
      ruleIds: z
        .array(uuid, { error: issueMessage('error.mustBeList', { label: 'error.label.rules' }) })
        .max(rulesMax, { error: issueMessage('error.rulesMax', { max: rulesMax }) })
        .default([])
        .describe('Rules of the instance; only stored with the reason `rules`'),
      isForwarded: booleanField
        .default(false)
        .describe(
          'Whether the server of an account on another server gets the note too, without your name',
        ),
    }),
  },
  status: 201,
  response: successSchema,
  errors: ['validation_failed', 'not_found'],
});

export type ReportTargetType = (typeof reportTargetTypes)[number];
export type ReportReason = (typeof reportReasons)[number];
