import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

interface Document {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, { operationId: string; responses: object }>>;
}

describe('the OpenAPI document', () => {
  it('describes every route', async () => {
    const answer = await api.request.get('/api/openapi.json').expect(200);
    const document = answer.body as Document;
    expect(document.openapi).toBe('3.1.0');
    expect(document.servers).toEqual([{ url: '/api' }]);
    expect(Object.keys(document.paths).toSorted()).toEqual([
      '/auth/login',
      '/auth/logout',
      '/auth/register',
      '/auth/session',
      '/health',
      '/ready',
      '/threads',
      '/threads/multiple-media',
      '/threads/{threadId}',
      '/users/me',
    ]);
    expect(document.paths['/threads']?.['post']?.responses).toMatchObject({
      201: {},
      400: {},
      401: {},
      413: {},
      415: {},
    });
  });

  it('can be read on a page, whose parts load', async () => {
    const page = await api.request.get('/api/docs').expect(200);
    const parts = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]);
    expect(parts).toHaveLength(3);
    for (const part of parts) await api.request.get(`/api/${part ?? ''}`).expect(200);
    expect(page.headers['content-security-policy']).not.toContain('unsafe');
  });
});

describe('health and readiness', () => {
  it('are told to anybody', async () => {
    const health = await api.request.get('/api/health').expect(200);
    expect(health.body).toEqual({ status: 'ok', version: '0.0.0-test' });
    const ready = await api.request.get('/api/ready').expect(200);
    expect(ready.body).toEqual({ status: 'ready' });
  });
});
