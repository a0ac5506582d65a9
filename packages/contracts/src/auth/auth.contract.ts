import { z } from 'zod';
import { defineRoute, successSchema, wireText } from '../http/index.ts';
import {
  authResponseSchema,
  codeField,
  invitationField,
  loginBodySchema,
  registerBodySchema,
  usernamesQuerySchema,
} from './auth.schemas.ts';

export const register = defineRoute({
  id: 'register',
  method: 'POST',
  path: '/auth/register',
  takesIdempotencyKey: false,
  tag: 'Authentication',
  summary: 'Create an account and sign in',
  description:
    'Without `username`, it is derived from first and last name (`ada.lovelace`), with a number if it is taken. Depending on the registration mode, requires `invitation`, or `reason` and the approval of an administrator: then it returns 202, and the account cannot sign in before. A 403 if registration is closed or by invitation only.',
  auth: 'none',
  limit: 'registrations',
  awaitedBy: 'viewer',
  body: { kind: 'json', schema: registerBodySchema },
  status: 201,
  response: authResponseSchema,
  alternative: { status: 202, response: successSchema },
  errors: ['email_taken', 'username_taken', 'forbidden'],
});

const registrationChallengeSchema = z
  .object({
    algorithm: z.literal('SHA-256'),
    challenge: z.string().describe('The hash of `salt` and the number to find, in hexadecimal'),
    maxnumber: z.number().int().describe('The number is not larger'),
    salt: z.string(),
    signature: z.string(),
  })
  .meta({ id: 'RegistrationChallenge' });

export const getRegistrationChallenge = defineRoute({
  id: 'getRegistrationChallenge',
  method: 'GET',
  path: '/auth/challenge',
  tag: 'Authentication',
  summary: 'Get a proof-of-work challenge for a registration',
  description:
    'In the format of ALTCHA, valid for five minutes and one registration. Send `algorithm`, `challenge`, `salt`, `signature` and `number` as `proof`.',
  auth: 'none',
  status: 200,
  response: registrationChallengeSchema,
});

export type RegistrationChallenge = z.output<typeof registrationChallengeSchema>;

export const suggestUsernames = defineRoute({
  id: 'suggestUsernames',
  method: 'GET',
  path: '/auth/usernames',
  tag: 'Authentication',
  summary: 'Suggest usernames for a new account',
  description:
    'Up to three available usernames like `username` or, without it, derived from `name`. Also reports whether `username` is available.',
  auth: 'none',
  query: usernamesQuerySchema,
  status: 200,
  response: z.object({
    isAvailable: z.boolean().nullable().describe('Null without `username`'),
    suggestions: z.array(z.string()),
  }),
});

export const getInvitation = defineRoute({
  id: 'getInvitation',
  method: 'POST',
  path: '/auth/invitation',
  takesIdempotencyKey: false,
  tag: 'Authentication',
  summary: 'Find out who has sent an invitation',
  description: 'A 404 if the invitation cannot be used any more.',
  auth: 'none',
  body: { kind: 'json', schema: z.object({ invitation: invitationField }) },
  status: 200,
  response: z.object({ inviter: z.object({ name: z.string(), username: z.string() }) }),
  errors: ['not_found'],
});

export const login = defineRoute({
  id: 'login',
  method: 'POST',
  path: '/auth/login',
  takesIdempotencyKey: false,
  tag: 'Authentication',
  summary: 'Sign in',
  description:
    'For an account with two-factor authentication, the right password without `code` is a 401 `second_factor_required`. Send the request again with `code`, which is valid once; a wrong code is a 401 `invalid_code`.',
  auth: 'none',
  limit: 'logins',
  awaitedBy: 'viewer',
  body: { kind: 'json', schema: loginBodySchema },
  status: 200,
  response: authResponseSchema,
  errors: ['invalid_credentials', 'second_factor_required', 'invalid_code', 'forbidden'],
});

export const logout = defineRoute({
  id: 'logout',
  method: 'POST',
  path: '/auth/logout',
  takesIdempotencyKey: false,
  tag: 'Authentication',
  summary: 'End this session',
  auth: 'bearer',
  whenFrozen: 'allowed',
  awaitedBy: 'viewer',
  status: 200,
  response: successSchema,
});

export const endAllSessions = defineRoute({
  id: 'endAllSessions',
  method: 'POST',
  path: '/auth/end-sessions',
  takesIdempotencyKey: false,
  tag: 'Authentication',
  summary: 'End all sessions with the token from a security email',
  description: 'The token works once, within 24 hours; an invalid token is a 400 for `token`.',
  auth: 'none',
  awaitedBy: 'viewer',
  body: { kind: 'json', schema: z.object({ token: wireText('error.label.token') }) },
  status: 200,
  response: successSchema,
});

export const exchangeSession = defineRoute({
  id: 'exchangeSession',
  method: 'POST',
  path: '/auth/session',
  takesIdempotencyKey: false,
  tag: 'Authentication',
  summary: 'Exchange a handover token for a session',
  description:
    'Sets the cookie of the event stream. A handover token from a sign-in with OpenID Connect works once, within one minute, and only here; it returns the access token of a new session. For an account with two-factor authentication it is valid for five minutes and needs `code`, with the errors of a sign-in. An access token returns itself.',
  auth: 'bearer',
  acceptsHandover: true,
  whenFrozen: 'allowed',
  awaitedBy: 'viewer',
  body: { kind: 'json', schema: z.object({ code: codeField.optional() }) },
  status: 200,
  response: authResponseSchema,
  errors: ['second_factor_required', 'invalid_code'],
});
