import type { Project } from './project.ts';

/** A measurement missed its limit: the run fails but continues. */
export class MissedLimitError extends Error {}

export interface Course {
  /** Runs a step and prints its title, duration and result. */
  step: (title: string, work: () => Promise<string | void>, project?: Project) => Promise<void>;
  /** Registers a cleanup for the end, in reverse order. */
  undo: (work: () => Promise<unknown>) => void;
}

/** Runs steps until one fails or a signal arrives, then cleans up. Returns the exit code. */
export async function runSteps(course: (steps: Course) => Promise<void>): Promise<number> {
  const undos: (() => Promise<unknown>)[] = [];
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());
  const failures: unknown[] = [];
  try {
    await course({
      step: async (title, work, project) => {
        stopping.signal.throwIfAborted();
        try {
          await doStep(title, work, project);
        } catch (error) {
          if (!(error instanceof MissedLimitError)) throw error;
          failures.push(error);
        }
      },
      undo: (work) => undos.push(work),
    });
  } catch (error) {
    failures.push(error);
  }
  for (const work of undos.toReversed()) {
    await work().catch((error: unknown) => failures.push(error));
  }
  for (const failure of failures) console.error(failure);
  console.log(failures.length === 0 ? 'All steps passed.' : 'Failed.');
  return failures.length === 0 ? 0 : 1;
}

async function doStep(title: string, work: () => Promise<string | void>, project?: Project) {
  const began = Date.now();
  try {
    const result = await work();
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    console.log(`✓ ${title} (${seconds} s)${result === undefined ? '' : `: ${result}`}`);
  } catch (error) {
    console.error(`✗ ${title}${error instanceof MissedLimitError ? `: ${error.message}` : ''}`);
    if (!(error instanceof MissedLimitError)) await project?.showLogs();
    throw error;
  }
}
