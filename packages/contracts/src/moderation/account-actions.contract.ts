import { z } from 'zod';
import { bulkAccountActions, bulkAccountsMax, strikeTextMaxLength } from '../administration.ts';
import { defineRoute, issueMessage, textField, uuid } from '../http/index.ts';
import { ruleIdsField, suspendedUntilField } from './strikes.schemas.ts';

const accountResultSchema = z
  .object({
    userId: uuid,
    outcome: z
      .enum(['done', 'unchanged', 'self', 'staff', 'unknown'])
      .describe(
        '`unchanged`: it has this state already; `self`: your own account; `staff`: the role is not lower than yours; `unknown`: there is no such account',
      ),
  })
  .meta({ id: 'AccountActionResult' });

export const actOnAccounts = defineRoute({
  id: 'actOnAccounts',
  method: 'POST',
  path: '/admin/users/actions',
  takesIdempotencyKey: true,
  tag: 'Administration',
  summary: 'Act on several accounts, with one reason that their users see',
  description:
    'Like `POST /admin/users/{userId}/strikes` for each account: its own strike, email, notification and entry in the audit log. `lift` ends limits, freezes and suspensions. An account that cannot be changed does not affect the others. Requires a rule or a text.',
  auth: 'bearer',
  body: {
    kind: 'json',
    schema: z.object({
      userIds: z
        .array(uuid, { error: issueMessage('error.accountsList') })
        .min(1, { error: issueMessage('error.accountsMissing') })
        .max(bulkAccountsMax, {
          error: issueMessage('error.accountsMax', { max: bulkAccountsMax }),
        }),
      action: z.enum(bulkAccountActions, { error: issueMessage('error.strikeActionUnknown') }),
      suspendedUntil: suspendedUntilField,
      ruleIds: ruleIdsField,
      text: textField({ max: strikeTextMaxLength, label: 'error.label.text' }).default(''),
    }),
  },
  status: 200,
  response: z
    .object({
      results: z.array(accountResultSchema).describe('In the order of `userIds`, each once'),
    })
    .meta({ id: 'AccountActionResults' }),
  errors: ['forbidden', 'two_factor_required'],
});

export type AccountActionResult = z.infer<typeof accountResultSchema>;
