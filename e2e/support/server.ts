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
  return startServer([]);
}

/**
 * Starts the built product like `npm start`, with its own data directory on a free port, for the
 * whole run. Journeys read its URL from `SKEIN_URL` and its emails from the folder in `SKEIN_OUTBOX`.
 */
export async function startServer(args: readonly string[]): Promise<() => Promise<void>> {
  const run = openRunDirectory();
  const dataDirectory = path.join(run.directory, 'data');
  await mkdir(dataDirectory, { mode: 0o755 });
  const server = spawn(process.execPath, [mainFile, ...args], {
    env: {
      ...process.env,
      // Passkeys need the port in the public URL, so the system cannot choose it later.
      PORT: String(await findFreePort()),
      DATA_DIR: dataDirectory,
      BCRYPT_COST: '4',
      RATE_LIMIT_FACTOR: '0',
      LOG_LEVEL: 'error',
      LINK_CARDS: 'off',
      VIDEO_CONVERSION: 'off',
      ADMIN_EMAILS: administratorEmail,
      DATABASE_URL: '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.env['SKEIN_URL'] = await readAddress(server);
  process.env['SKEIN_OUTBOX'] = path.join(dataDirectory, 'outbox');
  return async () => {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
    run[Symbol.dispose]();
  };
}

async function readAddress(server: ChildProcess): Promise<string> {
  if (server.stdout === null) throw new Error('The server has no output to read.');
  const lines = createInterface({ input: server.stdout });
  const address = new Promise<string>((resolve) => {
    lines.on('line', (line) => {
      const found = /is at (http:\S+)/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
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
  return Promise.race([address, failed, timedOut]);
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
