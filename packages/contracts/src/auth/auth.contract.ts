import { defineRoute, successSchema } from '../http/index.ts';
import { authResponseSchema, loginBodySchema, registerBodySchema } from './auth.schemas.ts';

export const register = defineRoute({
  id: 'register',
  method: 'POST',
  path: '/auth/register',
  tag: 'Authentication',
  summary: 'Create an account and sign in',
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
  tag: 'Authentication',
  summary: 'Take up a session with a token that was handed over',
  description:
    'Sets the cookie of the event stream. A token that was handed over in an address works once, within a minute, and is answered with the token of a normal session; a normal token is answered with itself.',
  auth: 'bearer',
  status: 200,
  response: authResponseSchema,
});
