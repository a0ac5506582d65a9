import { z } from 'zod';
import { defineRoute, limitQuery, pageQuery } from '../http/index.ts';
import { threadsPageSize, trendingHashtagsLimit } from '../limits.ts';
import { threadPageSchema } from '../threads/index.ts';

const trendingHashtagSchema = z
  .object({
    tag: z.string().describe('Lower case, without `#`'),
    threadsCount: z.number().int().describe('Threads of public accounts with the tag'),
    recentCount: z.number().int().describe('Threads of the last 24 hours'),
  })
  .meta({ id: 'TrendingHashtag' });

export const listTrendingHashtags = defineRoute({
  id: 'listTrendingHashtags',
  method: 'GET',
  path: '/hashtags/trending',
  tag: 'Trending',
  summary: 'List hashtags used by more users in the last day than in the week before',
  description:
    'Usually updated within seconds, on large instances within five minutes. Threads of private accounts are not counted.',
  auth: 'bearer',
  scope: 'read:search',
  reads: 'replica',
  query: limitQuery({ defaultLimit: trendingHashtagsLimit }),
  status: 200,
  response: z.array(trendingHashtagSchema),
});

export const listTrendingThreads = defineRoute({
  id: 'listTrendingThreads',
  method: 'GET',
  path: '/threads/trending',
  tag: 'Trending',
  summary: 'List the threads of the last seven days with the most engagement',
  description:
    'Usually updated within seconds, on large instances within five minutes. Excludes threads that you may not see.',
  auth: 'bearer',
  scope: 'read:statuses',
  reads: 'replica',
  query: pageQuery({ defaultSize: threadsPageSize }),
  status: 200,
  response: threadPageSchema,
});

export type TrendingHashtag = z.infer<typeof trendingHashtagSchema>;
