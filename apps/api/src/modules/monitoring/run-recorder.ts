import type { Database } from '@skein/db';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { emailRunName, saveRun } from './job-runs.repository.ts';
import type { Run } from './job-runs.repository.ts';

/** Some jobs run every few seconds. Each failure is saved, but successes at most this often. */
const savedEveryMs = 60_000;

/** Saves when jobs have run and emails were sent, in the background. */
export function createRunRecorder({
  database,
  clock,
  logger,
}: {
  database: Database;
  clock: Clock;
  logger: Logger;
}) {
  const savedAt = new Map<string, number>();
  let saving: Promise<unknown> = Promise.resolve();

  function record(run: Run): void {
    const now = clock.now();
    const isRecent = now.getTime() - (savedAt.get(run.name) ?? -Infinity) < savedEveryMs;
    if (run.error === null && isRecent) return;
    // After a failure, the next success is saved at once.
    if (run.error === null) savedAt.set(run.name, now.getTime());
    else savedAt.delete(run.name);
    // In the order of the runs. Without the database, other parts report the outage.
    saving = saving
      .then(() => saveRun(database, run, now))
      .catch((error: unknown) => logger.debug({ err: error }, 'a run could not be saved'));
  }

  return {
    record,
    recordEmail: (error: string | null): void =>
      record({ name: emailRunName, durationMs: 0, error }),
    /** Waits until all runs are saved. */
    async flush(): Promise<void> {
      await saving;
    },
  };
}
