import type { RunningJobs } from './run-jobs.ts';

/** A lock that one of all servers holds, as `holdLock` of the database's. */
type HoldLock = (on: { onHeld: () => void; onLost: () => void }) => { stop(): Promise<void> };

/** Runs jobs for as long as this server, of all that share the database, is the one to do so. */
export function runOnSingleServer(holdLock: HoldLock, start: () => RunningJobs): RunningJobs {
  let running: RunningJobs | undefined;
  const lock = holdLock({
    onHeld: () => {
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
