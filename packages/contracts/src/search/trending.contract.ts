import { z } from 'zod';
import { defineRoute, limitQuery, pageQuery } from '../http/index.ts';
import { threadsPageSize, trendingHashtagsLimit } from '../limits.ts';
import { threadPageSchema } from '../threads/index.ts';

const trendingHashtagSchema = z
  .object({
    tag: z.string().describe('Lower case, without the hash'),
    threadsCount: z.number().int().describe('Threads of public accounts that carry it'),
    recentCount: z.number().int().describe('Those of the last 24 hours'),
  })
  .meta({ id: 'TrendingHashtag' });

export const listTrendingHashtags = defineRoute({
  id: 'listTrendingHashtags',
  method: 'GET',
  path: '/hashtags/trending',
  tag: 'Trending',
  summary: 'Tags that more people use in the last day than in the week before',
  description: 'Found anew every five minutes. What private accounts write counts for nothing.',
  auth: 'bearer',
  query: limitQuery({ defaultLimit: trendingHashtagsLimit }),
  status: 200,
  response: z.array(trendingHashtagSchema),
});

export const listTrendingThreads = defineRoute({
  id: 'listTrendingThreads',
  method: 'GET',
  path: '/threads/trending',
  tag: 'Trending',
  summary: 'Threads that people engage with, of the last seven days',
  description: 'Found anew every five minutes; what you may not see is left out.',
  auth: 'bearer',
  query: pageQuery({ defaultSize: threadsPageSize }),
  status: 200,
  response: threadPageSchema,
});

export type TrendingHashtag = z.infer<typeof trendingHashtagSchema>;
