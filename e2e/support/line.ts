import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface Line extends AsyncDisposable {
  /** The product, at the other end of the line. */
  url: string;
  /** What a browser sends from now on gets no further. */
  hold: () => void;
  /** It goes on, but for what a browser has given up meanwhile. */
  release: () => void;
}

/** A way to the product that can be held up. */
export async function openLine(productUrl: string): Promise<Line> {
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
  // Of a server that listens on a port, it is one.
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
