import express from 'express';
import request from 'supertest';
import { expect, it } from 'vitest';
import { createSegmentRouters } from './segment-routers.ts';

function createApp() {
  const { getRouter, handle } = createSegmentRouters();
  getRouter('/threads/{threadId}').get('/threads/:threadId', ({ params }, response) => {
    response.send(`thread ${params.threadId}`);
  });
  getRouter('/users/me').get('/users/me', (_request, response) => {
    response.send('me');
  });
  return express().use(handle, ({ method }, response) => {
    response.status(404).send(`other ${method}`);
  });
}

it('passes each request on to the router for the first segment of its path, in any case', async () => {
  const app = createApp();
  expect((await request(app).get('/threads/5?a=/users/me')).text).toBe('thread 5');
  expect((await request(app).get('/USERS/Me/')).text).toBe('me');
});

it('leaves unknown paths and OPTIONS to the next handler', async () => {
  const app = createApp();
  for (const path of ['/', '/unknown', '/users', '//threads/5', '/threadsmore']) {
    expect((await request(app).get(path)).text).toBe('other GET');
  }
  const response = await request(app).options('/users/me');
  expect([response.status, response.text]).toEqual([404, 'other OPTIONS']);
});
