// The guard process of `openRunDirectory` and `guardDirectory`.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const stopTimeoutMs = 20_000;
const pollMs = 100;

const [directory = '', files] = process.argv.slice(2);
process.stdin.once('data', () => process.exit(0));
process.stdin.once('end', () => void endRun());

async function endRun(): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const deadline = performance.now() + stopTimeoutMs;
    // Again for processes that started meanwhile.
    while (sendSignal(signal) > 0 && performance.now() < deadline) await sleep(pollMs);
  }
  if (files === 'delete') rmSync(directory, { recursive: true, force: true });
  process.exit(0);
}

/** Returns the number of processes. */
function sendSignal(signal: NodeJS.Signals): number {
  const pids = listProcesses();
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
  return pids.length;
}

/** Processes whose command line or environment contains the directory. */
function listProcesses(): number[] {
  return readCommands()
    .filter(({ pid, command }) => pid !== process.pid && command.includes(directory))
    .map(({ pid }) => pid);
}

function readCommands(): { pid: number; command: string }[] {
  if (existsSync('/proc/self/environ')) {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return pids.map((pid) => ({
      pid: Number(pid),
      command: ['cmdline', 'environ'].map((file) => read(`/proc/${pid}/${file}`)).join('\n'),
    }));
  }
  const lines = execFileSync('ps', ['axeww', '-o', 'pid=,command='], { encoding: 'utf8' });
  return lines.split('\n').map((command) => ({ pid: Number.parseInt(command, 10), command }));
}

/** Returns an empty text for a process that has ended, or that belongs to another user. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
