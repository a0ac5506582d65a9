import { z } from 'zod';
import { bulkAccountActions, bulkAccountsMax, strikeTextMaxLength } from '../administration.ts';
import { defineRoute, textField, uuid } from '../http/index.ts';
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
        .array(uuid, { error: 'The accounts must be a list.' })
        .min(1, { error: 'Choose at least one account.' })
        .max(bulkAccountsMax, { error: `You can choose up to ${bulkAccountsMax} accounts.` }),
      action: z.enum(bulkAccountActions, { error: "This action doesn't exist." }),
      suspendedUntil: suspendedUntilField,
      ruleIds: ruleIdsField,
      text: textField({ max: strikeTextMaxLength, label: 'The text' }).default(''),
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
