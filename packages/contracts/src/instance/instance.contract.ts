import { z } from 'zod';
import { defineRoute } from '../http/index.ts';

export const getHealth = defineRoute({
  id: 'getHealth',
  method: 'GET',
  path: '/health',
  tag: 'Instance',
  summary: 'Whether the process is alive',
  auth: 'none',
  limit: 'public',
  status: 200,
  response: z.object({ status: z.literal('ok'), version: z.string() }),
});

export const getTerms = defineRoute({
  id: 'getTerms',
  method: 'GET',
  path: '/instance/terms',
  tag: 'Instance',
  summary: 'The terms of use that the operator wrote',
  auth: 'none',
  limit: 'public',
  status: 200,
  response: z.object({
    text: z
      .string()
      .nullable()
      .describe('Plain text with simple Markdown; null where the built-in terms apply'),
  }),
});

export const getReadiness = defineRoute({
  id: 'getReadiness',
  method: 'GET',
  path: '/ready',
  tag: 'Instance',
  summary: 'Whether it can serve: the database answers and is migrated, the disk accepts writes',
  description: 'The disk is written to once in two seconds at most.',
  auth: 'none',
  limit: 'public',
  status: 200,
  response: z.object({ status: z.literal('ready') }),
  errors: ['unavailable'],
});
