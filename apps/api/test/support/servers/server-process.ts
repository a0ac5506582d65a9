import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { cloneDatabase } from '@skein/db/testing';
import { inject, onTestFinished } from 'vitest';

const mainFile = fileURLToPath(new URL('../../../src/server/main.ts', import.meta.url));

/** Halves the CPU time of a start. `npm start` and the other scripts set the same directory. */
export const compileCache = fileURLToPath(
  new URL('../../../../../node_modules/.cache/skein-compiled', import.meta.url),
);

export type ServerProcess = ReturnType<typeof startSharedProcess>;

/**
 * Starts a server process with only the given environment variables. Stops at the end of the test.
 * @param under a command that executes the command after it
 */
export function startProcess(
  env: Record<string, string>,
  args: readonly string[] = [],
  under: readonly string[] = [],
): ServerProcess {
  const server = startSharedProcess(env, args, under);
  // Has no effect on a process that has exited.
  onTestFinished(() => void server.child.kill('SIGTERM'));
  return server;
}

/** The same for all tests of a file, which stops it. */
export function startSharedProcess(
  env: Record<string, string>,
  args: readonly string[] = [],
  under: readonly string[] = [],
) {
  const [command = process.execPath, ...rest] = [...under, process.execPath, mainFile, ...args];
  const child = spawn(command, rest, {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: compileCache,
      PORT: '0',
      LINK_CARDS: 'off',
      VIDEO_CONVERSION: 'off',
      ...env,
    },
  });
  const exited = once(child, 'exit').then(([code]: unknown[]) => code);
  let output = '';
  const ready = new Promise<string>((resolve, reject) => {
    // Keep reading, because a full pipe would block the server.
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      const address = /is at (http:\S+)/.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.stdout.once('end', () =>
      reject(new Error(`The server did not print its address: ${output}`)),
    );
  });
  // Tests that only wait for the exit do not handle this rejection.
  ready.catch(() => undefined);
  return {
    child,
    exited,
    ready,
    errors: text(child.stderr),
    /** The log so far. */
    log: () => output,
    /** Throws if the log contains errors that are not outages. */
    expectNoFailures() {
      const failures = output
        .split('\n')
        .filter((line) => /^\{"level":"?(?:50|60|error|fatal)/.test(line));
      // On one line, because lists of failed tests show only the first line.
      if (failures.length > 0) throw new Error(`The log contains errors: ${failures.join(' ')}`);
    },
  };
}

/** Starts a server process with a new database and data directory, removed after the test. */
export async function startProcessWithDatabase(
  env: Record<string, string>,
): Promise<ServerProcess> {
  const clone = await cloneDatabase(inject('templateUrl'));
  const directory = await mkdtemp(path.join(tmpdir(), 'skein-server-'));
  onTestFinished(async () => {
    await clone.drop();
    await rm(directory, { recursive: true, force: true });
  });
  return startProcess({
    DATA_DIR: directory,
    DATABASE_URL: clone.url,
    JWT_SECRET: 'a secret for tests alone, long enough',
    BCRYPT_COST: '4',
    LOG_LEVEL: 'warn',
    // As set by `npm start` and the container.
    MALLOC_ARENA_MAX: '2',
    ...env,
  });
}
