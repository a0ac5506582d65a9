import type { RunningJobs } from './run-jobs.ts';

/** Acquires a lock that only one server can hold at a time. */
type AcquireLock = (on: { onAcquired: () => void; onLost: () => void }) => {
  stop(): Promise<void>;
};

/** Runs jobs while this server holds the lock of all servers that share the database. */
export function runOnSingleServer(acquireLock: AcquireLock, start: () => RunningJobs): RunningJobs {
  let running: RunningJobs | undefined;
  const lock = acquireLock({
    onAcquired: () => {
      running = start();
    },
    // Running jobs continue, because another server may run the same job at the same time.
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
