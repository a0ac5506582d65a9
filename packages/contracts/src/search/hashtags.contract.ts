import { z } from 'zod';
import { defineRoute, limitQuery, pageQuery, wireText } from '../http/index.ts';
import { hashtagSuggestionsLimit, threadsPageSize } from '../limits.ts';
import { threadPageSchema } from '../threads/index.ts';

/** With or without `#`, in any case. A value that is not a valid tag is treated as unused. */
const hashtagParams = z.object({ tag: z.string() });

export const hashtagSuggestionSchema = z
  .object({
    tag: z.string().describe('Lower case, without `#`'),
    threadsCount: z.number().int(),
  })
  .meta({ id: 'HashtagSuggestion' });

export const suggestHashtags = defineRoute({
  id: 'suggestHashtags',
  method: 'GET',
  path: '/hashtags/suggestions',
  tag: 'Hashtags',
  summary: 'Suggest hashtags that begin with a text, most used first',
  description: 'Without a text: the most used hashtags.',
  auth: 'bearer',
  scope: 'read:search',
  query: limitQuery({ defaultLimit: hashtagSuggestionsLimit }).extend({
    q: wireText('The text')
      .max(100, { error: 'The text can be at most 100 characters long.' })
      .default('')
      .describe('With or without `#`'),
  }),
  status: 200,
  response: z.array(hashtagSuggestionSchema),
});

/** Usage of a hashtag. Counts only threads that the viewer may see. */
const hashtagSchema = z
  .object({
    tag: z.string().describe('Lower case, without `#`'),
    threadsCount: z
      .number()
      .int()
      .describe(
        'Threads and replies with the tag; exact up to 10,000, and 10,000 if there are more',
      ),
    days: z
      .array(z.number().int())
      .length(7)
      .describe('Threads per day of the last seven days (UTC), today last'),
  })
  .meta({ id: 'Hashtag' });

export const getHashtag = defineRoute({
  id: 'getHashtag',
  method: 'GET',
  path: '/hashtags/{tag}',
  tag: 'Hashtags',
  summary: 'Get the usage of a hashtag',
  auth: 'bearer',
  scope: 'read:search',
  params: hashtagParams,
  status: 200,
  response: hashtagSchema,
});

export const listHashtagThreads = defineRoute({
  id: 'listHashtagThreads',
  method: 'GET',
  path: '/threads/hashtag/{tag}',
  tag: 'Hashtags',
  summary: 'List threads and replies with a hashtag, newest first',
  auth: 'bearer',
  scope: 'read:statuses',
  params: hashtagParams,
  query: pageQuery({ defaultSize: threadsPageSize }),
  status: 200,
  response: threadPageSchema,
});

export type Hashtag = z.infer<typeof hashtagSchema>;
export type HashtagSuggestion = z.infer<typeof hashtagSuggestionSchema>;
