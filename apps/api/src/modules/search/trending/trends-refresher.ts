/** The largest share of time that the computation may take. */
const loadMax = 0.05;
/** Readers wait at most this long, and only if the last computation was faster. */
const waitMaxMs = 100;
/** Assumed until the first computation has ended. */
const initialDurationMs = 1000;

export interface TrendsRefresher {
  /** Computes the trends. */
  refresh: () => Promise<void>;
  /** Computes them unless that was done recently. */
  refreshBeforeRead: () => Promise<void>;
}

/**
 * Keeps trends up to date while they are read: on a small instance within seconds, on a large one in
 * the background and less often.
 *
 * @param compute Resolves to false if another server is computing them
 */
export function createTrendsRefresher(compute: () => Promise<boolean>): TrendsRefresher {
  let running: Promise<void> | undefined;
  let durationMs = initialDurationMs;
  let dueAt = 0;

  async function run(): Promise<void> {
    const start = performance.now();
    let hasComputed = true;
    try {
      hasComputed = await compute();
    } finally {
      const end = performance.now();
      if (hasComputed) durationMs = end - start;
      dueAt = end + durationMs / loadMax;
      running = undefined;
    }
  }

  const refresh = () => (running ??= run());

  async function refreshBeforeRead(): Promise<void> {
    if (performance.now() < dueAt) return;
    const isFast = durationMs <= waitMaxMs;
    // A failed computation leaves the former trends. The background job reports it.
    const refreshed = refresh().catch(() => undefined);
    if (isFast) await Promise.race([refreshed, wait(waitMaxMs)]);
  }

  return { refresh, refreshBeforeRead };
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
