import { z } from 'zod';
import { defineRoute, successSchema, textField, uuid } from '../http/index.ts';
import { reportNoteMaxLength } from '../limits.ts';

export const reportTargetTypes = ['user', 'thread', 'message'] as const;

export const reportReasons = [
  'spam',
  'harassment',
  'hate',
  'violence',
  'nudity',
  'self_harm',
  'misinformation',
  'illegal',
  'other',
] as const;

export const reportTargetTypeSchema = z.enum(reportTargetTypes, {
  error: `What is reported must be one of ${reportTargetTypes.join(', ')}.`,
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
  summary: 'Tell the administrators of a person, a thread or a message',
  description:
    'Whoever is reported is not told. While a report of yours is open, the same again changes nothing. A message can be reported by whoever received it.',
  auth: 'bearer',
  body: {
    kind: 'json',
    schema: z.object({
      targetType: reportTargetTypeSchema,
      targetId: uuid,
      reason: reportReasonSchema,
      note: textField({ max: reportNoteMaxLength, label: 'The note' }).nullable().default(null),
    }),
  },
  status: 201,
  response: successSchema,
  errors: ['validation_failed', 'not_found'],
});

export type ReportTargetType = (typeof reportTargetTypes)[number];
export type ReportReason = (typeof reportReasons)[number];
