import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface HoldingProxy extends AsyncDisposable {
  /** The server's URL through the proxy. */
  url: string;
  /** Stops forwarding requests. */
  hold: () => void;
  /** Forwards held and new requests. */
  release: () => void;
}

/** A proxy to the server that can hold requests. */
export async function startHoldingProxy(productUrl: string): Promise<HoldingProxy> {
  const { hostname, port } = new URL(productUrl);
  const connections = new Map<Socket, { far: Socket; held: Buffer[] }>();
  let isHeld = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    const held: Buffer[] = [];
    connections.set(near, { far, held });
    near.on('data', (chunk: Buffer) => {
      if (isHeld) held.push(chunk);
      else far.write(chunk);
    });
    far.pipe(near);
    near.on('error', () => undefined);
    far.on('error', () => undefined);
    far.on('close', () => near.destroy());
    near.on('close', () => {
      connections.delete(near);
      far.destroy();
    });
  });
  server.listen(0);
  await once(server, 'listening');
  // A server that listens on a port has an address object.
  const address = server.address() as AddressInfo;
  return {
    url: `http://${hostname}:${address.port}`,
    hold() {
      isHeld = true;
    },
    release() {
      isHeld = false;
      for (const { far, held } of connections.values()) far.write(Buffer.concat(held.splice(0)));
    },
    async [Symbol.asyncDispose]() {
      for (const near of connections.keys()) near.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
