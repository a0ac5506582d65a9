import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/**
 * `open` forwards everything. `closed` closes the port. `silent` accepts connections and data but
 * forwards nothing, like an unreachable host. `delayed` forwards after `delayMs`. `flaky` randomly
 * resets connections at any byte.
 */
export type ProxyMode = 'open' | 'closed' | 'silent' | 'delayed' | 'flaky';

/** The share of chunks that `flaky` truncates. */
const flakyShare = 0.05;

export interface TcpProxy {
  port: number;
  /** Applies to open connections as well; `closed` resets them. */
  setMode(mode: ProxyMode): Promise<void>;
  /** Resets all connections and accepts new ones. */
  reset(): void;
  close(): Promise<void>;
}

/** A proxy for a local server that simulates network faults. */
export async function startTcpProxy(options: {
  targetPort: number;
  mode?: ProxyMode;
  delayMs?: number;
}): Promise<TcpProxy> {
  const { targetPort, delayMs = 200 } = options;
  let mode: ProxyMode = 'open';
  const sockets = new Set<Socket>();
  const resetAll = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const forward = (from: Socket, to: Socket) => {
    from.on('data', (bytes) => {
      const pass = () => void (to.writable && mode !== 'silent' && to.write(bytes));
      if (mode === 'flaky' && Math.random() < flakyShare) truncate(from, to, bytes);
      else if (mode === 'delayed') setTimeout(pass, delayMs);
      else pass();
    });
  };
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    for (const [socket, other] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      forward(socket, other);
    }
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const stopListening = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    resetAll();
    await closed;
  };
  await listen(0);
  // The address is a string only for Unix domain sockets.
  const { port } = server.address() as AddressInfo;
  const proxy: TcpProxy = {
    port,
    async setMode(next) {
      mode = next;
      if (next === 'closed') await stopListening();
      else if (!server.listening) await listen(port);
    },
    reset: resetAll,
    close: stopListening,
  };
  await proxy.setMode(options.mode ?? 'open');
  return proxy;
}

/** Forwards a part of the chunk, then ends or resets the connection. */
function truncate(from: Socket, to: Socket, bytes: Buffer): void {
  const part = bytes.subarray(0, Math.floor(Math.random() * bytes.length));
  from.pause();
  if (Math.random() < 0.5) to.end(part, () => from.resetAndDestroy());
  else to.write(part, () => to.resetAndDestroy());
}
