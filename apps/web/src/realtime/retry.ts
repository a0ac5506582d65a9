import { streamReconnectDelayMs } from '@skein/contracts/limits';

/** Why a stream does not come about, as far as can be found out. */
export type Cause = 'signed-out' | 'repaired' | 'unknown';

/** After so many failures in a row their cause is asked for. */
export const failuresBeforeAsking = 2;
const delayMaxMs = 60_000;

export interface Retry {
  after: (failures: number) => void;
  isWaiting: () => boolean;
  cancel: () => void;
}

/**
 * Tries again later: the later, the more often it has failed.
 * @param findCause asked when it keeps failing: an EventSource tells no reason
 */
export function createRetry(findCause: () => Promise<Cause>, retry: () => void): Retry {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = async (waiting: typeof timer) => {
    const cause = await findCause();
    // Meanwhile it may have been ended, or opened.
    if (timer !== waiting) return;
    if (cause === 'repaired') retry();
    if (cause === 'signed-out') clearTimeout(waiting);
  };
  return {
    after(failures) {
      timer = setTimeout(retry, delayAfter(failures));
      if (failures >= failuresBeforeAsking) void ask(timer);
    },
    isWaiting: () => timer !== undefined,
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

/** Not all browsers at the same moment, when a server that was away comes back late. */
function delayAfter(failures: number): number {
  const doublings = Math.max(0, failures - failuresBeforeAsking);
  if (doublings === 0) return streamReconnectDelayMs;
  return Math.min(delayMaxMs, streamReconnectDelayMs * 2 ** doublings) * (1 + Math.random() / 5);
}
