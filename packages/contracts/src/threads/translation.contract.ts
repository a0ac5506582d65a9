import { z } from 'zod';
import { defineRoute, languageField } from '../http/index.ts';
import { threadParams } from './thread-params.ts';

export const translationSchema = z
  .object({
    content: z.string().describe('Plain text, with the links, mentions and hashtags of the thread'),
    contentWarning: z.string().nullable(),
    sourceLanguage: z.string().nullable().describe('BCP 47; null if unknown'),
    language: z.string().describe('BCP 47'),
    provider: z.string().describe('The name of the service that translated the thread'),
  })
  .meta({ id: 'Translation' });

export const getTranslation = defineRoute({
  id: 'getTranslation',
  method: 'GET',
  path: '/threads/{threadId}/translation',
  tag: 'Threads',
  summary: 'Translate a thread',
  description:
    'Only if the operator has configured a service, and only a thread that everyone can see: its text is sent to that service.',
  auth: 'bearer',
  scope: 'read:statuses',
  limit: 'translations',
  params: threadParams,
  query: z.object({ language: languageField.describe('The language to translate into, BCP 47') }),
  status: 200,
  response: translationSchema,
  errors: ['not_found', 'forbidden', 'unavailable'],
});

export type Translation = z.infer<typeof translationSchema>;
