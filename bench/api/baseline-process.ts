// The baseline: an Express 5 server that returns one JSON body and does nothing else.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';

const [{ body }] = (await once(process, 'message')) as [{ body: unknown }];
const app = express();
app.get('/', (_request, response) => {
  response.json(body);
});
const server = app.listen(0, '127.0.0.1', () => {
  // A TCP server's address is never the path of a socket.
  const { port } = server.address() as AddressInfo;
  process.send?.({ port });
});
process.once('disconnect', () => process.exit(0));
