import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createPublicLookup } from './public-lookup.ts';
import { createSendPublicRequest } from './public-request.ts';

it('does not connect to a name that leads into a private network', async () => {
  let connections = 0;
  const server = createServer().on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  // The address is a string only for Unix domain sockets.
  const { port } = server.address() as AddressInfo;
  const lookup = createPublicLookup(() => Promise.resolve([{ address: '127.0.0.1', family: 4 }]));
  const request = createSendPublicRequest(lookup)(new URL(`http://push.example:${port}/`), {});
  await expect(once(request, 'response')).rejects.toThrow('private network');
  expect(connections).toBe(0);
});
