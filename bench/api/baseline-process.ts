// The baseline B: an Express 5 server that returns 20 kB of JSON and does nothing else.
import type { AddressInfo } from 'node:net';
import express from 'express';

const answer = { content: Array.from({ length: 20 }, (_, id) => ({ id, text: 'x'.repeat(1000) })) };

const app = express();
app.get('/', (_request, response) => {
  response.json(answer);
});
const server = app.listen(0, '127.0.0.1', () => {
  // A TCP server's address is never the path of a socket.
  const { port } = server.address() as AddressInfo;
  process.send?.({ port });
});
process.once('disconnect', () => process.exit(0));
