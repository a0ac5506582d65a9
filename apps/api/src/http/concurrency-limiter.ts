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
  let running = 0;
  /** The functions that start the queued tasks, in order of arrival. */
  const queue = new Set<() => void>();

  function waitForSlot(): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        // The timeout applies to the time in the queue only.
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        queue.delete(start);
        reject(overloaded());
      }, queueTimeoutMs);
      queue.add(start);
    });
  }

  /** Hands the slot to the first queued task, so that no later one takes it before. */
  function releaseSlot(): void {
    const [start] = queue;
    if (start === undefined) {
      running -= 1;
      return;
    }
    queue.delete(start);
    start();
  }

  return {
    async run(task) {
      if (running < concurrency) running += 1;
      else if (queue.size < queueMax) await waitForSlot();
      else throw overloaded();
      try {
        return await task();
      } finally {
        releaseSlot();
      }
    },
  };
}

function overloaded(): UnavailableError {
  const message = 'The server is too busy right now. Please try again in a moment.';
  return new UnavailableError(message, { retryAfterSeconds: 2 });
}
