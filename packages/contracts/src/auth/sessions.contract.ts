import { z } from 'zod';
import { defineRoute, successSchema } from '../http/index.ts';
import { sessionSchema } from './auth.schemas.ts';

export const listSessions = defineRoute({
  id: 'listSessions',
  method: 'GET',
  path: '/auth/sessions',
  tag: 'Authentication',
  summary: 'List your sessions, most recently used first',
  auth: 'bearer',
  status: 200,
  response: z.array(sessionSchema),
});

export const endSession = defineRoute({
  id: 'endSession',
  method: 'DELETE',
  path: '/auth/sessions/{sessionId}',
  tag: 'Authentication',
  summary: 'End one of your sessions',
  auth: 'bearer',
  whenFrozen: 'allowed',
  awaitedBy: 'viewer',
  params: z.object({ sessionId: z.string() }),
  status: 200,
  response: successSchema,
  errors: ['not_found'],
});
