import { z } from 'zod';
import { defineRoute } from '../http/index.ts';

export const getHealth = defineRoute({
  id: 'getHealth',
  method: 'GET',
  path: '/health',
  tag: 'Instance',
  summary: 'Check that the process is alive',
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
  summary: 'Get the terms of use written by the operator',
  auth: 'none',
  limit: 'public',
  status: 200,
  response: z.object({
    text: z
      .string()
      .nullable()
      .describe('Plain text with simple Markdown; null if the built-in terms apply'),
  }),
});

export const getReadiness = defineRoute({
  id: 'getReadiness',
  method: 'GET',
  path: '/ready',
  tag: 'Instance',
  summary:
    'Check that the server is ready: the database responds and is migrated, the disk accepts writes',
  description: 'Writes to the disk at most once in two seconds.',
  auth: 'none',
  limit: 'public',
  status: 200,
  response: z.object({ status: z.literal('ready') }),
  errors: ['unavailable'],
});
