import { z } from 'zod';
import { appealTextMaxLength, strikeTextMaxLength } from '../administration.ts';
import {
  booleanField,
  defineRoute,
  issueMessage,
  nonEmptyText,
  pageSchema,
  pageQuery,
  successSchema,
  textField,
} from '../http/index.ts';
import { adminPageSize } from '../limits.ts';
import { adminStrikeSchema, strikeSchema } from './strikes.schemas.ts';

const text = textField({ max: appealTextMaxLength, label: 'error.label.text', required: true });

export const appealStrike = defineRoute({
  id: 'appealStrike',
  method: 'POST',
  path: '/users/me/strikes/{strikeId}/appeal',
  takesIdempotencyKey: true,
  tag: 'Moderation',
  summary: 'Appeal against an action of a moderator on your account',
  description:
    'Once for each strike, within 20 days. Another moderator decides. A 409 if it is no longer possible.',
  auth: 'bearer',
  whenFrozen: 'allowed',
  params: z.object({ strikeId: z.string() }),
  body: { kind: 'json', schema: z.object({ text }) },
  status: 200,
  response: successSchema,
  errors: ['not_found', 'conflict'],
});

const token = nonEmptyText('error.label.token').max(200, {
  error: issueMessage('error.tokenTooLong'),
});

export const findAppealableStrike = defineRoute({
  id: 'findAppealableStrike',
  method: 'POST',
  path: '/appeals/strike',
  takesIdempotencyKey: false,
  tag: 'Moderation',
  summary: 'Get the strike of an email, with the token from it',
  description:
    'Also for a suspended user, who cannot sign in. A POST, so that the token is in no log. A 400 for `token` if it is invalid.',
  auth: 'none',
  body: { kind: 'json', schema: z.object({ token }) },
  status: 200,
  response: strikeSchema,
});

export const appealByToken = defineRoute({
  id: 'appealByToken',
  method: 'POST',
  path: '/appeals',
  takesIdempotencyKey: false,
  tag: 'Moderation',
  summary: 'Appeal against a strike with the token from the email about it',
  description:
    'Like `POST /users/me/strikes/{strikeId}/appeal`, without a session. The token works once.',
  auth: 'none',
  body: { kind: 'json', schema: z.object({ token, text }) },
  status: 200,
  response: successSchema,
  errors: ['conflict'],
});

export const listAppeals = defineRoute({
  id: 'listAppeals',
  method: 'GET',
  path: '/admin/appeals',
  tag: 'Administration',
  summary: 'List the strikes against which users have appealed, latest first',
  auth: 'bearer',
  query: pageQuery({ defaultSize: adminPageSize }).safeExtend({
    status: z
      .enum(['open', 'decided'], { error: issueMessage('error.appealStatus') })
      .default('open'),
  }),
  status: 200,
  response: pageSchema(adminStrikeSchema).meta({ id: 'AppealsPage' }),
  errors: ['forbidden', 'two_factor_required'],
});

export const decideAppeal = defineRoute({
  id: 'decideAppeal',
  method: 'POST',
  path: '/admin/appeals/{strikeId}/decide',
  takesIdempotencyKey: false,
  tag: 'Administration',
  summary: 'Uphold a strike or lift it, after an appeal',
  description:
    'The user gets an email and a notification. A 403 for the moderator who acted, unless nobody else can decide; a 409 if it was decided before.',
  auth: 'bearer',
  params: z.object({ strikeId: z.string() }),
  body: {
    kind: 'json',
    schema: z.object({
      isLifted: booleanField,
      text: textField({ max: strikeTextMaxLength, label: 'error.label.text' })
        .default('')
        .describe('For the user; empty for none'),
    }),
  },
  status: 200,
  response: successSchema,
  errors: ['forbidden', 'two_factor_required', 'not_found', 'conflict'],
});
