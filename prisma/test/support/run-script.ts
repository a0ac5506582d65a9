import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface RunningScript {
  process: ChildProcess;
  firstLine: string;
}

/** Runs a script of test/programs in a new process and waits for its first line. */
export async function startScript(
  name: string,
  args: string[],
  options: { openFilesMax?: number } = {},
): Promise<RunningScript> {
  const script = [join(import.meta.dirname, '..', 'programs', name), ...args];
  const [command, ...commandArgs] =
    options.openFilesMax === undefined
      ? [process.execPath, ...script]
      : [
          'sh',
          '-c',
          'ulimit -n "$0"; exec "$@"',
          `${options.openFilesMax}`,
          process.execPath,
          ...script,
        ];
  const child = spawn(command, commandArgs, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const firstLine of createInterface({ input: child.stdout })) {
    return { process: child, firstLine };
  }
  throw new Error(`${name} exited without output`);
}

export async function kill(script: RunningScript): Promise<void> {
  const exit = once(script.process, 'exit');
  script.process.kill('SIGKILL');
  await exit;
}
