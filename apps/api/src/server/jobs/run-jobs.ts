import pLimit from 'p-limit';
import type { LimitFunction } from 'p-limit';
import type { Logger } from '../../platform/logger.ts';
import { isOutage } from '../../platform/is-outage.ts';
import type { Job, JobRun } from './job.ts';

export interface RunningJobs {
  /** Starts no new runs and waits for the running ones. */
  stop(): Promise<void>;
}

export interface JobRunnerOptions {
  logger: Logger;
  onRun: (run: JobRun) => void;
  limits: JobLimits;
}

/** The jobs of this server that wait for each other. */
export type JobLimits = Record<'frequent' | 'maintenance', LimitFunction>;

/** At most two jobs of each pace run at a time, so that they leave database connections to requests. */
export function createJobLimits(): JobLimits {
  return { frequent: pLimit(2), maintenance: pLimit(2) };
}

/** Runs each job as soon as possible and then at its interval, without overlapping runs. */
export function runJobs(jobs: readonly Job[], options: JobRunnerOptions): RunningJobs {
  const stops = jobs.map((job) => repeat(job, options));
  return {
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}

function repeat(job: Job, { logger, onRun, limits }: JobRunnerOptions): () => Promise<void> {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let wasOutage = false;
  const attempt = async (): Promise<void> => {
    const start = performance.now();
    let message: string | null = null;
    try {
      await job.run(stopping.signal);
      wasOutage = false;
    } catch (error) {
      message = error instanceof Error ? error.message : String(error);
      // During an outage every run fails, so only the first failure is logged.
      if (!(wasOutage && isOutage(error))) logFailure(logger, job, error);
      wasOutage = isOutage(error);
    }
    const durationMs = performance.now() - start;
    const failed = message !== null;
    logger.debug({ job: job.name, durationMs: Math.round(durationMs), failed }, 'job done');
    onRun({ name: job.name, durationMs, failed, error: message });
  };
  const schedule = async (): Promise<void> => {
    if (job.pace === 'prompt') return attempt();
    await limits[job.pace](() => (stopping.signal.aborted ? undefined : attempt()));
  };
  const run = () => {
    running ??= schedule().finally(() => {
      running = undefined;
    });
  };
  const timer = setInterval(run, job.intervalMs);
  run();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}

function logFailure(logger: Logger, { name: job }: Job, error: unknown): void {
  if (isOutage(error)) logger.warn({ job, err: error }, 'job postponed');
  else logger.error({ job, err: error }, 'job failed');
}
