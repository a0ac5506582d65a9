import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Another commit, installed in a temporary folder. */
export interface Checkout {
  directory: string;
  /** The short hash. */
  commit: string;
  remove(): void;
}

const ownDirectory = path.join(import.meta.dirname, '../..');

/** @throws Error if there is no such commit or its installation fails */
export function checkOut(revision: string, log: (line: string) => void): Checkout {
  const commit = git('rev-parse', '--short', `${revision}^{commit}`);
  const directory = mkdtempSync(path.join(tmpdir(), `skein-bench-${commit}-`));
  log(`Installing ${commit} in ${directory}.`);
  git('worktree', 'add', '--detach', '--force', directory, commit);
  const remove = () => git('worktree', 'remove', '--force', directory);
  try {
    const pnpm = path.join(ownDirectory, 'node_modules/.bin/pnpm');
    run(directory, pnpm, 'install', '--frozen-lockfile', '--prefer-offline');
    // The database client and the messages.
    run(directory, path.join(directory, 'node_modules/.bin/turbo'), 'run', 'generate');
  } catch (error) {
    remove();
    throw error;
  }
  return { directory, commit, remove };
}

function git(...args: readonly string[]): string {
  return run(ownDirectory, 'git', ...args).trim();
}

function run(cwd: string, command: string, ...args: readonly string[]): string {
  // turbo looks for pnpm in PATH.
  const tools = path.join(ownDirectory, 'node_modules/.bin');
  const env = { ...process.env, PATH: [tools, process.env['PATH']].join(path.delimiter) };
  return execFileSync(command, args, {
    env,
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
