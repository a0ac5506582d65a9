import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
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

interface ObjectSchema {
  properties?: Record<string, unknown>;
  required?: string[];
}

interface DescribedDocument {
  info: { license: object };
  paths: Record<
    string,
    Record<string, { parameters: { name: string; schema: object }[]; responses: object }>
  >;
  components: { schemas: Record<string, ObjectSchema> };
}

describe('the OpenAPI document', () => {
  it('describes every route', async () => {
    const response = await api.request.get('/api/openapi.json').expect(200);
    const document = response.body as Document;
    expect(document.openapi).toBe('3.1.0');
    expect(document.servers).toEqual([{ url: '/api' }]);
    // The table in the authorization sweep lists all routes.
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
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
    const statuses = (address: string) => Object.keys(paths[address]?.['post']?.responses ?? {});
    const login = ['200', '400', '401', '403', '408', '413', '415', '429', '431', '503'];
    expect(statuses('/auth/login')).toEqual(login);
    expect(statuses('/threads')).toEqual([
      '201',
      '400',
      '401',
      '403',
      '404',
      '408',
      '409',
      '413',
      '415',
      '429',
      '431',
      '503',
      '507',
    ]);
    expect(statuses('/auth/logout')).toEqual([
      '200',
      '400',
      '401',
      '403',
      '408',
      '429',
      '431',
      '503',
    ]);
    expect(paths['/auth/login']?.['post']?.requestBody?.required).toBe(true);
    expect(paths['/threads']?.['post']?.requestBody?.required).toBe(true);
  });

  it('passes the recommended rules of Redocly', async () => {
    const { text } = await api.request.get('/api/openapi.json').expect(200);
    const directory = await mkdtemp(path.join(tmpdir(), 'skein-openapi-'));
    const file = path.join(directory, 'openapi.json');
    await writeFile(file, text);
    const cli = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
    // The addresses follow the specification, which has both /threads/drafts and /threads/{threadId}.
    const rules = ['--extends=recommended', '--skip-rule=no-ambiguous-paths', '--max-problems=20'];
    const options = [...rules, '--format=json'];
    const env = {
      ...process.env,
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    };
    const run = promisify(execFile);
    // Exits with 1 if there are errors.
    const { stdout } = await run(process.execPath, [cli, 'lint', file, ...options], {
      env,
      cwd: directory,
    }).catch((error: unknown) => error as { stdout: string });
    await rm(directory, { recursive: true });
    expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0 }, problems: [] });
  }, 60_000);

  it('describes text in queries by its meaning, and names the properties of objects', async () => {
    const response = await api.request.get('/api/openapi.json').expect(200);
    const { info, paths, components } = response.body as DescribedDocument;
    expect(info.license).toEqual({ name: 'MIT', identifier: 'MIT' });
    const findQuery = (address: string, name: string) =>
      paths[address]?.['get']?.parameters.find((parameter) => parameter.name === name)?.schema;
    for (const [address, name] of [
      ['/chat/conversations', 'groups'],
      ['/chat/search', 'groups'],
      ['/threads/{threadId}/replies', 'hidden'],
    ] as const) {
      const schema = findQuery(address, name);
      expect(schema).toMatchObject({ type: 'boolean', default: false });
      expect(schema).not.toHaveProperty('enum');
    }
    expect(findQuery('/threads', 'page')).toEqual({ type: 'integer', minimum: 0, maximum: 1e6 });
    const { properties } = components.schemas['NotificationPreferences'] ?? {};
    expect(properties).toMatchObject({ like: { type: 'boolean' }, follow: { type: 'boolean' } });
  });

  it('marks every field of a response as required', async () => {
    const response = await api.request.get('/api/openapi.json').expect(200);
    const { paths, components } = response.body as DescribedDocument;
    const optional: string[] = [];
    const search = (value: unknown, name: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const { properties, required = [] } = value as ObjectSchema;
      for (const key of Object.keys(properties ?? {})) {
        if (!required.includes(key)) optional.push(`${name}: ${key}`);
      }
      for (const part of Object.values(value)) search(part, name);
    };
    for (const [address, methods] of Object.entries(paths)) {
      // Some events of the stream have no id.
      if (address === '/chat/stream') continue;
      for (const { responses } of Object.values(methods)) search(responses, address);
    }
    for (const [name, schema] of Object.entries(components.schemas)) search(schema, name);
    expect(optional).toEqual([]);
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
