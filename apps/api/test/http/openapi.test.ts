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
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        responses: object;
        parameters?: object[];
        requestBody?: { required?: boolean; content: object };
      }
    >
  >;
}

describe('the OpenAPI document', () => {
  it('describes every route', async () => {
    const response = await api.request.get('/api/openapi.json').expect(200);
    const document = response.body as Document;
    expect(document.openapi).toBe('3.1.0');
    expect(document.servers).toEqual([{ url: '/api' }]);
    // The table in the authorization sweep lists all routes.
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids).toEqual(expect.arrayContaining(['login', 'listFeed', 'getCurrentUser']));
    expect(new Set(ids).size).toBe(ids.length);
    expect(document.paths['/threads']?.['post']?.responses).toMatchObject({
      201: {},
      400: {},
      401: {},
      413: {},
      415: {},
    });
  });

  it('lists the error statuses and required bodies', async () => {
    const { paths } = (await api.request.get('/api/openapi.json')).body as Document;
    const statuses = (path: string) => Object.keys(paths[path]?.['post']?.responses ?? {});
    expect(statuses('/auth/login')).toEqual([
      '200',
      '400',
      '401',
      '403',
      '413',
      '415',
      '429',
      '503',
    ]);
    const creating = ['201', '400', '401', '403', '404', '409', '413', '415', '429', '503', '507'];
    expect(statuses('/threads')).toEqual(creating);
    expect(statuses('/auth/logout')).toEqual(['200', '401', '403', '429', '503']);
    expect(paths['/auth/login']?.['post']?.requestBody?.required).toBe(true);
    expect(paths['/threads']?.['post']?.requestBody?.required).toBe(true);
  });

  it('lists the scope that an app needs, and no app for other operations', async () => {
    const response = await api.request.get('/api/openapi.json').expect(200);
    const { paths } = response.body as {
      paths: Record<string, Record<string, { security: object[] }>>;
    };
    const createThread = paths['/threads']?.['post']?.security;
    expect(createThread).toEqual([{ bearer: [] }, { app: ['write:statuses'] }]);
    expect(paths['/auth/change-password']?.['post']?.security).toEqual([{ bearer: [] }]);
  });

  it('describes forms sent as JSON and the Idempotency-Key header', async () => {
    const { paths } = (await api.request.get('/api/openapi.json')).body as Document;
    const [create, edit] = [paths['/threads']?.['post'], paths['/threads/{threadId}']?.['put']];
    const kinds = ['multipart/form-data', 'application/x-www-form-urlencoded', 'application/json'];
    expect(Object.keys(create?.requestBody?.content ?? {})).toEqual(kinds);
    expect(edit?.requestBody?.required).toBe(true);
    expect(create?.parameters).toMatchObject([
      { name: 'Idempotency-Key', in: 'header', schema: { minLength: 1, maxLength: 255 } },
    ]);
    expect(create?.parameters?.[0]).not.toMatchObject({ required: true });
    expect(edit?.parameters).not.toContainEqual(expect.objectContaining({ in: 'header' }));
  });

  it('has a documentation page whose assets load', async () => {
    const page = await api.request.get('/api/docs').expect(200);
    const parts = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]);
    expect(parts).toHaveLength(3);
    for (const part of parts) {
      const { headers } = await api.request.get(`/api/${part ?? ''}`).expect(200);
      const isGenerated = part === 'docs/start.js';
      expect(headers['cache-control']).toBe(
        isGenerated ? 'private, no-store' : 'public, max-age=3600',
      );
    }
    await api.request.get('/api/docs/assets/package.json').expect(404);
    expect(page.headers['content-security-policy']).not.toContain('unsafe');
  });
});

describe('health and readiness', () => {
  it('need no authentication', async () => {
    const health = await api.request.get('/api/health').expect(200);
    expect(health.body).toEqual({ status: 'ok', version: '0.0.0-test' });
    const ready = await api.request.get('/api/ready').expect(200);
    expect(ready.body).toEqual({ status: 'ready' });
  });
});
