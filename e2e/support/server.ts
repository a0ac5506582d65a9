import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openRunDirectory } from '@skein/db/testing';
import { administratorEmail } from './users.ts';

const mainFile = fileURLToPath(new URL('../../apps/api/src/server/main.ts', import.meta.url));
const startTimeoutMs = 120_000;

// oxlint-disable-next-line import/no-default-export -- Playwright takes a global setup by default export
export default function startProduct(): Promise<() => Promise<void>> {
  return startRunServer([]);
}

/**
 * Starts the server of the journeys for the whole run. They read its URL from `SKEIN_URL` and its emails from
 * the folder in `SKEIN_OUTBOX`.
 */
export async function startRunServer(args: readonly string[]): Promise<() => Promise<void>> {
  const run = openRunDirectory();
  const dataDirectory = path.join(run.directory, 'data');
  const { url, stop } = await startServer(dataDirectory, { args, port: await findFreePort() });
  process.env['SKEIN_URL'] = url;
  process.env['SKEIN_OUTBOX'] = path.join(dataDirectory, 'outbox');
  return async () => {
    await stop();
    run[Symbol.dispose]();
  };
}

interface ServerOptions {
  /** Passkeys need the port in the public URL, so the system cannot choose it later. */
  port: number;
  args?: readonly string[];
  /** Arguments of Node.js. */
  nodeArgs?: readonly string[];
  variables?: NodeJS.ProcessEnv;
}

/** Starts the built product like `npm start`, with its own data directory. */
export async function startServer(
  dataDirectory: string,
  { port, args = [], nodeArgs = [], variables }: ServerOptions,
): Promise<{ url: string; stop: () => Promise<void> }> {
  await mkdir(dataDirectory, { mode: 0o755 });
  const server = spawn(process.execPath, [...nodeArgs, mainFile, ...args], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDirectory,
      BCRYPT_COST: '4',
      RATE_LIMIT_FACTOR: '0',
      LOG_LEVEL: 'error',
      LINK_CARDS: 'off',
      VIDEO_CONVERSION: 'off',
      ADMIN_EMAILS: administratorEmail,
      DATABASE_URL: '',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await waitForStart(server);
  return {
    url: `http://localhost:${port}`,
    stop: async () => {
      server.kill('SIGTERM');
      if (server.exitCode === null) await once(server, 'exit');
    },
  };
}

async function waitForStart(server: ChildProcess): Promise<void> {
  if (server.stdout === null) throw new Error('The server has no output to read.');
  const lines = createInterface({ input: server.stdout });
  const started = new Promise<void>((resolve) => {
    lines.on('line', (line) => {
      if (/is at https?:/.test(line)) resolve();
    });
  });
  const failed = once(server, 'exit').then(() => {
    throw new Error('The server exited before it was ready.');
  });
  const timedOut = new Promise<never>((_resolve, reject) => {
    setTimeout(
      () => reject(new Error('The server did not start in time.')),
      startTimeoutMs,
    ).unref();
  });
  return Promise.race([started, failed, timedOut]);
}

export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
