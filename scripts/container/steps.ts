import type { Project } from './project.ts';

/** A figure is worse than it should be: a failure in the end, though the rest can be tried. */
export class MissedBar extends Error {}

export interface Course {
  /** Does one step and says how it went; what it gives is printed behind its title. */
  step: (title: string, work: () => Promise<string | void>, project?: Project) => Promise<void>;
  /** Takes something back at the end, whatever has happened; the last one first. */
  undo: (work: () => Promise<unknown>) => void;
}

/** Runs steps until one fails or a signal comes, then takes everything back. Gives the exit code. */
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
          if (!(error instanceof MissedBar)) throw error;
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
  console.log(failures.length === 0 ? 'Everything went well; all is removed.' : 'It failed.');
  return failures.length === 0 ? 0 : 1;
}

async function doStep(title: string, work: () => Promise<string | void>, project?: Project) {
  const began = Date.now();
  try {
    const result = await work();
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    console.log(`✓ ${title} (${seconds} s)${result === undefined ? '' : `: ${result}`}`);
  } catch (error) {
    console.error(`✗ ${title}${error instanceof MissedBar ? `: ${error.message}` : ''}`);
    if (!(error instanceof MissedBar)) await project?.showLogs();
    throw error;
  }
}
