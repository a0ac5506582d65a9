import type { QueryClient } from '@tanstack/react-query';
import { getSessionUser } from '../../../lib/session/index.ts';
import { loadPending } from './load-pending.ts';
import { pendingPostsKey, readItem } from '../../../lib/storage.ts';

/** Whether posts of the signed-in user wait on this device. */
export const hasPending = (): boolean =>
  readItem(pendingPostsKey(getSessionUser()?.id ?? '')) !== null;

/** Sends and shows pending posts, also those of other tabs. Returns a function to stop. */
export function watchPending(client: QueryClient): () => void {
  const start = () => {
    if (!hasPending()) return;
    loadPending().then(
      ({ startPending }) => startPending(client),
      // The next visit tries again.
      () => undefined,
    );
  };
  start();
  window.addEventListener('storage', start);
  return () => window.removeEventListener('storage', start);
}
