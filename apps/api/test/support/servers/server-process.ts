import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const mainFile = fileURLToPath(new URL('../../../src/server/main.ts', import.meta.url));

export type ServerProcess = ReturnType<typeof startProcess>;

/**
 * A server in a process of its own, with nothing configured but what is given. Ends with the test.
 * `under` is a command that becomes the one that stands behind it.
 */
export function startProcess(
  env: Record<string, string>,
  args: readonly string[] = [],
  under: readonly string[] = [],
) {
  const [command = process.execPath, ...rest] = [...under, process.execPath, mainFile, ...args];
  const child = spawn(command, rest, {
    env: { PATH: process.env['PATH'], PORT: '0', ...env },
  });
  // Of no effect on one that has ended, as in a test that went well.
  onTestFinished(() => void child.kill('SIGTERM'));
  const exited = once(child, 'exit').then(([code]: unknown[]) => code);
  let printed = '';
  const ready = new Promise<string>((resolve, reject) => {
    // Read to the end: a server that nobody listens to any more would come to a halt.
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
      const address = /is at (http:\S+)/.exec(printed)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.stdout.once('end', () => reject(new Error(`It never said where it is: ${printed}`)));
  });
  // Whoever waits for the end alone has no use for the address.
  ready.catch(() => undefined);
  return {
    child,
    exited,
    ready,
    errors: text(child.stderr),
    /** Its log so far. */
    log: () => printed,
    /** Throws when its log tells of failures that are nobody's outage, with what it tells. */
    expectNoFailures() {
      const failures = printed
        .split('\n')
        .filter((line) => /^\{"level":"?(?:50|60|error|fatal)/.test(line));
      // On one line, which is what a list of failed tests shows.
      if (failures.length > 0) throw new Error(`Its log tells of ${failures.join(' ')}`);
    },
  };
}
