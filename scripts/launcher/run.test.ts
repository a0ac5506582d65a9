import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFailed, test } from 'vitest';

const runModule = new URL('run.mjs', import.meta.url).href;

/** Works like scripts/start.mjs, but with a short step and a server that runs until a signal. */
const launcher = `
  import { run, runStep } from '${runModule}';
  const isReady = await runStep('step', process.execPath, ['-e', 'setTimeout(() => {}, 200)']);
  const server = "setInterval(() => {}, 1000); console.log('serving')";
  process.exitCode = isReady ? await run(process.execPath, ['-e', server]) : 1;
`;

/** All processes inherit standard output, so it closes when the last one exits. */
function start(command: string, args: string[]) {
  const child = spawn(command, [...args, process.execPath, '--input-type=module', '-e', launcher], {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  onTestFailed(() => void (child.pid && process.kill(-child.pid, 'SIGKILL')));
  const closed = once(child, 'close');
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  return {
    child,
    output: () => output,
    async stopAt(line: string) {
      await expect.poll(() => output, { timeout: 20_000, interval: 5 }).toContain(line);
      child.kill('SIGTERM');
      await closed;
      return 'all processes have exited';
    },
  };
}

test('starts no server after a stop during a step', async () => {
  const launched = start('env', []);
  await launched.stopAt('step');
  expect(launched.child.exitCode).toBe(1);
  expect(launched.output()).toBe('step\n');
});

test('stops its server', async () => {
  expect(await start('env', []).stopAt('serving')).toBe('all processes have exited');
});

// npm sends a signal to its shell only, which exits without forwarding it.
test('starts no server after its shell was stopped during a step', async () => {
  const launched = start('sh', ['-c', '"$@"; exit', 'npm']);
  expect(await launched.stopAt('step')).toBe('all processes have exited');
});
