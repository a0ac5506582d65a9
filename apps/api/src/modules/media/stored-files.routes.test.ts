import express from 'express';
import type { ErrorRequestHandler } from 'express';
import { Readable } from 'node:stream';
import supertest from 'supertest';
import { expect, test } from 'vitest';
import { createMediaHandler } from './stored-files.routes.ts';
import { newStorageKey } from './store/media-store.ts';
import type { MediaStore } from './store/media-store.ts';

const sendNotFound: ErrorRequestHandler = (_error, _request, response, _next) => {
  response.status(404).json({});
};

function serve(read: MediaStore['read']) {
  const store: MediaStore = {
    read,
    stat: () => Promise.resolve({ bytes: 10, modifiedAt: new Date() }),
    put: () => Promise.reject(new Error('unused')),
    putDeferred: () => Promise.reject(new Error('unused')),
    flush: () => Promise.reject(new Error('unused')),
    list: () => Promise.reject(new Error('unused')),
    check: () => Promise.reject(new Error('unused')),
    removeFile: () => Promise.reject(new Error('unused')),
    remove: () => Promise.reject(new Error('unused')),
  };
  const app = express()
    .use(createMediaHandler(store, { findDownloadName: () => Promise.resolve(null) }))
    .use(sendNotFound);
  return supertest(app).get(`/${newStorageKey()}/original.webp`);
}

test('returns an uncacheable 404 for a file deleted between lookup and read', async () => {
  const response = await serve(() => Promise.resolve(null)).set('Range', 'bytes=0-3');
  expect(response.status).toBe(404);
  expect(response.headers).not.toHaveProperty('cache-control');
  expect(response.headers).not.toHaveProperty('content-range');
  expect(response.headers['content-type']).toContain('application/json');
});

test('destroys the connection when the store fails midway', async () => {
  const half = Readable.from(
    (function* () {
      yield Buffer.from('0123');
      throw new Error('disk');
    })(),
  );
  await expect(serve(() => Promise.resolve(half))).rejects.toThrow(/aborted|hang up/);
});
