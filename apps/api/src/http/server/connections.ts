import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey } from '../../platform/rate-limits/rate-limits.ts';

/** The maximum of pipelined requests that wait on a connection. Browsers do not use pipelining. */
const queuedRequestsMax = 10;

export interface ConnectionLimits {
  /** Open connections per IP address; infinite behind a proxy, which opens all of them. */
  perAddressMax: number;
  /** A client that reads nothing of its response for this time is disconnected. */
  readTimeoutMs: number;
}

/**
 * Handles the requests of each connection one after the other. By default, Node.js handles pipelined
 * requests concurrently and buffers all their responses for a client that reads none of them.
 */
export function createConnectionGuard(handle: RequestListener) {
  /** The queued requests of each connection that has a request in progress. */
  const queues = new WeakMap<Socket, (() => void)[]>();

  const listener: RequestListener = (request, response) => {
    const { socket } = request;
    const start = () => {
      response.on('close', () => startNext(socket));
      handle(request, response);
    };
    const queue = queues.get(socket);
    if (queue === undefined) {
      queues.set(socket, []);
      start();
    } else if (queue.length < queuedRequestsMax) {
      queue.push(start);
    } else {
      socket.destroy();
    }
  };

  function startNext(socket: Socket): void {
    const next = queues.get(socket)?.shift();
    if (next === undefined || socket.destroyed) queues.delete(socket);
    else next();
  }

  return {
    listener,
    /** Applies the limits to a server. */
    protect(server: Server, { perAddressMax, readTimeoutMs }: ConnectionLimits): void {
      limitPerAddress(server, perAddressMax);
      server.setTimeout(readTimeoutMs, (socket) => {
        // The connection was inactive, but its response may still be in preparation.
        if (!queues.has(socket) || socket.writableLength > 0) socket.destroy();
      });
    },
  };
}

function limitPerAddress(server: Server, max: number): void {
  const counts = new Map<string, number>();
  server.on('connection', (socket) => {
    const key = addressKey(socket.remoteAddress);
    const count = (counts.get(key) ?? 0) + 1;
    if (count > max) {
      socket.destroy();
      return;
    }
    counts.set(key, count);
    socket.on('close', () => {
      const remaining = (counts.get(key) ?? 1) - 1;
      if (remaining === 0) counts.delete(key);
      else counts.set(key, remaining);
    });
  });
}
