import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey } from '../rate-limits/rate-limits.ts';

/** Requests that may wait on a connection behind the one being handled. Browsers send none. */
const waitingMax = 10;

export interface ConnectionLimits {
  /** Open connections of one address; infinite where a proxy in front holds all of them. */
  perAddressMax: number;
  /** A client that takes nothing of its response for so long is disconnected. */
  unreadMs: number;
}

/**
 * Handles the requests of each connection one after the other. Node.js itself begins every request
 * that arrived, and would hold all their responses for a client that reads none of them.
 */
export function createConnectionGuard(handle: RequestListener) {
  /** By connection: the next requests, while one is being handled. */
  const waiting = new WeakMap<Socket, (() => void)[]>();

  const listener: RequestListener = (request, response) => {
    const { socket } = request;
    const begin = () => {
      response.once('close', () => beginNext(socket));
      handle(request, response);
    };
    const queue = waiting.get(socket);
    if (queue === undefined) {
      waiting.set(socket, []);
      begin();
    } else if (queue.length < waitingMax) {
      queue.push(begin);
    } else {
      socket.destroy();
    }
  };

  function beginNext(socket: Socket): void {
    const next = waiting.get(socket)?.shift();
    if (next === undefined || socket.destroyed) waiting.delete(socket);
    else next();
  }

  return {
    listener,
    /** Makes the server keep to the limits. */
    protect(server: Server, { perAddressMax, unreadMs }: ConnectionLimits): void {
      limitPerAddress(server, perAddressMax);
      server.setTimeout(unreadMs, (socket) => {
        // Nothing was received or sent for so long. A response may still be in the making.
        if (!waiting.has(socket) || socket.writableLength > 0) socket.destroy();
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
    socket.once('close', () => {
      const left = (counts.get(key) ?? 1) - 1;
      if (left === 0) counts.delete(key);
      else counts.set(key, left);
    });
  });
}
