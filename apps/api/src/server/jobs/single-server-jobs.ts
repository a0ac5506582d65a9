import type { RunningJobs } from './run-jobs.ts';

/** A lock that one of all servers holds, as `acquireLock` of the database's. */
type AcquireLock = (on: { onAcquired: () => void; onLost: () => void }) => {
  stop(): Promise<void>;
};

/** Runs jobs for as long as this server, of all that share the database, is the one to do so. */
export function runOnSingleServer(acquireLock: AcquireLock, start: () => RunningJobs): RunningJobs {
  let running: RunningJobs | undefined;
  const lock = acquireLock({
    onAcquired: () => {
      running = start();
    },
    // What is under way goes on: no job minds another server doing the same.
    onLost: () => {
      void running?.stop();
      running = undefined;
    },
  });
  return {
    async stop() {
      await running?.stop();
      await lock.stop();
    },
  };
}
