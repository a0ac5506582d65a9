import { defineRoute, successSchema } from '../http/index.ts';
import { authResponseSchema, loginBodySchema, registerBodySchema } from './auth.schemas.ts';

export const register = defineRoute({
  id: 'register',
  method: 'POST',
  path: '/auth/register',
  takesIdempotencyKey: false,
  tag: 'Authentication',
  summary: 'Create an account and sign in',
  description:
    'The username is derived from first and last name (`ada.lovelace`), with a number where it is taken.',
  auth: 'none',
  limit: 'registrations',
  body: { kind: 'json', schema: registerBodySchema },
  status: 201,
  response: authResponseSchema,
  errors: ['email_taken'],
});

export const login = defineRoute({
  id: 'login',
  method: 'POST',
  path: '/auth/login',
  takesIdempotencyKey: false,
  tag: 'Authentication',
  summary: 'Sign in',
  auth: 'none',
  limit: 'logins',
  body: { kind: 'json', schema: loginBodySchema },
  status: 200,
  response: authResponseSchema,
  errors: ['invalid_credentials', 'forbidden'],
});

export const logout = defineRoute({
  id: 'logout',
  method: 'POST',
  path: '/auth/logout',
  takesIdempotencyKey: false,
  tag: 'Authentication',
  summary: 'End this session',
  auth: 'bearer',
  status: 200,
  response: successSchema,
});

export const exchangeSession = defineRoute({
  id: 'exchangeSession',
  method: 'POST',
  path: '/auth/session',
  takesIdempotencyKey: false,
  tag: 'Authentication',
  summary: 'Take up a session with a token that was handed over',
  description:
    'Sets the cookie of the event stream. A token that was handed over in an address works once, within a minute, and is answered with the token of a normal session; a normal token is answered with itself.',
  auth: 'bearer',
  status: 200,
  response: authResponseSchema,
});
