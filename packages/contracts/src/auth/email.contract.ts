import { z } from 'zod';
import { defineRoute, nonEmptyText, successSchema, wireText } from '../http/index.ts';
import { emailField } from './auth.schemas.ts';

const tokenBody = {
  kind: 'json',
  schema: z.object({ token: wireText('error.label.token') }),
} as const;

/** The email address of the viewer's account. */
export const emailStatusSchema = z
  .object({
    email: z.string().describe('Empty if its owner has removed it from the account'),
    isVerified: z.boolean(),
    pendingEmail: z
      .string()
      .nullable()
      .describe('The new address, until the link that was sent there is opened or expires'),
    canVerify: z.boolean().describe('Whether the instance can send emails'),
  })
  .meta({ id: 'EmailStatus' });

export const getEmailStatus = defineRoute({
  id: 'getEmailStatus',
  method: 'GET',
  path: '/auth/email',
  tag: 'Authentication',
  summary: 'Find out whether your email address is verified, and which one is going to replace it',
  auth: 'bearer',
  status: 200,
  response: emailStatusSchema,
});

export const changeEmail = defineRoute({
  id: 'changeEmail',
  method: 'PUT',
  path: '/auth/email',
  tag: 'Authentication',
  summary: 'Change your email address',
  description:
    'Sends a link to the new address. An address that is not verified is replaced at once. A verified one stays until the link is opened with `verifyEmail`, within 24 hours, and receives a notice; a second change replaces the first. The response is then the same if another account has the new address, which receives no link. A 409 for the present address, and on an instance without a mail server.',
  auth: 'bearer',
  limit: 'registrations',
  whenFrozen: 'allowed',
  body: {
    kind: 'json',
    schema: z.object({ email: emailField, password: nonEmptyText('error.label.password') }),
  },
  status: 200,
  response: successSchema,
  errors: ['wrong_password', 'email_taken', 'conflict'],
});

export const sendVerificationEmail = defineRoute({
  id: 'sendVerificationEmail',
  method: 'POST',
  path: '/auth/email/verification',
  takesIdempotencyKey: true,
  tag: 'Authentication',
  summary: 'Send a link to verify your email address',
  description:
    'The link works once, within 24 hours. A 409 if the address is verified or removed, and on an instance without a mail server.',
  auth: 'bearer',
  whenFrozen: 'allowed',
  status: 202,
  response: successSchema,
  errors: ['conflict'],
});

export const verifyEmail = defineRoute({
  id: 'verifyEmail',
  method: 'POST',
  path: '/auth/verify-email',
  takesIdempotencyKey: false,
  tag: 'Authentication',
  summary: 'Verify your email address with the token from an email',
  description:
    'Requires a session of the account, so that the owner of the address cannot take over the account of somebody else (403). The token of a change replaces the address; the former address then receives a token for `restoreEmail`. An invalid token is a 400 for `token`.',
  auth: 'bearer',
  whenFrozen: 'allowed',
  body: tokenBody,
  status: 200,
  response: successSchema,
  errors: ['forbidden', 'email_taken'],
});

export const releaseEmail = defineRoute({
  id: 'releaseEmail',
  method: 'POST',
  path: '/auth/release-email',
  takesIdempotencyKey: false,
  tag: 'Authentication',
  summary: 'Remove your email address from the account of somebody else',
  description:
    'With the token from an email. The account stays, without an address, and the address can be used to register. The token of a change makes the change invalid instead. An invalid token is a 400 for `token`; so is one for an address that has been verified meanwhile.',
  auth: 'none',
  body: tokenBody,
  status: 200,
  response: successSchema,
});

export const restoreEmail = defineRoute({
  id: 'restoreEmail',
  method: 'POST',
  path: '/auth/restore-email',
  takesIdempotencyKey: false,
  tag: 'Authentication',
  summary: 'Give your account its former email address back',
  description:
    'With the token that the former address received after a change. It works once, within seven days. Ends all sessions of the account, so that somebody who has taken it over is signed out. An invalid token is a 400 for `token`.',
  auth: 'none',
  body: tokenBody,
  status: 200,
  response: successSchema,
  errors: ['email_taken'],
});
