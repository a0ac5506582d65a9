import { defineRoute, successSchema } from '../http/index.ts';
import {
  changePasswordBodySchema,
  forgotPasswordBodySchema,
  resetPasswordBodySchema,
} from './auth.schemas.ts';

export const changePassword = defineRoute({
  id: 'changePassword',
  method: 'POST',
  path: '/auth/change-password',
  takesIdempotencyKey: false,
  tag: 'Authentication',
  summary: 'Change your password',
  description:
    'All your other sessions end, and all links to set a password stop working. Wrong current passwords count as login failures (429).',
  auth: 'bearer',
  limit: 'logins',
  body: { kind: 'json', schema: changePasswordBodySchema },
  status: 200,
  response: successSchema,
  errors: ['wrong_password'],
});

export const forgotPassword = defineRoute({
  id: 'forgotPassword',
  method: 'POST',
  path: '/auth/forgot-password',
  takesIdempotencyKey: false,
  tag: 'Authentication',
  summary: 'Have a link mailed that sets a new password',
  description: 'The answer is the same whether or not there is an account with this address.',
  auth: 'none',
  limit: 'passwordResets',
  body: { kind: 'json', schema: forgotPasswordBodySchema },
  status: 202,
  response: successSchema,
});

export const resetPassword = defineRoute({
  id: 'resetPassword',
  method: 'POST',
  path: '/auth/reset-password',
  takesIdempotencyKey: false,
  tag: 'Authentication',
  summary: 'Set a new password with the token of a mailed link',
  description:
    'The token works once, within an hour; one that does not is bad input (`token`). All sessions end.',
  auth: 'none',
  body: { kind: 'json', schema: resetPasswordBodySchema },
  status: 200,
  response: successSchema,
});
