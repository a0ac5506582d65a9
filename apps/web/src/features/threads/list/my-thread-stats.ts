import type { Thread } from '@skein/contracts/threads';
import type { MyThreadsPage, MyThreadsStats } from '@skein/contracts/feed';

/** A page of one's own threads with what the server counted beyond it. */
export interface FiguredPage extends MyThreadsPage {
  /** What this page's threads amounted to when it was read. */
  figures: MyThreadsStats;
}

/** Remembers what a page's threads amount to, before any of them changes. */
export function withFigures(page: MyThreadsPage): FiguredPage {
  return { ...page, figures: sumUp(page.content) };
}

/**
 * The figures over all of one's threads as they are now: the server's, and what has changed since
 * in the threads that are loaded, by a like, a deletion or a new post.
 */
export function currentFigures(pages: readonly FiguredPage[]): MyThreadsStats | undefined {
  const [first] = pages;
  if (!first) return undefined;
  return pages.reduce(
    (total, page) => combine(combine(total, sumUp(page.content), 1), page.figures, -1),
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
