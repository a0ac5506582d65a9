import { z } from 'zod';
import { defineRoute, limitQuery, pageQuery, wireText } from '../http/index.ts';
import { hashtagSuggestionsLimit, threadsPageSize } from '../limits.ts';
import { threadPageSchema } from '../threads/index.ts';

/** With or without the hash, in any case. What is no tag is one that nobody uses. */
const hashtagParams = z.object({ tag: z.string() });

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

/** How much the viewer may see of a tag: no count tells of threads that are hidden from them. */
const hashtagSchema = z
  .object({
    tag: z.string().describe('Lower case, without the hash'),
    threadsCount: z
      .number()
      .int()
      .describe('Threads and replies with it; exact up to 10,000, which also stands for more'),
    days: z
      .array(z.number().int())
      .length(7)
      .describe('How many of them are of each of the last seven days (UTC), the current one last'),
  })
  .meta({ id: 'Hashtag' });

export const getHashtag = defineRoute({
  id: 'getHashtag',
  method: 'GET',
  path: '/hashtags/{tag}',
  tag: 'Hashtags',
  summary: 'How much a tag is used',
  auth: 'bearer',
  params: hashtagParams,
  status: 200,
  response: hashtagSchema,
});

export const listHashtagThreads = defineRoute({
  id: 'listHashtagThreads',
  method: 'GET',
  path: '/threads/hashtag/{tag}',
  tag: 'Hashtags',
  summary: 'Threads and replies with a tag, newest first',
  auth: 'bearer',
  params: hashtagParams,
  query: pageQuery({ defaultSize: threadsPageSize }),
  status: 200,
  response: threadPageSchema,
});

export type Hashtag = z.infer<typeof hashtagSchema>;
export type HashtagSuggestion = z.infer<typeof hashtagSuggestionSchema>;
