import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import express from 'express';
import { afterEach, expect, it } from 'vitest';
import { pipeToClient } from './pipe-to-client.ts';

let server: ReturnType<typeof createServer> | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Sends a stream to a client; resolves with the client's connection. */
async function connectTo(listener: RequestListener) {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The address is a string only for Unix domain sockets.
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  return socket;
}

async function* endless() {
  for (;;) yield await Promise.resolve(Buffer.alloc(64 * 1024));
}

it('disconnects a client that stops reading and destroys the source', async () => {
  const content = Readable.from(endless());
  const sent = Promise.withResolvers<undefined>();
  const app = express().get('/', async (_request, response) => {
    await pipeToClient(content, response, { minBytes: 1, windowMs: 50 });
    sent.resolve(undefined);
  });
  const socket = await connectTo(app);
  socket.pause();
  await sent.promise;
  expect(content.destroyed).toBe(true);
});

it('destroys the source for a client that has disconnected before', async () => {
  const content = Readable.from(endless());
  const received = Promise.withResolvers<undefined>();
  const sent = Promise.withResolvers<undefined>();
  const app = express().get('/', async (_request, response) => {
    received.resolve(undefined);
    await once(response, 'close');
    await pipeToClient(content, response, { minBytes: 1 });
    sent.resolve(undefined);
  });
  const socket = await connectTo(app);
  await received.promise;
  socket.destroy();
  await sent.promise;
  expect(content.destroyed).toBe(true);
});

it('does not disconnect a client because of a slow source', async () => {
  const content = Readable.from(
    (async function* slow() {
      yield 'begin ';
      await new Promise((resolve) => {
        setTimeout(resolve, 300);
      });
      yield 'end';
    })(),
  );
  const app = express().get('/', (_request, response) =>
    pipeToClient(content, response, { minBytes: 1024, windowMs: 50 }),
  );
  const socket = await connectTo(app);
  expect(await text(socket)).toContain('end');
});
