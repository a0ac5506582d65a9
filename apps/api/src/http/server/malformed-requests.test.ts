import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorBodySchema } from '@skein/contracts/http';
import { beforeAll, afterAll, expect, it } from 'vitest';
import { limitBodyTime, rejectMalformedRequest } from './malformed-requests.ts';

const maxMs = 100;

/** Responds after the complete request has arrived. */
const server = createServer({ maxHeaderSize: 2000 }, (request, response) => {
  limitBodyTime(request, response, maxMs);
  request.resume().once('end', () => response.end('done'));
  // Aborted requests emit an error.
  request.once('error', () => undefined);
});
server.on('clientError', rejectMalformedRequest);

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

async function send(head: string, body: string, restMs?: number) {
  // The address is a string only for Unix domain sockets.
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write(`${head}\r\nHost: skein.test\r\nConnection: close\r\n\r\n${body.slice(0, 1)}`);
  const received = text(socket);
  if (restMs !== undefined) await sleep(restMs);
  if (restMs !== undefined && !socket.destroyed) socket.write(body.slice(1));
  const [lines = '', content = ''] = (await received).split('\r\n\r\n');
  return { status: Number(lines.split(' ')[1]), lines, content };
}

const json = 'POST / HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 2';
const form =
  'POST / HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 2';

it('rejects a JSON request whose body does not arrive in time', async () => {
  const { status, lines, content } = await send(json, '{}');
  expect(status).toBe(408);
  expect(errorBodySchema.parse(JSON.parse(content)).code).toBe('request_timeout');
  expect(lines).toContain('Connection: close');
});

it('does not apply the body timeout to an upload', async () => {
  expect(await send(form, '--', 3 * maxMs)).toMatchObject({ status: 200 });
});

it('accepts a request whose body arrives in time', async () => {
  expect(await send(json, '{}', 0)).toMatchObject({ status: 200 });
});

it.each([
  ['GET /\u0001 HTTP/1.1', 400, 'malformed_request'],
  [`GET / HTTP/1.1\r\nX: ${'x'.repeat(3000)}`, 431, 'headers_too_large'],
])('rejects invalid HTTP: %.20s', async (head, expected, code) => {
  const { status, content } = await send(head, '');
  expect(status).toBe(expected);
  expect(errorBodySchema.parse(JSON.parse(content))).toMatchObject({ code });
});
