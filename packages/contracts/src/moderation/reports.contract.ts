import { z } from 'zod';
import { reportReasons, reportTargetTypes } from '../administration.ts';
import { defineRoute, successSchema, textField, uuid } from '../http/index.ts';
import { reportNoteMaxLength, rulesMax } from '../limits.ts';

export const reportTargetTypeSchema = z.enum(reportTargetTypes, {
  error: `The target type must be one of ${reportTargetTypes.join(', ')}.`,
});

export const reportReasonSchema = z.enum(reportReasons, {
  error: `The reason must be one of ${reportReasons.join(', ')}.`,
});

export const createReport = defineRoute({
  id: 'createReport',
  method: 'POST',
  path: '/reports',
  takesIdempotencyKey: true,
  tag: 'Moderation',
  summary: 'Report a user, a thread or a message to the administrators',
  description:
    'The reported user is not notified. While your report is open, repeating it changes nothing. Only the receiver can report a message.',
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
      note: textField({ max: reportNoteMaxLength, label: 'The note' }).nullable().default(null),
      ruleIds: z
        .array(uuid, { error: 'The rules must be a list.' })
        .max(rulesMax, { error: `There can be up to ${rulesMax} rules.` })
        .default([])
        .describe('Rules of the instance; only stored with the reason `rules`'),
    }),
  },
  status: 201,
  response: successSchema,
  errors: ['validation_failed', 'not_found'],
});

export type ReportTargetType = (typeof reportTargetTypes)[number];
export type ReportReason = (typeof reportReasons)[number];
