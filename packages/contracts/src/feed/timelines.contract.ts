import { z } from 'zod';
import { profileTabs } from '../constants.ts';
import { defineRoute, limitQuery, pageQuery } from '../http/index.ts';
import { likedThreadsLimit, myThreadsPageSize, threadsPageSize } from '../limits.ts';
import { threadPageSchema, threadParams, threadSchema } from '../threads/index.ts';

/** Totals of all threads of the user, the same on each page. */
const myThreadsStatsSchema = z
  .object({
    totalPosts: z.number().int(),
    publicPosts: z.number().int().describe('Reply permission `ANYONE`'),
    privatePosts: z.number().int().describe('Any other reply permission'),
    totalLikes: z.number().int(),
  })
  .meta({ id: 'MyThreadsStats' });

const myThreadsPageSchema = threadPageSchema
  .extend({ stats: myThreadsStatsSchema })
  .meta({ id: 'MyThreadsPage' });

export const listMyThreads = defineRoute({
  id: 'listMyThreads',
  method: 'GET',
  path: '/threads/my-threads',
  tag: 'Timelines',
  summary: 'List your threads, quotes and replies, newest first, with totals',
  auth: 'bearer',
  scope: 'read:statuses',
  reads: 'replica',
  query: pageQuery({ defaultSize: myThreadsPageSize }),
  status: 200,
  response: myThreadsPageSchema,
});

export const listLikedThreads = defineRoute({
  id: 'listLikedThreads',
  method: 'GET',
  path: '/threads/liked',
  tag: 'Timelines',
  summary: 'List the threads you liked last',
  description:
    'For all of them, page by page, use `GET /users/{userId}/threads?tab=likes` with your own id.',
  auth: 'bearer',
  scope: 'read:favourites',
  reads: 'replica',
  query: limitQuery({ defaultLimit: likedThreadsLimit }),
  status: 200,
  response: z.array(threadSchema),
});

export const listBookmarkedThreads = defineRoute({
  id: 'listBookmarkedThreads',
  method: 'GET',
  path: '/threads/bookmarked',
  tag: 'Timelines',
  summary: 'List your bookmarks, latest first',
  auth: 'bearer',
  scope: 'read:bookmarks',
  reads: 'replica',
  query: pageQuery({ defaultSize: threadsPageSize }),
  status: 200,
  response: threadPageSchema,
});

export const listUserThreads = defineRoute({
  id: 'listUserThreads',
  method: 'GET',
  path: '/users/{userIdOrUsername}/threads',
  tag: 'Timelines',
  summary: 'List the threads of a user, newest first',
  auth: 'bearer',
  scope: 'read:statuses',
  reads: 'replica',
  params: z.object({ userIdOrUsername: z.string() }),
  query: pageQuery({ defaultSize: threadsPageSize }).safeExtend({
    tab: z
      .enum([...profileTabs, 'likes'])
      .default('threads')
      .describe(
        '`threads`: threads, quotes and plain reposts. `replies`: replies. `media`: threads with files. `likes`: liked threads, only for yourself.',
      ),
  }),
  status: 200,
  response: threadPageSchema,
  errors: ['not_found'],
});

export const listThreadQuotes = defineRoute({
  id: 'listThreadQuotes',
  method: 'GET',
  path: '/threads/{threadId}/quotes',
  tag: 'Timelines',
  summary: 'List the quotes of a thread, newest first',
  auth: 'bearer',
  scope: 'read:statuses',
  reads: 'replica',
  params: threadParams,
  query: pageQuery({ defaultSize: threadsPageSize }),
  status: 200,
  response: threadPageSchema,
  errors: ['not_found'],
});

export type MyThreadsPage = z.infer<typeof myThreadsPageSchema>;
export type MyThreadsStats = z.infer<typeof myThreadsStatsSchema>;
