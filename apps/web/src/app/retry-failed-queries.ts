import type { QueryClient } from '@tanstack/react-query';
import { onLiveState } from '../realtime/index.ts';
import { reconnectionCount } from './reconnection-count.ts';

const settleMs = 2000;

/**
 * Asks again for what could not be had while the server was out of reach, so that nobody has to.
 * Returns how to stop.
 */
export function retryFailedQueries(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const repair = () => {
    reconnectionCount.set(reconnectionCount.get() + 1);
    void client.refetchQueries({
      type: 'active',
      // A list that only lacks its next page offers another try there, and keeps what it has.
      predicate: ({ state }) => state.status === 'error' && state.data === undefined,
    });
  };
  const stop = onLiveState((state) => {
    clearTimeout(timer);
    // When a server comes back, its readers do not all ask at the same moment.
    if (state === 'open') timer = setTimeout(repair, settleMs * Math.random());
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
