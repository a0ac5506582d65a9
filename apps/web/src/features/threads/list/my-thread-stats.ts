import type { Thread } from '@skein/contracts/threads';
import type { MyThreadsPage, MyThreadsStats } from '@skein/contracts/feed';

/** A page of the viewer's own threads. */
export interface MyThreadsPageWithStats extends MyThreadsPage {
  /** The totals of this page's threads when it was fetched. */
  initialStats: MyThreadsStats;
}

/** Stores the totals of a page's threads before any of them changes. */
export function withInitialStats(page: MyThreadsPage): MyThreadsPageWithStats {
  return { ...page, initialStats: sumUp(page.content) };
}

/**
 * The totals of all of the viewer's threads: the server's totals, adjusted by the changes to loaded
 * threads since then, such as a like, a deletion or a new post.
 */
export function currentStats(pages: readonly MyThreadsPageWithStats[]): MyThreadsStats | undefined {
  const [first] = pages;
  if (!first) return undefined;
  return pages.reduce(
    (total, page) => combine(combine(total, sumUp(page.content), 1), page.initialStats, -1),
    first.stats,
  );
}

function sumUp(threads: readonly Thread[]): MyThreadsStats {
  const posts = threads.filter(({ isDeleted }) => !isDeleted);
  const publicPosts = posts.filter(({ replyPermission }) => replyPermission === 'ANYONE').length;
  return {
    totalPosts: posts.length,
    publicPosts,
    privatePosts: posts.length - publicPosts,
    totalLikes: posts.reduce((sum, { likesCount }) => sum + likesCount, 0),
  };
}

function combine(a: MyThreadsStats, b: MyThreadsStats, sign: 1 | -1): MyThreadsStats {
  return {
    totalPosts: a.totalPosts + sign * b.totalPosts,
    publicPosts: a.publicPosts + sign * b.publicPosts,
    privatePosts: a.privatePosts + sign * b.privatePosts,
    totalLikes: a.totalLikes + sign * b.totalLikes,
  };
}
