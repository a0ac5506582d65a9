import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const mainFile = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** A server in a process of its own, with nothing configured but what is given. Ends with the test. */
export function startProcess(env: Record<string, string>, args: readonly string[] = []) {
  const child = spawn(process.execPath, [mainFile, ...args], {
    env: { PATH: process.env['PATH'], PORT: '0', ...env },
  });
  // Of no effect on one that has ended, as in a test that went well.
  onTestFinished(() => void child.kill('SIGTERM'));
  const exited = once(child, 'exit').then(([code]: unknown[]) => code);
  const ready = (async () => {
    let seen = '';
    for await (const chunk of child.stdout) {
      seen += String(chunk);
      const address = /is at (http:\S+)/.exec(seen)?.[1];
      if (address !== undefined) return address;
    }
    throw new Error(`It never said where it is: ${seen}`);
  })();
  // Whoever waits for the end alone has no use for the address.
  ready.catch(() => undefined);
  return { child, exited, ready, errors: text(child.stderr) };
}
