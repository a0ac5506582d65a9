import { z } from 'zod';
import { defineRoute, isoTime, nonEmptyText, successSchema } from '../http/index.ts';
import { codeField } from './auth.schemas.ts';

const passwordBody = {
  kind: 'json',
  schema: z.object({ password: nonEmptyText('error.label.password') }),
} as const;

const recoveryCodesSchema = z.object({
  recoveryCodes: z
    .array(z.string())
    .describe('Ten codes, each valid once instead of a code of the app. Returned only here'),
});

/** Whether an account has two-factor authentication. */
export const twoFactorStatusSchema = z
  .object({
    isEnabled: z.boolean(),
    enabledAt: isoTime.nullable(),
    recoveryCodesLeft: z.number().int(),
  })
  .meta({ id: 'TwoFactorStatus' });

export const getTwoFactorStatus = defineRoute({
  id: 'getTwoFactorStatus',
  method: 'GET',
  path: '/auth/two-factor',
  tag: 'Authentication',
  summary: 'Get the state of your two-factor authentication',
  auth: 'bearer',
  status: 200,
  response: twoFactorStatusSchema,
});

export const setUpTwoFactor = defineRoute({
  id: 'setUpTwoFactor',
  method: 'POST',
  path: '/auth/two-factor/setup',
  takesIdempotencyKey: false,
  tag: 'Authentication',
  summary: 'Create the secret of an authenticator app (TOTP)',
  description:
    'Takes effect with `confirmTwoFactor`, within 15 minutes. Replaces an unconfirmed secret; a 409 if two-factor authentication is on.',
  auth: 'bearer',
  limit: 'logins',
  whenFrozen: 'allowed',
  body: passwordBody,
  status: 200,
  response: z.object({
    secret: z.string().describe('Base32, to type into the app'),
    uri: z.string().describe('The `otpauth:` address that the QR code contains'),
  }),
  errors: ['wrong_password', 'conflict'],
});

export const confirmTwoFactor = defineRoute({
  id: 'confirmTwoFactor',
  method: 'POST',
  path: '/auth/two-factor/confirm',
  takesIdempotencyKey: false,
  tag: 'Authentication',
  summary: 'Turn on two-factor authentication with a code of the app',
  auth: 'bearer',
  limit: 'logins',
  whenFrozen: 'allowed',
  body: { kind: 'json', schema: z.object({ code: codeField }) },
  status: 200,
  response: recoveryCodesSchema,
  errors: ['conflict'],
});

export const replaceRecoveryCodes = defineRoute({
  id: 'replaceRecoveryCodes',
  method: 'POST',
  path: '/auth/two-factor/recovery-codes',
  takesIdempotencyKey: false,
  tag: 'Authentication',
  summary: 'Replace your recovery codes',
  auth: 'bearer',
  limit: 'logins',
  whenFrozen: 'allowed',
  body: passwordBody,
  status: 200,
  response: recoveryCodesSchema,
  errors: ['wrong_password', 'conflict'],
});

export const turnOffTwoFactor = defineRoute({
  id: 'turnOffTwoFactor',
  method: 'DELETE',
  path: '/auth/two-factor',
  tag: 'Authentication',
  summary: 'Turn off two-factor authentication',
  auth: 'bearer',
  limit: 'logins',
  whenFrozen: 'allowed',
  body: passwordBody,
  status: 200,
  response: successSchema,
  errors: ['wrong_password'],
});

export type TwoFactorStatus = z.infer<typeof twoFactorStatusSchema>;
