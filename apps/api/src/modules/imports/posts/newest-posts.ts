import { importedPostsMax } from '@skein/contracts/import-limits';
import type { ArchivePost } from './archive-post.ts';

/** The maximum length of all texts together. */
export const textsMaxLength = 10_000_000;

/** Keeps the newest posts, each once, so that memory does not grow with the archive. */
export function createNewestPosts() {
  let posts = new Map<string, ArchivePost>();
  let textsLength = 0;
  let excessCount = 0;

  const trim = () => {
    const kept = new Map<string, ArchivePost>();
    let keptLength = 0;
    for (const post of posts.values().toArray().toSorted(newestFirst)) {
      const length = keptLength + post.text.length;
      if (kept.size === importedPostsMax || length > textsMaxLength) break;
      kept.set(post.sourceId, post);
      keptLength = length;
    }
    excessCount += posts.size - kept.size;
    posts = kept;
    textsLength = keptLength;
  };

  return {
    add(post: ArchivePost): void {
      if (posts.has(post.sourceId)) return;
      posts.set(post.sourceId, post);
      textsLength += post.text.length;
      if (posts.size > 2 * importedPostsMax || textsLength > 2 * textsMaxLength) trim();
    },
    /** The newest first. */
    list(): ArchivePost[] {
      trim();
      return [...posts.values()];
    },
    /** Posts that were too old. */
    countExcess: () => excessCount,
  };
}

const newestFirst = (left: ArchivePost, right: ArchivePost): number =>
  right.publishedAt.getTime() - left.publishedAt.getTime();
