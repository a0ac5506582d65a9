import { availableParallelism } from 'node:os';
import type { RoutePolicy } from '@skein/contracts/http';
import { attachmentsMax } from '@skein/contracts/limits';
import { createFairQueue } from '../platform/fair-queue.ts';
import type { FairQueue } from '../platform/fair-queue.ts';
import type { Viewer } from '../platform/viewer.ts';

/** Database connections that stay free for signing in and for background jobs. */
const reservedConnections = 4;

/** More than a browser requests for a page. */
const ownerBurst = 32;
/** More than a browser requests for several tabs that open at once. */
const ownerWaitingMax = 128;

interface HandledRequest {
  route: RoutePolicy;
  viewer: Viewer | undefined;
  hasFiles: boolean;
  /** The rate limit key of its user or, if signed out, its IP address. */
  owner: string;
}

export interface RequestLimiters {
  /**
   * Runs the handler of a request whose input has been read, when a slot of its class is free.
   * @throws RateLimitedError, UnavailableError
   */
  run<Result>(request: HandledRequest, handle: () => Promise<Result>): Promise<Result>;
}

/**
 * Limits how many requests are handled at the same time. Sign-in and file uploads have queues of
 * their own, so that other requests cannot block them, nor they the others. In each queue, users and
 * IP addresses take turns, and none of them occupies all slots.
 */
export function createRequestLimiters(options: {
  databasePoolSize: number;
  /** The queue of pages and web feeds, for the same content. */
  visitorReads: FairQueue;
}): RequestLimiters {
  const cores = availableParallelism();
  const slots = Math.max(1, Math.min(16 * cores, options.databasePoolSize - reservedConnections));
  const general = createFairQueue({
    slots,
    ownerSlots: Math.max(1, Math.floor(slots / 3)),
    ownerBurst,
    ownerWaitingMax,
    waitingMax: 4 * ownerWaitingMax,
    waitMaxMs: 5000,
  });
  const signedOut = createFairQueue({
    slots: 16,
    ownerSlots: 4,
    ownerBurst,
    ownerWaitingMax: 64,
    waitingMax: 256,
    // A password takes a good part of a second, and everyone at a school may sign in from one address.
    waitMaxMs: 15_000,
  });
  // Each user can upload two forms at a time. Image processing, the slow part, has its own queue.
  const uploads = createFairQueue({
    slots: 200,
    ownerSlots: 2,
    // A client sends each file of a post as a request of its own.
    ownerWaitingMax: attachmentsMax,
    waitingMax: 64,
    waitMaxMs: 60_000,
  });
  return {
    run({ route, viewer, hasFiles, owner }, handle) {
      if (route.limit === 'public') return handle();
      if (hasFiles) return uploads.run({ owner }, handle);
      if (route.auth === 'optional' && viewer === undefined) {
        return options.visitorReads.run({ owner }, handle);
      }
      if (route.auth === 'none') return signedOut.run({ owner }, handle);
      // Writes of a user often lock the same rows. Waiting for each other, they would occupy slots.
      const isSerial = route.method !== 'GET' && !route.runsInParallel;
      return general.run({ owner, isSerial }, handle);
    },
  };
}
