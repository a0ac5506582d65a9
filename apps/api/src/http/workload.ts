import { availableParallelism } from 'node:os';
import type { EndpointDefinition } from '@skein/contracts/http';
import { createLane } from './lanes.ts';
import type { Lane } from './lanes.ts';

const waitingPerCore = 128;

/** Connections of the pool that are left to signing in and to work in the background. */
const connectionsReserved = 4;

export interface Workload {
  /** Where a request's work waits for its turn; null where it never has to. */
  laneOf(route: EndpointDefinition, request: { hasFiles: boolean }): Lane | null;
}

/**
 * What the server takes on at once. Signing in and files have lanes of their own: neither a flood
 * of requests nor a few large pictures stand in the way of the rest.
 */
export function createWorkload(options: { databasePoolSize: number }): Workload {
  const cores = availableParallelism();
  const general = createLane({
    slots: Math.max(1, Math.min(16 * cores, options.databasePoolSize - connectionsReserved)),
    waitingMax: waitingPerCore * cores,
    waitMaxMs: 2000,
  });
  const entrance = createLane({ slots: 16, waitingMax: 64, waitMaxMs: 5000 });
  // Each user has two at once. What takes long in them, images, has a queue of its own.
  const files = createLane({ slots: 200, waitingMax: 64, waitMaxMs: 60_000 });
  return {
    laneOf({ auth, limit }, { hasFiles }) {
      if (limit === 'public') return null;
      if (hasFiles) return files;
      return auth === 'none' ? entrance : general;
    },
  };
}

/** Does the work of a request that has been read, when it is its turn. */
export function inTurn<Result>(
  workload: Workload,
  route: EndpointDefinition,
  { files }: { files: Record<string, readonly unknown[]> },
  work: () => Promise<Result>,
): Promise<Result> {
  const hasFiles = Object.values(files).some((list) => list.length > 0);
  const lane = workload.laneOf(route, { hasFiles });
  return lane === null ? work() : lane.run(work);
}
