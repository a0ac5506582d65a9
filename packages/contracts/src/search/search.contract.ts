import { z } from 'zod';
import { countedPageSchema, defineRoute, limitedText, pageQuery } from '../http/index.ts';
import { searchPageSize, searchQueryMaxLength } from '../limits.ts';
import { threadSchema } from '../threads/index.ts';

/** A range of the `content` of a thread or message, as in `content.slice(start, end)`. */
export const matchRangeSchema = z
  .object({
    start: z.number().int().describe('In UTF-16 code units'),
    end: z.number().int().describe('In UTF-16 code units, exclusive'),
  })
  .meta({ id: 'MatchRange' });

const foundThreadSchema = threadSchema
  .extend({
    matches: z
      .array(matchRangeSchema)
      .describe('Ranges of `content` to highlight: ordered, disjoint, possibly empty'),
  })
  .meta({ id: 'FoundThread' });

const foundThreadsPageSchema = countedPageSchema(foundThreadSchema).meta({
  id: 'FoundThreadsPage',
});

export const searchThreads = defineRoute({
  id: 'searchThreads',
  method: 'GET',
  path: '/threads/search',
  tag: 'Search',
  summary: 'Search threads by words, hashtags and authors',
  description: [
    'All words must occur, in any order; words of a `"phrase"` in this order. Ignores case and accents. Words with almost no matches also match similarly spelled words.',
    'Operators: `#tag`, `from:username`, `from:me`, `in:bookmarks`, `in:likes` (your newest 20,000 each), `folder:"name"` (a bookmark folder), `has:media`, `has:poll`, `has:link`, `since:YYYY-MM-DD` and `until:YYYY-MM-DD` (inclusive, UTC).',
    'Unknown operators and invalid dates are treated as words. A text without words finds nothing. `totalElements` is exact up to 1,000, and 1,000 if there are more. For more than one page, it includes threads that your filters hide.',
    'With federation, the address of a thread of another server finds that thread; a 403 if the instance has suspended its server. If no thread contains the address, a 404 if the server does not respond, and a 503 while it is slow to respond: repeat the request.',
  ].join('\n\n'),
  auth: 'bearer',
  scope: 'read:search',
  limit: 'searches',
  reads: 'replica',
  query: pageQuery({ defaultSize: searchPageSize }).safeExtend({
    q: limitedText('error.label.text', searchQueryMaxLength).default(''),
    sort: z
      .enum(['relevance', 'recent'])
      .default('relevance')
      .describe('Most relevant or newest first'),
  }),
  status: 200,
  response: foundThreadsPageSchema,
  errors: ['forbidden', 'not_found'],
});

export type MatchRange = z.infer<typeof matchRangeSchema>;
export type FoundThread = z.infer<typeof foundThreadSchema>;
export type FoundThreadsPage = z.infer<typeof foundThreadsPageSchema>;
