import { availableParallelism } from 'node:os';
import type { EndpointDefinition } from '@skein/contracts/http';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';

const queueMaxPerCore = 128;

/** Database connections that stay free for signing in and for background jobs. */
const reservedConnections = 4;

interface RequestClass {
  route: EndpointDefinition;
  hasFiles: boolean;
}

export interface RequestLimiters {
  /** Runs the handler of a request whose input has been read, when a slot of its class is free. */
  run<Result>(request: RequestClass, handle: () => Promise<Result>): Promise<Result>;
}

/**
 * Limits how many requests are handled at the same time. Sign-in and file uploads have limiters of
 * their own, so that other requests cannot block them, nor they the others.
 */
export function createRequestLimiters(options: { databasePoolSize: number }): RequestLimiters {
  const cores = availableParallelism();
  const general = createConcurrencyLimiter({
    concurrency: Math.max(1, Math.min(16 * cores, options.databasePoolSize - reservedConnections)),
    queueMax: queueMaxPerCore * cores,
    queueTimeoutMs: 2000,
  });
  const signedOut = createConcurrencyLimiter({
    concurrency: 16,
    queueMax: 64,
    queueTimeoutMs: 5000,
  });
  // Each user can upload two forms at a time. Image processing, the slow part, has its own queue.
  const uploads = createConcurrencyLimiter({
    concurrency: 200,
    queueMax: 64,
    queueTimeoutMs: 60_000,
  });
  return {
    run({ route, hasFiles }, handle) {
      if (route.limit === 'public') return handle();
      if (hasFiles) return uploads.run(handle);
      return route.auth === 'none' ? signedOut.run(handle) : general.run(handle);
    },
  };
}
