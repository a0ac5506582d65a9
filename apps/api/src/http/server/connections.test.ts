import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createConnectionGuard } from './connections.ts';

/** More than the socket buffers hold for a client that does not read. */
const responseBytes = 32 * 1024 ** 2;

const limits = { perAddressMax: 2, readTimeoutMs: 200 };

async function startGuarded(handle: RequestListener): Promise<() => Promise<Socket>> {
  const guard = createConnectionGuard(handle);
  const server = createServer(guard.listener).listen(0, '127.0.0.1');
  guard.protect(server, limits);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  // The address is a string only for Unix domain sockets.
  const { port } = server.address() as AddressInfo;
  return async () => {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    // A connection may be reset at any time.
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };
}

const get = (path: string, headers = '') =>
  `GET ${path} HTTP/1.1\r\nHost: skein.test\r\n${headers}\r\n`;

it('handles pipelined requests one after the other and responds in order', async () => {
  let current = 0;
  let most = 0;
  const open = await startGuarded((request, response) => {
    current += 1;
    most = Math.max(most, current);
    setImmediate(() => {
      current -= 1;
      response.end(request.url);
    });
  });
  const socket = await open();
  socket.write(get('/first') + get('/second') + get('/third', 'Connection: close\r\n'));
  expect((await text(socket)).match(/\/[a-z]+/g)).toEqual(['/first', '/second', '/third']);
  expect(most).toBe(1);
});

it('closes a connection with more than ten queued requests', async () => {
  const handled: ServerResponse[] = [];
  const open = await startGuarded((_request, response) => void handled.push(response));
  const socket = await open();
  const closed = once(socket, 'close');
  socket.resume().write(get('/').repeat(12));
  await closed;
  expect(handled).toHaveLength(1);
});

it('disconnects a client that does not read its response', async () => {
  const open = await startGuarded((_request, response) => {
    response.end(Buffer.alloc(responseBytes));
  });
  const socket = await open();
  socket.pause().write(get('/'));
  await sleep(3 * limits.readTimeoutMs);
  // A client notices the end of its connection only when it reads.
  let received = 0;
  socket.on('data', (chunk) => (received += chunk.length)).resume();
  await once(socket, 'close');
  expect(received).toBeLessThan(responseBytes);
});

it('keeps the connection of a client that waits for a slow response', async () => {
  const open = await startGuarded((_request, response) => {
    setTimeout(() => response.end('made'), 3 * limits.readTimeoutMs);
  });
  const socket = await open();
  socket.write(get('/', 'Connection: close\r\n'));
  expect(await text(socket)).toMatch(/made$/);
});

it('limits the open connections per IP address', async () => {
  const open = await startGuarded((_request, response) => response.end('there'));
  const [first, second] = [await open(), await open()];
  const third = await open();
  await once(third.resume(), 'close');
  first.destroy();
  await once(first, 'close');
  second.write(get('/', 'Connection: close\r\n'));
  expect(await text(second)).toMatch(/there$/);
  const fourth = await open();
  fourth.write(get('/', 'Connection: close\r\n'));
  expect(await text(fourth)).toMatch(/there$/);
});
