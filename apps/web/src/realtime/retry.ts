import { streamReconnectDelayMs } from '@skein/contracts/limits';

/** Why a stream cannot be opened. */
export type FailureCause = 'signed-out' | 'repaired' | 'unknown';

/** After this many failures in a row, the cause is determined. */
export const failuresBeforeDiagnosis = 2;
const delayMaxMs = 60_000;

export interface Retry {
  after: (failures: number) => void;
  isWaiting: () => boolean;
  cancel: () => void;
}

/**
 * Retries with a delay that grows with the number of failures.
 * @param findCause called when it keeps failing, because an EventSource reports no reason
 */
export function createRetry(findCause: () => Promise<FailureCause>, retry: () => void): Retry {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const diagnose = async (waiting: typeof timer) => {
    const cause = await findCause();
    // It may have been canceled or opened in the meantime.
    if (timer !== waiting) return;
    if (cause === 'repaired') retry();
    if (cause === 'signed-out') clearTimeout(waiting);
  };
  return {
    after(failures) {
      timer = setTimeout(retry, delayAfter(failures));
      if (failures >= failuresBeforeDiagnosis) void diagnose(timer);
    },
    isWaiting: () => timer !== undefined,
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

/** The random part keeps all browsers from reconnecting at the same moment. */
function delayAfter(failures: number): number {
  const doublings = Math.max(0, failures - failuresBeforeDiagnosis);
  if (doublings === 0) return streamReconnectDelayMs;
  return Math.min(delayMaxMs, streamReconnectDelayMs * 2 ** doublings) * (1 + Math.random() / 5);
}
