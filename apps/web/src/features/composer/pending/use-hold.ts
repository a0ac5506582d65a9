import { useEffect, useRef } from 'react';
import { loadPending } from './load-pending.ts';
import type { PendingPost } from './pending-post.ts';

/**
 * Loads what stores pending posts, and keeps one from being sent while it is edited. Returns a
 * function to end this: the component of a closed dialog stays mounted.
 */
export function useHold(post: PendingPost | null): () => void {
  const id = post?.id;
  const release = useRef(() => {});
  useEffect(() => {
    const holding = loadPending().then(({ holdPost }) =>
      id === undefined ? undefined : holdPost(id),
    );
    // If it cannot be loaded, posting needs a connection.
    release.current = () => void holding.then((end) => end?.()).catch(() => undefined);
    return () => release.current();
  }, [id]);
  return () => release.current();
}
