import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { streamEvents } from '@skein/contracts/realtime';
import express, { Router } from 'express';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Viewer } from '../../platform/viewer.ts';
import { createBinders } from './bind-route.ts';
import { createCursorCipher } from './cursor-cipher.ts';

/** A stream has no body, creates nothing and is no download. */
const unused = (): never => {
  throw new Error('is not used by a stream');
};

it('opens no channel for a client that disconnects during authentication', async () => {
  const resolving = Promise.withResolvers<Viewer>();
  const resolveViewer = vi.fn<() => Promise<Viewer>>(() => resolving.promise);
  const router = Router();
  const { bindStream } = createBinders({
    getRouter: () => router,
    resolveViewer,
    rateLimiter: {
      consume: () => Promise.resolve({ status: null, refund: () => Promise.resolve() }),
    },
    requestLimiters: { run: (_request, handle) => handle() },
    downloadSlots: { acquire: unused },
    receiveForm: unused,
    idempotencyKeys: { claim: unused, complete: unused, release: unused },
    cursorCipher: createCursorCipher('secret'),
    runWithDatabase: (_handled, work) => work(),
    publicUrl: new URL('http://127.0.0.1'),
    verifyResponses: false,
  });
  const handler = vi.fn<() => Promise<void>>(() => Promise.resolve());
  bindStream(streamEvents, handler);
  const closed = vi.fn<() => void>();
  const app = express().use((_request, response, next) => {
    response.once('close', closed);
    next();
  }, router);
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());

  // The address is a string only for Unix domain sockets.
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1');
  reader.write(`GET ${streamEvents.path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer x\r\n\r\n`);
  await vi.waitFor(() => expect(resolveViewer).toHaveBeenCalled());
  reader.destroy();
  await vi.waitFor(() => expect(closed).toHaveBeenCalled());
  resolving.resolve({ userId: 'a', sessionId: 'b' });
  await new Promise(setImmediate);
  expect(handler).not.toHaveBeenCalled();
});
