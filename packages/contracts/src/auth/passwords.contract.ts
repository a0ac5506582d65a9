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
    'Ends all other sessions and invalidates all password reset links. Wrong current passwords count as login failures (429).',
  auth: 'bearer',
  limit: 'logins',
  whenFrozen: 'allowed',
  awaitedBy: 'viewer',
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
  summary: 'Send a password reset link by email',
  description:
    'The response is the same whether or not an account with this email exists. If its address is not verified, the email has a link to verify the address or to remove it from the account instead; an instance without a mail server writes a reset link to its outbox.',
  auth: 'none',
  limit: 'passwordResets',
  awaitedBy: 'viewer',
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
  summary: 'Set a new password with the token from a reset link',
  description:
    'The token works once, within one hour; an invalid token is a 400 for `token`. Ends all sessions.',
  auth: 'none',
  awaitedBy: 'viewer',
  body: { kind: 'json', schema: resetPasswordBodySchema },
  status: 200,
  response: successSchema,
});
