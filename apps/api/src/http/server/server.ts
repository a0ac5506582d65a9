import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { limitBodyTime, rejectBrokenRequest } from './malformed-requests.ts';
import { createConnectionGuard } from './connections.ts';

const connectionsMax = 10_000;

const filesReserved = 200;

const unreadMs = 30_000;

const requestTimeoutMs = 30_000;
const uploadTimeoutMs = 120_000;

/** Also how long a connection that was just made may take to ask for something. */
const idleEveryMs = 200;

export interface RunningServer {
  /** Where it listens: the port asked for, or the free one taken for port 0. */
  port: number;
  /**
   * For `leaveMs` every answer tells its client to use the connection no more, so that nobody is
   * about to when it is closed. Then no new requests; running ones finish within `graceMs`, and the
   * rest is cut. Where nobody is connected, nobody is waited for.
   */
  stop(limits: StopLimits): Promise<void>;
}

interface StopLimits {
  leaveMs: number;
  graceMs: number;
}

interface ServerOptions {
  host: string;
  port: number;
  /** Open connections of one address; never more than half of all. */
  connectionsPerAddressMax: number;
}

/** @throws the system's error, such as EADDRINUSE, when it cannot listen there. */
export async function startServer(
  listener: RequestListener,
  options: ServerOptions,
): Promise<RunningServer> {
  let isLeaving = false;
  const guard = createConnectionGuard((request, response) => {
    limitBodyTime(request, response, requestTimeoutMs);
    listener(request, response);
  });
  const server = createServer(
    {
      headersTimeout: 15_000,
      requestTimeout: uploadTimeoutMs,
      keepAliveTimeout: 75_000,
      // The app does, and says so in the shape of all errors.
      requireHostHeader: false,
    },
    (request, response) => {
      if (isLeaving) response.setHeader('Connection', 'close');
      guard.listener(request, response);
    },
  );
  server.on('clientError', rejectBrokenRequest);
  server.maxConnections = connectionsWithin(readOpenFilesLimit());
  const { connectionsPerAddressMax } = options;
  const perAddressMax = Number.isFinite(connectionsPerAddressMax)
    ? Math.min(connectionsPerAddressMax, Math.ceil(server.maxConnections / 2))
    : Infinity;
  guard.protect(server, { perAddressMax, unreadMs });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  // A TCP server's address is never the path of a socket.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async stop({ leaveMs, graceMs }) {
      isLeaving = true;
      if ((await countConnections(server)) > 0) await sleep(leaveMs);
      await stopServer(server, graceMs);
    },
  };
}

/** Each connection may have a file open besides itself; some are left for the database. */
export function connectionsWithin(openFilesMax: number): number {
  return Math.max(1, Math.min(connectionsMax, Math.floor((openFilesMax - filesReserved) / 2)));
}

/** How many files and connections the system lets this process have open. */
function readOpenFilesLimit(): number {
  const report: unknown = process.report.getReport();
  const limits = isRecord(report) ? report['userLimits'] : undefined;
  const openFiles = isRecord(limits) ? limits['open_files'] : undefined;
  // "unlimited" for one; Windows has no such limit.
  const soft = isRecord(openFiles) ? openFiles['soft'] : undefined;
  return typeof soft === 'number' ? soft : Infinity;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });
}

async function stopServer(server: Server, graceMs: number): Promise<void> {
  // Right after the system was asked for new connections: what waits to be taken when the port is
  // closed is reset.
  await setImmediate();
  const closed = new Promise<void>((resolve) => {
    // Not the server's own, which cuts connections whose first request is still on its way.
    NetServer.prototype.close.call(server, () => resolve());
  });
  // A connection that is idle in a moment, or becomes so, is closed; a busy one finishes its answer.
  const idleTimer = setInterval(() => server.closeIdleConnections(), idleEveryMs);
  const cutTimer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(idleTimer);
  clearTimeout(cutTimer);
}
