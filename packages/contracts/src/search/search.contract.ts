import { z } from 'zod';
import { countedPageOf, defineRoute, pageQuery, wireText } from '../http/index.ts';
import { searchPageSize, searchQueryMaxLength } from '../limits.ts';
import { threadSchema } from '../threads/index.ts';

/** A stretch of a thread's `content`, as `content.slice(start, end)` cuts it out. */
const matchRangeSchema = z
  .object({
    start: z.number().int().describe('In UTF-16 units'),
    end: z.number().int().describe('In UTF-16 units; behind the last one'),
  })
  .meta({ id: 'MatchRange' });

const foundThreadSchema = threadSchema
  .extend({
    matches: z
      .array(matchRangeSchema)
      .describe('What to highlight of `content`: in order, apart from each other, maybe none'),
  })
  .meta({ id: 'FoundThread' });

const foundThreadsPageSchema = countedPageOf(foundThreadSchema).meta({ id: 'FoundThreadsPage' });

/** Spec, section 2, "Search". */
export const searchThreads = defineRoute({
  id: 'searchThreads',
  method: 'GET',
  path: '/threads/search',
  tag: 'Search',
  summary: 'Threads by their words, tags and authors',
  description: [
    'All words must be found, in any order; of a `"phrase"`, in this one. Case and accents do not matter; words that find next to nothing also find words written nearly like them.',
    'Also `#tag`, `from:username`, `has:media`, `has:poll`, `has:link`, `since:YYYY-MM-DD` and `until:YYYY-MM-DD` (both days included, UTC).',
    'An operator that is none, or a date that is none, is a word like any other. A text without words finds nothing. `totalElements` is exact up to 10,000, and says 10,000 where there are more.',
  ].join('\n\n'),
  auth: 'bearer',
  limit: 'searches',
  query: pageQuery({ defaultSize: searchPageSize }).safeExtend({
    q: wireText('The text')
      .max(searchQueryMaxLength, {
        error: `The text can be at most ${searchQueryMaxLength} characters long.`,
      })
      .default(''),
    sort: z
      .enum(['relevance', 'recent'])
      .default('relevance')
      .describe('The most relevant or the newest first'),
  }),
  status: 200,
  response: foundThreadsPageSchema,
});

export type MatchRange = z.infer<typeof matchRangeSchema>;
export type FoundThread = z.infer<typeof foundThreadSchema>;
export type FoundThreadsPage = z.infer<typeof foundThreadsPageSchema>;
