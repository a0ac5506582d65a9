import { z } from 'zod';
import { defineRoute, isoTime, limitedText, nonEmptyText, uuid } from '../http/index.ts';
import { accountAliasesMax } from '../limits.ts';

/** The account that another one has moved to. */
export const movedToSchema = z
  .object({ id: uuid, username: z.string(), name: z.string() })
  .meta({ id: 'MovedTo' });

const accountMoveSchema = z
  .object({
    handle: z
      .string()
      .describe('Your handle, which the account that you move to needs as an alias'),
    aliases: z
      .array(
        z.object({
          uri: z.string().describe('The id of its ActivityPub document'),
          username: z
            .string()
            .nullable()
            .describe('Null if this server no longer knows the account'),
        }),
      )
      .describe('Other accounts of yours, which may move to this one'),
    movedTo: movedToSchema.nullable().describe('Null if you have not moved'),
    canMoveFrom: isoTime.nullable().describe('When you can move again; null if you can move now'),
  })
  .meta({ id: 'AccountMove' });

/** An account by its handle, or by its username on this instance. */
const accountField = limitedText('error.label.username', 400)
  .transform((handle) => handle.trim())
  .pipe(nonEmptyText('error.label.username'));

export const getAccountMove = defineRoute({
  id: 'getAccountMove',
  method: 'GET',
  path: '/users/me/move',
  tag: 'Users',
  summary: 'Get the aliases of your account, and where it has moved to',
  description: 'A 404 without federation, as for the other requests about moving.',
  auth: 'bearer',
  status: 200,
  response: accountMoveSchema,
  errors: ['not_found'],
});

export const addAlias = defineRoute({
  id: 'addAlias',
  method: 'PUT',
  path: '/users/me/aliases',
  tag: 'Users',
  summary: 'Name another account of yours, so that it can move to this one',
  description: `Repeating it changes nothing. An account has at most ${accountAliasesMax} aliases.`,
  auth: 'bearer',
  whenFrozen: 'allowed',
  body: { kind: 'json', schema: z.object({ handle: accountField }) },
  status: 200,
  response: accountMoveSchema,
  errors: ['not_found', 'forbidden', 'conflict'],
});

export const removeAlias = defineRoute({
  id: 'removeAlias',
  method: 'DELETE',
  path: '/users/me/aliases',
  tag: 'Users',
  summary: 'Remove an alias',
  auth: 'bearer',
  whenFrozen: 'allowed',
  body: { kind: 'json', schema: z.object({ uri: limitedText('error.label.username', 2000) }) },
  status: 200,
  response: accountMoveSchema,
  errors: ['not_found'],
});

export const moveAccount = defineRoute({
  id: 'moveAccount',
  method: 'PUT',
  path: '/users/me/move',
  tag: 'Users',
  summary: 'Move to another account',
  description:
    'The other account must name this one as an alias; its document is fetched again. Followers here and on other servers then follow the other account, and this one can only read and change settings until `DELETE /users/me/move`. A 409 within 30 days after a move. Wrong passwords count as login failures (429).',
  auth: 'bearer',
  runsInParallel: true,
  limit: 'logins',
  body: {
    kind: 'json',
    schema: z.object({ handle: accountField, password: nonEmptyText('error.label.password') }),
  },
  status: 200,
  response: accountMoveSchema,
  errors: ['not_found', 'wrong_password', 'forbidden', 'conflict'],
});

export const cancelMove = defineRoute({
  id: 'cancelMove',
  method: 'DELETE',
  path: '/users/me/move',
  tag: 'Users',
  summary: 'End the redirect to another account',
  description:
    'You can post again. Followers that follow the other account do not return. Repeating it changes nothing.',
  auth: 'bearer',
  whenFrozen: 'allowed',
  status: 200,
  response: accountMoveSchema,
  errors: ['not_found'],
});

export type AccountMove = z.infer<typeof accountMoveSchema>;
export type MovedTo = z.infer<typeof movedToSchema>;
