import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverEnv } from '../../scripts/launcher/server-process.mjs';
import { getCpuTime, type ReadCpuTime } from './cpu-time.ts';

export interface RunningServer {
  origin: string;
  stop(): Promise<void>;
}

export interface RunningApi extends RunningServer {
  /** Milliseconds from the start of the process to readiness. */
  readyAfterMs: number;
  readCpuMs: ReadCpuTime;
  /** Resident memory; null if the system does not report it. */
  memoryMb(): number | null;
  /** The largest resident memory so far; null if the system does not report it. */
  peakMemoryMb(): number | null;
  /** Open files and connections; null if the system does not report them. */
  openFiles(): number | null;
  /** Runs a garbage collection and waits for it. */
  collectGarbage(): Promise<void>;
}

export interface ApiOptions {
  /** The folder of another checkout to run. */
  checkout?: string;
  /** Further settings. */
  env?: Readonly<Record<string, string>>;
  /** Required for `collectGarbage()`. */
  canCollectGarbage?: boolean;
  /** Further options of Node.js. */
  nodeOptions?: readonly string[];
}

const collectScript = path.join(import.meta.dirname, 'collect-garbage.ts');
const ownCheckout = path.join(import.meta.dirname, '../..');
/** Earlier commits have the second one. */
const apiScripts = ['apps/api/src/server/main.ts', 'apps/api/src/main.ts'];
const baselineScript = path.join(import.meta.dirname, 'baseline-process.ts');
// The first start applies pending migrations to the data.
const startTimeoutMs = 600_000;
const readyTimeoutMs = 2000;

/** Express without application code; it returns `body` as JSON. */
export async function startBaseline(body: unknown): Promise<RunningServer> {
  const child = fork(baselineScript);
  child.send({ body });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message: { port: number }) => resolve(message.port));
    child.once('exit', (code) =>
      reject(new Error(`The baseline server exited with code ${code}.`)),
    );
  });
  return { origin: `http://127.0.0.1:${port}`, stop: () => stop(child) };
}

/**
 * One server process as in production, except for settings that production rejects: no rate limits and
 * cheap password hashes, which are not measured.
 */
export async function startApi(
  databaseUrl: string,
  dataDirectory: string,
  {
    checkout = ownCheckout,
    canCollectGarbage = false,
    nodeOptions = [],
    env = {},
  }: ApiOptions = {},
): Promise<RunningApi> {
  const port = await findFreePort();
  const start = performance.now();
  const preloaded = canCollectGarbage ? ['--import', collectScript] : [];
  const script = apiScripts.map((name) => path.join(checkout, name)).find(existsSync);
  if (script === undefined) throw new Error(`${checkout} has no server.`);
  const child = spawn(process.execPath, [...preloaded, ...nodeOptions, script], {
    cwd: checkout,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDirectory,
      HOST: '127.0.0.1',
      PORT: String(port),
      BCRYPT_COST: '4',
      RATE_LIMIT_FACTOR: '0',
      ...env,
      ...serverEnv,
    },
  });
  const origin = `http://127.0.0.1:${port}`;
  try {
    await waitUntilReady(child, origin);
  } catch (error) {
    await stop(child);
    throw error;
  }
  return {
    origin,
    readyAfterMs: Math.round(performance.now() - start),
    readCpuMs: getCpuTime(child.pid),
    memoryMb: () => readMemoryMb(child, 'VmRSS'),
    peakMemoryMb: () => readMemoryMb(child, 'VmHWM'),
    openFiles: () => countOpenFiles(child),
    async collectGarbage() {
      const collected = once(child, 'message');
      child.send('collect');
      await collected;
    },
    stop: () => stop(child),
  };
}

async function waitUntilReady(child: ChildProcess, origin: string): Promise<void> {
  const deadline = performance.now() + startTimeoutMs;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error('The API exited during startup.');
    // A connection that is refused while the server starts may also hang.
    const signal = AbortSignal.timeout(readyTimeoutMs);
    const response = await fetch(`${origin}/api/ready`, { signal }).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.ok === true) return;
    await sleep(5);
  }
  throw new Error('The API was not ready in time.');
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server's address is never the path of a socket.
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

function readMemoryMb(child: ChildProcess, field: 'VmRSS' | 'VmHWM'): number | null {
  if (process.platform !== 'linux') return null;
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
  return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 102.4) / 10;
}

function countOpenFiles(child: ChildProcess): number | null {
  return process.platform === 'linux' ? readdirSync(`/proc/${child.pid}/fd`).length : null;
}
