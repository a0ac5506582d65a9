import { createStore } from '../../../lib/store.ts';
import type { PendingPost } from './pending-post.ts';

/** The pending posts that the lists show, oldest first. */
export const pendingPosts = createStore<readonly PendingPost[]>([]);

/** The id of the post that is being sent, in any tab. */
export const sendingPost = createStore<string | null>(null);

/** A pending post that was shown; null if it has been sent or deleted. */
export const findPending = (id: string | undefined): PendingPost | null =>
  pendingPosts.get().find((post) => post.id === id) ?? null;
