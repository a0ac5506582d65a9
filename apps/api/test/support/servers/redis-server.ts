import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { findFreePort } from './free-port.ts';

export interface RedisServer {
  url: string;
  start(): Promise<void>;
  /** Kills the process. */
  stop(): Promise<void>;
}

/** A Redis server without persistence. Requires the program `redis-server`. */
export async function startRedisServer(): Promise<RedisServer> {
  const port = await findFreePort();
  let child: ChildProcess | undefined;
  const start = async () => {
    child = spawn(
      'redis-server',
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await waitUntilReady(child);
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    async stop() {
      if (child === undefined) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
      child = undefined;
    },
  };
}

async function waitUntilReady(child: ChildProcess): Promise<void> {
  let seen = '';
  for await (const chunk of child.stdout ?? []) {
    seen += String(chunk);
    if (seen.includes('Ready to accept connections')) {
      child.stdout?.resume();
      return;
    }
  }
  throw new Error(`Redis did not start: ${seen}`);
}
