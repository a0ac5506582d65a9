import PQueue from 'p-queue';
import { UnavailableError } from '../platform/errors.ts';

export interface ConcurrencyLimiterOptions {
  concurrency: number;
  /** Tasks that may wait for a free slot. Any further task is rejected immediately. */
  queueMax: number;
  queueTimeoutMs: number;
}

export interface ConcurrencyLimiter {
  /** @throws UnavailableError when the queue is full or the task waited too long; it never started */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
}

/** Runs up to `concurrency` tasks at the same time and queues the others in order of arrival. */
export function createConcurrencyLimiter(options: ConcurrencyLimiterOptions): ConcurrencyLimiter {
  const { concurrency, queueMax, queueTimeoutMs } = options;
  const queue = new PQueue({ concurrency });
  return {
    async run(task) {
      if (queue.pending < concurrency) return queue.add(task);
      if (queue.size >= queueMax) throw overloaded();
      const timeout = new AbortController();
      const timer = setTimeout(() => timeout.abort(overloaded()), queueTimeoutMs);
      const start = () => {
        // The timeout applies to the time in the queue only.
        clearTimeout(timer);
        return task();
      };
      return queue.add(start, { signal: timeout.signal });
    },
  };
}

function overloaded(): UnavailableError {
  const message = 'The server is too busy right now. Please try again in a moment.';
  return new UnavailableError(message, { retryAfterSeconds: 2 });
}
