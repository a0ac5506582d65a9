import { z } from 'zod';
import { strikeActions } from '../administration.ts';
import { rulesMax } from '../limits.ts';
import { isoTime, issueMessage, uuid } from '../http/index.ts';
import { namedUserSchema } from './admin.schemas.ts';

export const suspendedUntilField = z.iso
  .datetime({ error: issueMessage('error.mustBeDateAndTime', { label: 'error.label.end' }) })
  .nullable()
  .default(null)
  .describe('For the action `suspend`: null for a suspension without an end');

export const ruleIdsField = z
  .array(uuid, { error: issueMessage('error.mustBeList', { label: 'error.label.rules' }) })
  .max(rulesMax, { error: issueMessage('error.rulesMax', { max: rulesMax }) })
  .default([]);

const appealSchema = z
  .object({
    text: z.string(),
    status: z.enum(['open', 'upheld', 'lifted']).describe('`upheld`: the strike remains'),
    createdAt: isoTime,
    decidedAt: isoTime.nullable(),
    decisionText: z.string().nullable().describe('Of who decided, for the user'),
  })
  .meta({ id: 'Appeal' });

export const strikeSchema = z
  .object({
    id: uuid,
    action: z.enum(strikeActions),
    rules: z.array(z.string()).describe('Titles of the broken rules, as they were at the time'),
    text: z.string().nullable(),
    threadText: z
      .string()
      .nullable()
      .describe('Text of the thread at the time; null for a strike without a thread'),
    createdAt: isoTime,
    endsAt: isoTime.nullable().describe('The end of a suspension; null for one without an end'),
    liftedAt: isoTime.nullable(),
    appeal: appealSchema.nullable(),
    isAutomatic: z
      .boolean()
      .describe('Whether the automatic protection has done it, until somebody reviews it'),
    appealableUntil: isoTime.nullable().describe('Null if an appeal is no longer possible'),
  })
  .meta({ id: 'Strike' });

export const accountStatusSchema = z
  .object({
    isLimited: z.boolean(),
    isFrozen: z.boolean(),
    strikes: z.array(strikeSchema).describe('The latest 100, latest first'),
  })
  .meta({ id: 'AccountStatus' });

export const adminStrikeSchema = strikeSchema
  .omit({ appealableUntil: true })
  .extend({
    user: namedUserSchema,
    moderator: namedUserSchema
      .nullable()
      .describe('Null for the command line and for a deleted account'),
    threadId: uuid.nullable(),
  })
  .meta({ id: 'AdminStrike' });

export type Strike = z.infer<typeof strikeSchema>;
export type AccountStatus = z.infer<typeof accountStatusSchema>;
export type AdminStrike = z.infer<typeof adminStrikeSchema>;
