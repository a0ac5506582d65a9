import { z } from 'zod';
import { strikeActions, strikeTextMaxLength } from '../administration.ts';
import {
  defineRoute,
  issueMessage,
  pageSchema,
  pageQuery,
  successSchema,
  textField,
  uuid,
} from '../http/index.ts';
import { adminPageSize, adminReasonMaxLength } from '../limits.ts';
import {
  accountStatusSchema,
  adminStrikeSchema,
  ruleIdsField,
  suspendedUntilField,
} from './strikes.schemas.ts';

export const createStrike = defineRoute({
  id: 'createStrike',
  method: 'POST',
  path: '/admin/users/{userId}/strikes',
  takesIdempotencyKey: true,
  tag: 'Administration',
  summary: 'Act on an account or one of its threads, with a reason that its user sees',
  description:
    'The user gets an email and a notification. Requires a rule or a text. A 400 for yourself; a 409 for an administrator, for an account whose role is not lower than yours, for an account that has this state already, and for a report that was decided before.',
  auth: 'bearer',
  params: z.object({ userId: z.string() }),
  body: {
    kind: 'json',
    schema: z.object({
      action: z.enum(strikeActions, { error: issueMessage('error.strikeActionUnknown') }),
      threadId: uuid
        .nullable()
        .default(null)
        .describe('Of the user; for the actions `mark_sensitive` and `remove_thread`'),
      suspendedUntil: suspendedUntilField,
      ruleIds: ruleIdsField,
      text: textField({ max: strikeTextMaxLength, label: 'error.label.text' }).default(''),
      reportId: uuid
        .nullable()
        .default(null)
        .describe('The report that the action decides, with all others about the same target'),
    }),
  },
  status: 201,
  response: adminStrikeSchema,
  errors: ['forbidden', 'two_factor_required', 'not_found', 'conflict'],
});

export const listStrikes = defineRoute({
  id: 'listStrikes',
  method: 'GET',
  path: '/admin/users/{userId}/strikes',
  tag: 'Administration',
  summary: 'List the strikes of an account, latest first',
  auth: 'bearer',
  params: z.object({ userId: z.string() }),
  query: pageQuery({ defaultSize: adminPageSize }),
  status: 200,
  response: pageSchema(adminStrikeSchema).meta({ id: 'AdminStrikesPage' }),
  errors: ['forbidden', 'two_factor_required', 'not_found'],
});

export const liftStrike = defineRoute({
  id: 'liftStrike',
  method: 'POST',
  path: '/admin/strikes/{strikeId}/lift',
  takesIdempotencyKey: false,
  tag: 'Administration',
  summary: 'Lift a strike and undo its action, apart from the removal of a thread',
  description: 'The user gets an email and a notification. A 409 if it was lifted before.',
  auth: 'bearer',
  params: z.object({ strikeId: z.string() }),
  body: {
    kind: 'json',
    schema: z.object({
      reason: textField({ max: adminReasonMaxLength, label: 'error.label.reason', required: true }),
    }),
  },
  status: 200,
  response: successSchema,
  errors: ['forbidden', 'two_factor_required', 'not_found', 'conflict'],
});

export const getAccountStatus = defineRoute({
  id: 'getAccountStatus',
  method: 'GET',
  path: '/users/me/status',
  tag: 'Moderation',
  summary: 'Get the state of your account and the actions of moderators on it',
  auth: 'bearer',
  reads: 'replica',
  status: 200,
  response: accountStatusSchema,
});
