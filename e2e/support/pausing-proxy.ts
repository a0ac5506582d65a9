import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface PausingProxy extends AsyncDisposable {
  /** The server's URL through the proxy. */
  url: string;
  /** Stops forwarding requests. */
  pause: () => void;
  /** Forwards pending and new requests. */
  resume: () => void;
}

/** A proxy to the server that can pause requests. */
export async function startPausingProxy(productUrl: string): Promise<PausingProxy> {
  const { hostname, port } = new URL(productUrl);
  const connections = new Map<Socket, { upstream: Socket; pending: Buffer[] }>();
  let isPaused = false;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const pending: Buffer[] = [];
    connections.set(client, { upstream, pending });
    client.on('data', (chunk: Buffer) => {
      if (isPaused) pending.push(chunk);
      else upstream.write(chunk);
    });
    upstream.pipe(client);
    client.on('error', () => undefined);
    upstream.on('error', () => undefined);
    upstream.on('close', () => client.destroy());
    client.on('close', () => {
      connections.delete(client);
      upstream.destroy();
    });
  });
  server.listen(0);
  await once(server, 'listening');
  // A server that listens on a port has an address object.
  const address = server.address() as AddressInfo;
  return {
    url: `http://${hostname}:${address.port}`,
    pause() {
      isPaused = true;
    },
    resume() {
      isPaused = false;
      for (const { upstream, pending } of connections.values())
        upstream.write(Buffer.concat(pending.splice(0)));
    },
    async [Symbol.asyncDispose]() {
      for (const client of connections.keys()) client.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
