import { z } from 'zod';
import {
  defineRoute,
  isoTime,
  nonEmptyText,
  successSchema,
  uuid,
  wireText,
} from '../http/index.ts';
import { invitationField } from './auth.schemas.ts';

/**
 * Why a sign-in with OpenID Connect failed. The server returns the browser to `/login#error=…` or, if the
 * user wanted to link an account, to `/settings?identity=…`.
 */
export type OidcErrorCode =
  | 'expired'
  | 'canceled'
  | 'invalidResponse'
  | 'unavailable'
  | 'emailMissing'
  | 'emailUnverified'
  | 'emailUnverifiedAtProvider'
  | 'emailBlocked'
  | 'addressBlocked'
  | 'registrationClosed'
  | 'invitationRequired'
  | 'invitationEnded'
  | 'requestSent'
  | 'pending'
  | 'pendingMax'
  | 'suspended'
  | 'identityTaken'
  | 'otherIdentity'
  | 'signedOut'
  | 'rateLimited'
  | 'failed';

/** Visible only to its user. */
const identitySchema = z.object({
  id: uuid,
  provider: z.string().describe('The host name of the provider'),
  createdAt: isoTime,
  lastUsedAt: isoTime.nullable(),
});

/** The viewer's accounts at OpenID Connect providers. */
export const identitiesSchema = z
  .object({
    identities: z.array(identitySchema),
    hasPassword: z.boolean().describe('False for an account created by a provider'),
    canLink: z.boolean().describe('Whether the instance has a provider that is not linked yet'),
    canUnlink: z
      .boolean()
      .describe('False if the account has no password, or cannot sign in with one'),
  })
  .meta({ id: 'Identities' });

const urlSchema = z.object({ url: z.url().describe('The page of the provider to open') });

export const startOidcSignIn = defineRoute({
  id: 'startOidcSignIn',
  method: 'POST',
  path: '/auth/oidc/sign-in',
  takesIdempotencyKey: false,
  tag: 'Authentication',
  summary: 'Start a sign-in with OpenID Connect',
  description:
    'Sets a cookie, and returns the address of the provider. After the sign-in there, the same browser comes back to `/login#token=…` with a handover token, or to `/login#error=…`. A 404 on an instance without a provider, a 503 if it does not respond.',
  auth: 'none',
  limit: 'logins',
  body: {
    kind: 'json',
    schema: z.object({
      to: wireText('error.label.path')
        .pipe(z.string().max(2000))
        .optional()
        .describe('A path of the web app to open afterward; paths of other sites are ignored'),
      invitation: invitationField.optional().describe('For a new account'),
    }),
  },
  status: 200,
  response: urlSchema,
  errors: ['not_found', 'unavailable'],
});

export const startIdentityLink = defineRoute({
  id: 'startIdentityLink',
  runsInParallel: true,
  method: 'POST',
  path: '/auth/oidc/link',
  takesIdempotencyKey: false,
  tag: 'Authentication',
  summary: 'Link your account at the OpenID Connect provider',
  description:
    'Like the sign-in; the browser comes back to `/settings?identity=linked`, or with the code of an error.',
  auth: 'bearer',
  limit: 'logins',
  whenFrozen: 'allowed',
  body: { kind: 'json', schema: z.object({ password: nonEmptyText('error.label.password') }) },
  status: 200,
  response: urlSchema,
  errors: ['wrong_password', 'not_found', 'conflict', 'unavailable'],
});

export const listIdentities = defineRoute({
  id: 'listIdentities',
  method: 'GET',
  path: '/auth/identities',
  tag: 'Authentication',
  summary: 'List your accounts at OpenID Connect providers',
  auth: 'bearer',
  status: 200,
  response: identitiesSchema,
});

export const unlinkIdentity = defineRoute({
  id: 'unlinkIdentity',
  method: 'DELETE',
  path: '/auth/identities/{identityId}',
  tag: 'Authentication',
  summary: 'Unlink an account at an OpenID Connect provider',
  description:
    'A 409 if the account could not sign in without it: it has no password, or the instance allows none.',
  auth: 'bearer',
  limit: 'logins',
  whenFrozen: 'allowed',
  params: z.object({ identityId: z.string() }),
  body: { kind: 'json', schema: z.object({ password: nonEmptyText('error.label.password') }) },
  status: 200,
  response: successSchema,
  errors: ['wrong_password', 'not_found', 'conflict'],
});

export type Identities = z.infer<typeof identitiesSchema>;
export type Identity = Identities['identities'][number];
