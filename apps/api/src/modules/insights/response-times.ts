import type { MeasuredRequest } from '../../platform/metrics.ts';

/** The upper bounds of the histogram's buckets in milliseconds. Slower requests count as the last one. */
const boundsMs = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 60_000] as const;

/** Requests of one bucket of the histogram. */
export interface ResponseTimes {
  boundMs: number;
  requests: number;
}

export type ResponseTimeCounter = ReturnType<typeof createResponseTimeCounter>;

/** Counts this server's requests by duration, until they are saved. */
export function createResponseTimeCounter() {
  let counts = new Map<number, number>();
  return {
    record({ seconds, status }: MeasuredRequest): void {
      if (seconds === null || status === 'aborted') return;
      const boundMs = boundsMs.find((bound) => seconds * 1000 <= bound) ?? 60_000;
      counts.set(boundMs, (counts.get(boundMs) ?? 0) + 1);
    },
    /** Returns the requests since the last call. */
    take(): ResponseTimes[] {
      const taken = [...counts].map(([boundMs, requests]) => ({ boundMs, requests }));
      counts = new Map();
      return taken;
    },
    /** Counts requests again that could not be saved. */
    putBack(times: readonly ResponseTimes[]): void {
      for (const { boundMs, requests } of times) {
        counts.set(boundMs, (counts.get(boundMs) ?? 0) + requests);
      }
    },
  };
}

/**
 * Estimates a quantile like Prometheus does: requests are spread evenly within their bucket.
 * @param times in any order
 * @param quantile such as 0.95
 * @returns milliseconds, or null without requests
 */
export function getQuantile(times: readonly ResponseTimes[], quantile: number): number | null {
  const sorted = times.toSorted((a, b) => a.boundMs - b.boundMs);
  let remaining = sorted.reduce((sum, { requests }) => sum + requests, 0) * quantile;
  for (const { boundMs, requests } of sorted) {
    if (requests > 0 && remaining <= requests) {
      const lowerMs = boundsMs.findLast((bound) => bound < boundMs) ?? 0;
      return Math.round((lowerMs + (boundMs - lowerMs) * (remaining / requests)) * 10) / 10;
    }
    remaining -= requests;
  }
  return null;
}
