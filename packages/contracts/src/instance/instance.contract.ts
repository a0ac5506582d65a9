import { z } from 'zod';
import { defineRoute } from '../http/index.ts';

export const getHealth = defineRoute({
  id: 'getHealth',
  method: 'GET',
  path: '/health',
  tag: 'Instance',
  summary: 'Whether the process is alive',
  auth: 'none',
  limit: 'none',
  status: 200,
  response: z.object({ status: z.literal('ok'), version: z.string() }),
});

export const getReadiness = defineRoute({
  id: 'getReadiness',
  method: 'GET',
  path: '/ready',
  tag: 'Instance',
  summary: 'Whether it can serve: the database answers and is migrated',
  auth: 'none',
  limit: 'none',
  status: 200,
  response: z.object({ status: z.literal('ready') }),
  errors: ['unavailable'],
});
