import { z } from 'zod';
import { defineRoute, limitQuery, pageQuery } from '../http/index.ts';
import { likedThreadsLimit, myThreadsPageSize, threadsPageSize } from '../limits.ts';
import { threadPageSchema, threadSchema } from '../threads/index.ts';

/** Over all of the person's threads, whatever page it comes with. Spec, section 2, "My Posts". */
const myThreadsStatsSchema = z
  .object({
    totalPosts: z.number().int(),
    publicPosts: z.number().int().describe('Reply audience ANYONE'),
    privatePosts: z.number().int().describe('Any other reply audience'),
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
  summary: 'Your own threads, quotes and replies, newest first, with figures over all of them',
  auth: 'bearer',
  query: pageQuery({ defaultSize: myThreadsPageSize }),
  status: 200,
  response: myThreadsPageSchema,
});

export const listLikedThreads = defineRoute({
  id: 'listLikedThreads',
  method: 'GET',
  path: '/threads/liked',
  tag: 'Timelines',
  summary: 'What you liked last',
  description: 'All of it, page by page: `GET /users/{yourself}/threads?tab=likes`.',
  auth: 'bearer',
  query: limitQuery({ defaultLimit: likedThreadsLimit }),
  status: 200,
  response: z.array(threadSchema),
});

export const listBookmarkedThreads = defineRoute({
  id: 'listBookmarkedThreads',
  method: 'GET',
  path: '/threads/bookmarked',
  tag: 'Timelines',
  summary: 'What you bookmarked, the latest first',
  auth: 'bearer',
  query: pageQuery({ defaultSize: threadsPageSize }),
  status: 200,
  response: threadPageSchema,
});

export const listUserThreads = defineRoute({
  id: 'listUserThreads',
  method: 'GET',
  path: '/users/{userIdOrUsername}/threads',
  tag: 'Timelines',
  summary: 'What a person published, newest first',
  auth: 'bearer',
  params: z.object({ userIdOrUsername: z.string() }),
  query: pageQuery({ defaultSize: threadsPageSize }).safeExtend({
    tab: z
      .enum(['threads', 'replies', 'media', 'likes'])
      .default('threads')
      .describe(
        '`threads`: threads, quotes and plain reposts. `replies`: replies. `media`: what has files. `likes`: what you liked, of yourself only.',
      ),
  }),
  status: 200,
  response: threadPageSchema,
  errors: ['not_found'],
});

export type MyThreadsPage = z.infer<typeof myThreadsPageSchema>;
export type MyThreadsStats = z.infer<typeof myThreadsStatsSchema>;
