import type { Request, Response } from 'express';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { NotFoundError } from '../../platform/errors.ts';
import { takeUpgrade } from '../server/upgrades.ts';
import { createHeartbeats } from './heartbeats.ts';

/** A client with more unsent data is disconnected. */
const bufferMaxBytes = 256 * 1024;
const messageMaxBytes = 4096;
/** Messages that a client may send between two heartbeats. */
const messagesMax = 100;
const closeTimeoutMs = 1000;

/** Codes of RFC 6455. */
const closeCodes = { goingAway: 1001, policyViolation: 1008 } as const;

export interface SocketChannel {
  readonly isOpen: boolean;
  /** Does nothing unless the socket is open. Disconnects a client that reads too slowly. */
  send(text: string): void;
  end(): void;
  onMessage(listener: (text: string) => void): void;
  onceClosed(listener: () => void): void;
}

const server = new WebSocketServer({
  noServer: true,
  clientTracking: false,
  maxPayload: messageMaxBytes,
  // Compression contexts would need more memory than all else of a connection.
  perMessageDeflate: false,
});

/** Accepts WebSockets that share one heartbeat timer. */
export function createSocketChannels() {
  const heartbeats = createHeartbeats<Connection>((connection) => {
    if (connection.isSilent) {
      connection.socket.terminate();
      return;
    }
    connection.isSilent = true;
    connection.messages = 0;
    connection.socket.ping();
  });

  function add(connection: Connection): void {
    heartbeats.add(connection);
    connection.socket.on('pong', () => {
      connection.isSilent = false;
    });
    connection.socket.once('close', () => heartbeats.remove(connection));
  }

  return {
    /** @throws NotFoundError for a request that is not for a WebSocket */
    async accept(request: Request, response: Response): Promise<SocketChannel> {
      const upgrade = takeUpgrade(request, response);
      if (upgrade === null) throw new NotFoundError('error.notWebSocket');
      return new Promise((resolve) => {
        server.handleUpgrade(request, upgrade.socket, upgrade.head, (socket) => {
          const connection = { socket, isSilent: false, messages: 0 };
          add(connection);
          resolve(createChannel(connection));
        });
      });
    },
  };
}

interface Connection {
  readonly socket: WebSocket;
  /** No response to the last ping yet. */
  isSilent: boolean;
  /** Received since the last ping. */
  messages: number;
}

function createChannel(connection: Connection): SocketChannel {
  const { socket } = connection;
  // A protocol error, after which the socket is closed.
  socket.on('error', () => socket.terminate());
  return {
    get isOpen() {
      return socket.readyState === socket.OPEN;
    },
    send(text) {
      if (socket.readyState !== socket.OPEN) return;
      socket.send(text);
      if (socket.bufferedAmount > bufferMaxBytes) socket.terminate();
    },
    end() {
      socket.close(closeCodes.goingAway);
      const timer = setTimeout(() => socket.terminate(), closeTimeoutMs).unref();
      socket.once('close', () => clearTimeout(timer));
    },
    onMessage(listener) {
      socket.on('message', (data, isBinary) => {
        connection.messages += 1;
        if (isBinary || connection.messages > messagesMax) socket.close(closeCodes.policyViolation);
        // With the default binary type, data is a Buffer.
        else listener((data as Buffer).toString('utf8'));
      });
    },
    onceClosed: (listener) => void socket.once('close', listener),
  };
}
