import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ServerResponse as Response } from 'node:http';

/** The time in which a client must read the response to a rejected upgrade. */
const responseTimeoutMs = 10_000;

/** A connection that asks to become a WebSocket. */
export interface Upgrade {
  socket: Duplex;
  /** The first bytes after the request. */
  head: Buffer;
}

const upgrades = new WeakMap<IncomingMessage, Upgrade>();

/** Options of a server that calls `acceptUpgrades`. Other upgrades, such as `h2c`, are ignored. */
export const upgradeOptions = {
  shouldUpgradeCallback: ({ method, headers }: IncomingMessage): boolean =>
    method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket',
};

/**
 * Handles requests for WebSockets like all others, so that authentication, limits and errors are the
 * same. A route accepts one with `takeUpgrade`; otherwise its response ends the connection.
 */
export function acceptUpgrades(server: Server, listener: RequestListener): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // `Duplex` is for servers with other transports.
    if (!(socket instanceof Socket)) {
      socket.destroy();
      return;
    }
    socket.on('error', () => socket.destroy());
    socket.setTimeout(responseTimeoutMs, () => socket.destroy());
    const response = new Response(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => {
      response.detachSocket(socket);
      process.nextTick(() => response.emit('close'));
      socket.end();
    });
    upgrades.set(request, { socket, head });
    listener(request, response);
  });
}

/** Takes over the connection of a request that asks for a WebSocket; null for other requests. */
export function takeUpgrade(request: IncomingMessage, response: ServerResponse): Upgrade | null {
  const upgrade = upgrades.get(request);
  if (upgrade === undefined) return null;
  upgrades.delete(request);
  if (upgrade.socket instanceof Socket) response.detachSocket(upgrade.socket);
  response.statusCode = 101;
  upgrade.socket.once('close', () => response.emit('close'));
  return upgrade;
}
