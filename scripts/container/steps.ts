import type { Project } from './project.ts';

/** A measurement missed its limit: the run fails but continues. */
export class MissedLimitError extends Error {}

export interface Steps {
  /** Runs a step and prints its title, duration and result. */
  step: (title: string, task: () => Promise<string | void>, project?: Project) => Promise<void>;
  /** Registers a cleanup for the end, in reverse order. */
  onCleanup: (task: () => Promise<unknown>) => void;
}

/** Runs steps until one fails or a signal arrives, then cleans up. Returns the exit code. */
export async function runSteps(define: (steps: Steps) => Promise<void>): Promise<number> {
  const cleanups: (() => Promise<unknown>)[] = [];
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());
  const failures: unknown[] = [];
  try {
    await define({
      step: async (title, task, project) => {
        stopping.signal.throwIfAborted();
        try {
          await runStep(title, task, project);
        } catch (error) {
          if (!(error instanceof MissedLimitError)) throw error;
          failures.push(error);
        }
      },
      onCleanup: (task) => cleanups.push(task),
    });
  } catch (error) {
    failures.push(error);
  }
  for (const task of cleanups.toReversed()) {
    await task().catch((error: unknown) => failures.push(error));
  }
  for (const failure of failures) console.error(failure);
  console.log(failures.length === 0 ? 'All steps passed.' : 'Failed.');
  return failures.length === 0 ? 0 : 1;
}

async function runStep(title: string, task: () => Promise<string | void>, project?: Project) {
  const startedAt = Date.now();
  try {
    const result = await task();
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    console.log(`✓ ${title} (${seconds} s)${result === undefined ? '' : `: ${result}`}`);
  } catch (error) {
    console.error(`✗ ${title}${error instanceof MissedLimitError ? `: ${error.message}` : ''}`);
    if (!(error instanceof MissedLimitError)) await project?.showLogs();
    throw error;
  }
}
