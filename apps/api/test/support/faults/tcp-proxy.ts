import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/**
 * `open` lets everything through. `refused` is a port where nothing listens. `silent` takes
 * connections and bytes and lets nothing through, as a machine that is gone does. `late` lets
 * everything through after `delayMs`. `frayed` cuts connections now and then, at any byte.
 */
export type ProxyMode = 'open' | 'refused' | 'silent' | 'delayed' | 'flaky';

/** Of all pieces of data, those that are cut where it is frayed. */
const flakyShare = 0.05;

export interface TcpProxy {
  port: number;
  /** Also for the connections that there are; `refused` cuts them. */
  setMode(mode: ProxyMode): Promise<void>;
  /** Cuts all connections in the midst of whatever they do; new ones are welcome. */
  reset(): void;
  close(): Promise<void>;
}

/** A way to a server on this machine that can be broken in all the ways that networks know. */
export async function startTcpProxy(options: {
  targetPort: number;
  mode?: ProxyMode;
  delayMs?: number;
}): Promise<TcpProxy> {
  const { targetPort, delayMs = 200 } = options;
  let mode: ProxyMode = 'open';
  const sockets = new Set<Socket>();
  const cutAll = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const forward = (from: Socket, to: Socket) => {
    from.on('data', (bytes) => {
      const pass = () => void (to.writable && mode !== 'silent' && to.write(bytes));
      if (mode === 'flaky' && Math.random() < flakyShare) tear(from, to, bytes);
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
    cutAll();
    await closed;
  };
  await listen(0);
  // The address is a string only for Unix domain sockets.
  const { port } = server.address() as AddressInfo;
  const proxy: TcpProxy = {
    port,
    async setMode(next) {
      mode = next;
      if (next === 'refused') await stopListening();
      else if (!server.listening) await listen(port);
    },
    reset: cutAll,
    close: stopListening,
  };
  await proxy.setMode(options.mode ?? 'open');
  return proxy;
}

/** Lets a part through; whoever waits for the rest sees an end or a reset. */
function tear(from: Socket, to: Socket, bytes: Buffer): void {
  const part = bytes.subarray(0, Math.floor(Math.random() * bytes.length));
  from.pause();
  if (Math.random() < 0.5) to.end(part, () => from.resetAndDestroy());
  else to.write(part, () => to.resetAndDestroy());
}
