import { z } from 'zod';
import { filterActions, filterContexts } from '../constants.ts';
import {
  booleanField,
  defineRoute,
  isoTime,
  issueMessage,
  successSchema,
  textField,
  uuid,
} from '../http/index.ts';
import { filterPhraseMaxLength } from '../limits.ts';

const contextSchema = z.enum(filterContexts, { error: issueMessage('error.filterContexts') });
const actionSchema = z.enum(filterActions, { error: issueMessage('error.filterAction') });

/** A word or phrase whose threads the viewer does not want to see. */
const filterSchema = z
  .object({
    id: uuid,
    phrase: z.string(),
    title: z
      .string()
      .nullable()
      .describe('The name that an app gave to a filter with several phrases'),
    groupId: uuid.describe('Equal for the phrases of one filter of an app'),
    isWholeWord: z.boolean(),
    contexts: z.array(contextSchema),
    action: actionSchema,
    expiresAt: isoTime.nullable().describe('The filter has no effect after this time'),
    createdAt: isoTime,
  })
  .meta({ id: 'Filter' });

export const filterBodySchema = z.object({
  phrase: textField({
    max: filterPhraseMaxLength,
    label: 'error.label.word',
    required: true,
  }).describe('A word or phrase. Case, line breaks and repeated spaces do not matter.'),
  isWholeWord: booleanField
    .default(true)
    .describe('Whether the phrase matches only between other characters than letters and digits'),
  contexts: z
    .array(contextSchema, { error: issueMessage('error.filterContexts') })
    .min(1, { error: issueMessage('error.filterContexts') })
    .max(filterContexts.length, { error: issueMessage('error.filterContexts') })
    .transform((contexts) => [...new Set(contexts)])
    .describe('`feeds`: home feeds, hashtags and lists. `replies`: the page of a thread.'),
  action: actionSchema
    .default('collapse')
    .describe(
      '`collapse`: threads have `filteredBy`, and clients show them on request. `hide`: feeds and search leave them out; notifications and replies collapse them.',
    ),
  expiresAt: z.union([isoTime, z.null()], { error: issueMessage('error.filterEnd') }).default(null),
});

const filterParams = z.object({ filterId: z.string() });

export const listFilters = defineRoute({
  id: 'listFilters',
  method: 'GET',
  path: '/filters',
  tag: 'Filters',
  summary: 'List your keyword filters, the latest first',
  auth: 'bearer',
  scope: 'read:filters',
  reads: 'replica',
  status: 200,
  response: z.array(filterSchema),
});

export const createFilter = defineRoute({
  id: 'createFilter',
  method: 'POST',
  path: '/filters',
  takesIdempotencyKey: true,
  tag: 'Filters',
  summary: 'Create a keyword filter',
  description:
    'It never applies to your own threads, and replaces an expired filter for the same word. A 409 beyond 50 filters, and for a word with a filter that has not expired.',
  auth: 'bearer',
  scope: 'write:filters',
  body: { kind: 'json', schema: filterBodySchema },
  status: 201,
  response: filterSchema,
  errors: ['validation_failed', 'not_found', 'conflict'],
});

export const updateFilter = defineRoute({
  id: 'updateFilter',
  method: 'PUT',
  path: '/filters/{filterId}',
  tag: 'Filters',
  summary: 'Replace a keyword filter',
  description:
    'It replaces another expired filter for the same word. A 409 for the word of another filter that has not expired.',
  auth: 'bearer',
  scope: 'write:filters',
  params: filterParams,
  body: { kind: 'json', schema: filterBodySchema },
  status: 200,
  response: filterSchema,
  errors: ['validation_failed', 'not_found', 'conflict'],
});

export const deleteFilter = defineRoute({
  id: 'deleteFilter',
  method: 'DELETE',
  path: '/filters/{filterId}',
  tag: 'Filters',
  summary: 'Delete a keyword filter',
  auth: 'bearer',
  scope: 'write:filters',
  params: filterParams,
  status: 200,
  response: successSchema,
  errors: ['not_found'],
});

export type Filter = z.infer<typeof filterSchema>;
export type FilterInput = z.output<typeof filterBodySchema>;
export type FilterContext = z.infer<typeof contextSchema>;
export type FilterAction = z.infer<typeof actionSchema>;
