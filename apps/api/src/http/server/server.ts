import type { RequestListener, Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { limitBodyTime, rejectMalformedRequest } from './malformed-requests.ts';
import { createConnectionGuard } from './connections.ts';
import { acceptUpgrades, upgradeOptions } from './upgrades.ts';
import { createServer } from 'node:http';

/** Event streams of 10,000 users, and connections for their other requests. */
const connectionsMax = 12_000;

/** For the database, logs and other files of the process. */
const reservedFiles = 200;

/** Most connections are event streams or idle. */
const openedByConnectionsMax = 5000;

const readTimeoutMs = 30_000;

const requestTimeoutMs = 30_000;
const uploadTimeoutMs = 120_000;

/** While stopping, also the time that a new connection has to send its first request. */
const closeIdleIntervalMs = 200;

export interface RunningServer {
  /** The listening port: the configured one or, for port 0, the assigned one. */
  port: number;
  /**
   * First sends `Connection: close` with every response for `drainMs`, so that clients stop using
   * their connections. Then accepts no new connections, lets running requests finish for `graceMs`,
   * and closes the remaining connections. Without open connections it stops immediately.
   */
  stop(timeouts: StopTimeouts): Promise<void>;
}

interface StopTimeouts {
  drainMs: number;
  graceMs: number;
}

interface ServerOptions {
  host: string;
  port: number;
  /** Open connections per IP address, at most half of all connections. */
  connectionsPerAddressMax: number;
}

/** @throws a system error such as EADDRINUSE when the server cannot listen */
export async function startServer(
  listener: RequestListener,
  options: ServerOptions,
): Promise<RunningServer> {
  let isStopping = false;
  const guard = createConnectionGuard((request, response) => {
    limitBodyTime(request, response, requestTimeoutMs);
    listener(request, response);
  });
  const server = createServer(
    {
      headersTimeout: 15_000,
      requestTimeout: uploadTimeoutMs,
      keepAliveTimeout: 75_000,
      // The app checks the header and responds with its own error format.
      requireHostHeader: false,
      ...upgradeOptions,
    },
    (request, response) => {
      if (isStopping) response.setHeader('Connection', 'close');
      guard.listener(request, response);
    },
  );
  acceptUpgrades(server, listener);
  server.on('clientError', rejectMalformedRequest);
  server.maxConnections = toConnectionsMax(readOpenFilesLimit());
  const { connectionsPerAddressMax } = options;
  const perAddressMax = Number.isFinite(connectionsPerAddressMax)
    ? Math.min(connectionsPerAddressMax, Math.ceil(server.maxConnections / 2))
    : Infinity;
  guard.protect(server, { perAddressMax, readTimeoutMs });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  // The address is a string only for Unix domain sockets.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async stop({ drainMs, graceMs }) {
      isStopping = true;
      if ((await countConnections(server)) > 0) await sleep(drainMs);
      await stopServer(server, graceMs);
    },
  };
}

/** Each connection needs a file descriptor, and up to 5,000 of them may read or write a file at the same time. */
export function toConnectionsMax(openFilesMax: number): number {
  const available = openFilesMax - reservedFiles;
  const connections = Math.floor(Math.max(available / 2, available - openedByConnectionsMax));
  return Math.max(1, Math.min(connectionsMax, connections));
}

/** The limit of open file descriptors of this process. */
function readOpenFilesLimit(): number {
  const report: unknown = process.report.getReport();
  const userLimits = isRecord(report) ? report['userLimits'] : undefined;
  const openFiles = isRecord(userLimits) ? userLimits['open_files'] : undefined;
  // May be the string "unlimited"; missing on Windows.
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
  // Wait for the poll phase, so that pending connections are accepted: closing the port resets them.
  await setImmediate();
  const closed = new Promise<void>((resolve) => {
    // `server.close()` would also close connections whose first request is still in transit.
    NetServer.prototype.close.call(server, () => resolve());
  });
  // Idle connections are closed periodically; busy ones finish their response first.
  const idleTimer = setInterval(() => server.closeIdleConnections(), closeIdleIntervalMs);
  const forceTimer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(idleTimer);
  clearTimeout(forceTimer);
}
