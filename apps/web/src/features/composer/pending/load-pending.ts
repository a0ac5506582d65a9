import { withMessages } from '../../../i18n/load-messages.ts';

export const loadPendingPosts = () =>
  withMessages(
    async () => ({ default: (await import('./pending-posts.tsx')).PendingPosts }),
    'pending',
    'composer',
  );

/** Loads the code that sends pending posts, and the list of them, which is shown without a connection. */
export async function loadPending() {
  const [service] = await Promise.all([
    withMessages(() => import('./pending-service.ts'), 'pending', 'composer'),
    loadPendingPosts(),
  ]);
  return service;
}
