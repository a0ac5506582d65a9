import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { createDiskSpace } from '../../platform/disk-space.ts';
import { createFormReceiver } from './receive-form.ts';

const unused = (): never => {
  throw new Error('is not used without a reserve');
};

it('admits the next form of a user when one was handled, before its response is sent', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'skein-forms-'));
  const receiveForm = createFormReceiver({
    directory,
    diskSpace: createDiskSpace({ directory, reserveBytes: 0, readDisk: unused }),
    quota: { reserve: () => Promise.resolve({ bytes: 0, release: () => undefined }) },
    logger: pino({ level: 'silent' }),
  });
  const handled: (() => void)[] = [];
  const app = express().post('/', async (request, response) => {
    const done = Promise.withResolvers<void>();
    const sender = {
      viewer: undefined,
      handled: done.promise,
      countUpload: () => Promise.resolve(),
    };
    const files = { file: { maxBytes: 10, maxCount: 1, description: 'A file' } };
    const result = await receiveForm(request, response, files, sender).catch(String);
    if (typeof result === 'string') response.send(result);
    else handled.push(done.resolve);
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await rm(directory, { recursive: true });
  });
  // The address is a string only for Unix domain sockets.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const send = () => {
    const body = new FormData();
    body.set('file', new File(['x'], 'x'));
    return fetch(url, { method: 'POST', body });
  };

  const responses = [send(), send()];
  await expect.poll(() => handled.length).toBe(2);
  expect(await (await send()).text()).toContain('of your uploads are still running');
  handled[0]?.();
  responses.push(send());
  await expect.poll(() => handled.length).toBe(3);
  server.closeAllConnections();
  await Promise.allSettled(responses);
});
