/** The longest part of the time that the computation takes. */
const loadMax = 0.05;
/** Readers wait only if the last computation took at most this long. */
const waitMaxMs = 100;

export interface TrendsRefresher {
  /** Computes the trends. */
  refresh: () => Promise<void>;
  /** Computes them unless that was done recently. */
  refreshBeforeRead: () => Promise<void>;
}

/**
 * Keeps trends up to date while they are read: on a small instance within a second, on a large one in
 * the background and less often.
 */
export function createTrendsRefresher(compute: () => Promise<void>): TrendsRefresher {
  let running: Promise<void> | undefined;
  let durationMs = Number.POSITIVE_INFINITY;
  let dueAt = 0;

  async function refresh(): Promise<void> {
    const start = performance.now();
    try {
      await compute();
    } finally {
      const end = performance.now();
      durationMs = end - start;
      dueAt = end + durationMs / loadMax;
    }
  }

  async function refreshBeforeRead(): Promise<void> {
    if (performance.now() < dueAt) return;
    const isFast = durationMs <= waitMaxMs;
    // A failed computation leaves the former trends. The background job reports it.
    running ??= refresh()
      .catch(() => undefined)
      .finally(() => {
        running = undefined;
      });
    if (isFast) await running;
  }

  return { refresh, refreshBeforeRead };
}
