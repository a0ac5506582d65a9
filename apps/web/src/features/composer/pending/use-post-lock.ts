import { useEffect, useRef } from 'react';
import { loadPending } from './load-pending.ts';
import type { PendingPost } from './pending-post.ts';

/**
 * Loads the code that stores pending posts, and keeps one from being sent while it is edited. Returns
 * a function to end this: the component of a closed dialog stays mounted.
 */
export function usePostLock(post: PendingPost | null): () => void {
  const id = post?.id;
  const release = useRef(() => {});
  useEffect(() => {
    const locking = loadPending().then(({ lockPost }) =>
      id === undefined ? undefined : lockPost(id),
    );
    // If it cannot be loaded, posting needs a connection.
    release.current = () => void locking.then((end) => end?.()).catch(() => undefined);
    return () => release.current();
  }, [id]);
  return () => release.current();
}
