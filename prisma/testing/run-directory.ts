import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { Socket } from 'node:net';
import path from 'node:path';
import { makeTemporaryDirectory } from './temporary-directory.ts';

const guardScript = path.join(import.meta.dirname, 'run-guard.ts');

export interface RunDirectory extends Disposable {
  directory: string;
}

/**
 * Keeps the temporary files of this process and its children in one directory. Disposing it deletes the
 * directory, which requires that all processes have ended. If this process is stopped or killed, a guard
 * process ends the others and deletes the directory.
 */
export function openRunDirectory(): RunDirectory {
  const before = process.env['TMPDIR'];
  const directory = makeTemporaryDirectory('skein-run-');
  process.env['TMPDIR'] = directory;
  const cancel = startGuard(directory, 'delete');
  return {
    directory,
    [Symbol.dispose]() {
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
      cancel();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/**
 * Ends all processes that use the directory when this process is stopped or killed.
 * @returns a function that ends the guard
 */
export function guardDirectory(directory: string): () => void {
  return startGuard(directory, 'keep');
}

function startGuard(directory: string, files: 'keep' | 'delete'): () => void {
  // Detached, because Ctrl+C signals the whole process group. The guard notices the end of this process
  // by the end of its standard input.
  const guard = spawn(process.execPath, [guardScript, directory, files], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: process.env['PATH'] },
  });
  guard.unref();
  const { stdin } = guard;
  if (stdin instanceof Socket) stdin.unref();
  return () => void stdin.write('canceled');
}
