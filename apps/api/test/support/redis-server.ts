import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';

export interface RedisServer {
  url: string;
  start(): Promise<void>;
  /** As a power cut would. */
  stop(): Promise<void>;
}

/** A real Redis that keeps nothing; the program is Debian's `redis-server`. */
export async function startRedisServer(): Promise<RedisServer> {
  const port = await findFreePort();
  let child: ChildProcess | undefined;
  const start = async () => {
    child = spawn(
      'redis-server',
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await untilReady(child);
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

async function untilReady(child: ChildProcess): Promise<void> {
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

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server's address is never the path of a socket.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
