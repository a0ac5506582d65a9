import { z } from 'zod';
import { defineRoute, limitQuery, wireText } from '../http/index.ts';
import { hashtagSuggestionsLimit } from '../limits.ts';

export const hashtagSuggestionSchema = z
  .object({
    tag: z.string().describe('Lower case, without the hash'),
    threadsCount: z.number().int(),
  })
  .meta({ id: 'HashtagSuggestion' });

export const suggestHashtags = defineRoute({
  id: 'suggestHashtags',
  method: 'GET',
  path: '/hashtags/suggestions',
  tag: 'Hashtags',
  summary: 'Tags that begin with a text, the most used first',
  description: 'Without a text: the most used of all.',
  auth: 'bearer',
  query: limitQuery({ defaultLimit: hashtagSuggestionsLimit }).extend({
    q: wireText('The text')
      .max(100, { error: 'The text can be at most 100 characters long.' })
      .default('')
      .describe('With or without the hash'),
  }),
  status: 200,
  response: z.array(hashtagSuggestionSchema),
});

export type HashtagSuggestion = z.infer<typeof hashtagSuggestionSchema>;
