import { z } from 'zod';
import {
  defineRoute,
  isoTime,
  nameField,
  nonEmptyText,
  successSchema,
  uuid,
} from '../http/index.ts';
import { passkeyNameMaxLength } from '../limits.ts';
import { authResponseSchema } from './auth.schemas.ts';

const base64Url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]+$/);

const credentialFields = {
  id: base64Url,
  rawId: base64Url,
  type: z.literal('public-key'),
};

/** A credential that the browser has created, as `PublicKeyCredential.toJSON()` returns it. */
export const newCredentialSchema = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: base64Url,
    attestationObject: base64Url,
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
});

/** A signature of a credential, as `PublicKeyCredential.toJSON()` returns it. */
export const assertionSchema = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: base64Url,
    authenticatorData: base64Url,
    signature: base64Url,
    userHandle: base64Url.optional(),
  }),
});

const passkeyName = nameField('error.label.name', passkeyNameMaxLength);

/** Visible only to its user. */
export const passkeySchema = z
  .object({
    id: uuid,
    name: z.string(),
    createdAt: isoTime,
    lastUsedAt: isoTime.nullable(),
  })
  .meta({ id: 'Passkey' });

const passkeyParams = z.object({ passkeyId: z.string() });
const passwordSchema = z.object({ password: nonEmptyText('error.label.password') });

const optionsSchema = z
  .record(z.string(), z.unknown())
  .describe('Options of `navigator.credentials`, in the JSON format of WebAuthn');

export const listPasskeys = defineRoute({
  id: 'listPasskeys',
  method: 'GET',
  path: '/auth/passkeys',
  tag: 'Authentication',
  summary: 'List your passkeys, oldest first',
  auth: 'bearer',
  status: 200,
  response: z.array(passkeySchema),
});

export const startPasskeyRegistration = defineRoute({
  id: 'startPasskeyRegistration',
  method: 'POST',
  path: '/auth/passkeys/options',
  takesIdempotencyKey: false,
  tag: 'Authentication',
  summary: 'Get the options to create a passkey',
  description: 'The challenge works once, within five minutes. At most 20 passkeys (409).',
  auth: 'bearer',
  limit: 'logins',
  whenFrozen: 'allowed',
  body: { kind: 'json', schema: passwordSchema },
  status: 200,
  response: optionsSchema,
  errors: ['wrong_password', 'conflict'],
});

export const registerPasskey = defineRoute({
  id: 'registerPasskey',
  method: 'POST',
  path: '/auth/passkeys',
  takesIdempotencyKey: false,
  tag: 'Authentication',
  summary: 'Register a passkey',
  description: 'A credential that is not valid is a 400 for `credential`.',
  auth: 'bearer',
  limit: 'logins',
  whenFrozen: 'allowed',
  body: { kind: 'json', schema: z.object({ name: passkeyName, credential: newCredentialSchema }) },
  status: 201,
  response: passkeySchema,
  errors: ['conflict'],
});

export const renamePasskey = defineRoute({
  id: 'renamePasskey',
  method: 'PUT',
  path: '/auth/passkeys/{passkeyId}',
  tag: 'Authentication',
  summary: 'Rename a passkey',
  auth: 'bearer',
  whenFrozen: 'allowed',
  params: passkeyParams,
  body: { kind: 'json', schema: z.object({ name: passkeyName }) },
  status: 200,
  response: passkeySchema,
  errors: ['not_found'],
});

export const removePasskey = defineRoute({
  id: 'removePasskey',
  method: 'DELETE',
  path: '/auth/passkeys/{passkeyId}',
  tag: 'Authentication',
  summary: 'Remove a passkey',
  auth: 'bearer',
  limit: 'logins',
  whenFrozen: 'allowed',
  params: passkeyParams,
  body: { kind: 'json', schema: passwordSchema },
  status: 200,
  response: successSchema,
  errors: ['wrong_password', 'not_found'],
});

export const startPasskeySignIn = defineRoute({
  id: 'startPasskeySignIn',
  method: 'POST',
  path: '/auth/passkeys/sign-in/options',
  takesIdempotencyKey: false,
  tag: 'Authentication',
  summary: 'Get the options to sign in with a passkey',
  description: 'Names no user. The challenge works once, within five minutes.',
  auth: 'none',
  limit: 'logins',
  status: 200,
  response: optionsSchema,
});

export const signInWithPasskey = defineRoute({
  id: 'signInWithPasskey',
  method: 'POST',
  path: '/auth/passkeys/sign-in',
  takesIdempotencyKey: false,
  tag: 'Authentication',
  summary: 'Sign in with a passkey',
  description: 'Replaces password and code: the authenticator verifies its user.',
  auth: 'none',
  limit: 'logins',
  body: { kind: 'json', schema: z.object({ credential: assertionSchema }) },
  status: 200,
  response: authResponseSchema,
  errors: ['invalid_credentials', 'forbidden'],
});

export type Passkey = z.infer<typeof passkeySchema>;
