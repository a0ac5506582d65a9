import type { Logger } from '../../platform/logger.ts';
import { isOutage } from '../../platform/is-outage.ts';
import type { Job, JobRun } from './job.ts';

export interface RunningJobs {
  /** No new runs; waits for those under way. */
  stop(): Promise<void>;
}

export interface JobRunnerOptions {
  logger: Logger;
  onRun: (run: JobRun) => void;
}

/** Does each job at once, and then again in its interval, but never twice at a time. */
export function runJobs(jobs: readonly Job[], surroundings: JobRunnerOptions): RunningJobs {
  const stops = jobs.map((job) => repeat(job, surroundings));
  return {
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}

function repeat(job: Job, { logger, onRun }: JobRunnerOptions): () => Promise<void> {
  let running: Promise<void> | undefined;
  let wasAway = false;
  const attempt = async (): Promise<void> => {
    const start = performance.now();
    let failed = false;
    try {
      await job.run();
      wasAway = false;
    } catch (error) {
      failed = true;
      // While a store is away every run fails of it: told once, until it has gone well again.
      if (!(wasAway && isOutage(error))) logFailure(logger, job, error);
      wasAway = isOutage(error);
    }
    const durationMs = performance.now() - start;
    logger.debug({ job: job.name, durationMs: Math.round(durationMs), failed }, 'job done');
    onRun({ name: job.name, durationMs, failed });
  };
  const run = () => {
    running ??= attempt().finally(() => {
      running = undefined;
    });
  };
  const timer = setInterval(run, job.everyMs);
  run();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

function logFailure(logger: Logger, { name: job }: Job, error: unknown): void {
  if (isOutage(error)) logger.warn({ job, err: error }, 'job put off');
  else logger.error({ job, err: error }, 'job failed');
}
