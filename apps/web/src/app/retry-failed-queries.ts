import type { QueryClient } from '@tanstack/react-query';
import { onLiveState } from '../realtime/index.ts';

const settleMs = 2000;

/**
 * Refetches queries that failed while the server was unreachable. Returns a function to stop.
 */
export function retryFailedQueries(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const retry = () => {
    void client.refetchQueries({
      type: 'active',
      // A list that only lacks its next page has its own button to try again.
      predicate: ({ state }) => state.status === 'error' && state.data === undefined,
    });
  };
  const stop = onLiveState((state) => {
    clearTimeout(timer);
    // The random delay spreads the requests of all browsers when a server returns.
    if (state === 'open') timer = setTimeout(retry, settleMs * Math.random());
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
