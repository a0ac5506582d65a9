import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDiskMediaStore, newStorageKey } from '../../src/modules/media/index.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

const content = Buffer.from('0123456789');
const key = newStorageKey();
const url = `/media/${key}/original.webp`;
const etag = `"${key}/original.webp"`;

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
  const store = createDiskMediaStore(path.join(api.dataDirectory, 'media'));
  await store.put(key, 'original.webp', content);
  await store.put(key, 'original.pdf', content);
  await store.put(key, 'original.html', content);
  await store.put(key, 'empty.webp', Buffer.alloc(0));
});
afterAll(() => api.close());

describe('GET /media', () => {
  test('returns the file to anyone who knows its URL', async () => {
    const response = await api.request.get(url);
    expect(response.status).toBe(200);
    expect(response.body).toEqual(content);
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': '10',
      'content-disposition': 'inline',
      'accept-ranges': 'bytes',
      etag,
    });
  });

  test('sends headers that allow caching and forbid scripts', async () => {
    const { headers } = await api.request.get(url);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(headers).not.toHaveProperty('set-cookie');
  });

  test('returns a document as a download', async () => {
    const { headers } = await api.request.get(`/media/${key}/original.pdf`);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment',
    });
  });

  test('returns an empty file', async () => {
    const response = await api.request.get(`/media/${key}/empty.webp`);
    expect(response.status).toBe(200);
    expect(response.headers['content-length']).toBe('0');
  });

  test('returns the same headers for HEAD without the content', async () => {
    const response = await api.request.head(url).set('Range', 'bytes=0-1');
    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({
      'content-length': '10',
      'content-type': 'image/webp',
    });
  });

  test.each([[etag], ['"other", ' + etag], [`W/${etag}`], ['*']])(
    'returns 304 when the client has %s',
    async (tags) => {
      const response = await api.request.get(url).set('If-None-Match', tags);
      expect(response.status).toBe(304);
      expect(response.headers).toMatchObject({ etag });
      expect(response.text).toBe('');
    },
  );

  test('returns the complete file when the client has another version', async () => {
    const response = await api.request.get(url).set('If-None-Match', '"other"');
    expect(response.status).toBe(200);
  });
});

describe('GET /media with a range', () => {
  test.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
    ['bytes=0-0', '0', 'bytes 0-0/10'],
  ])('returns the part for %s', async (range, text, contentRange) => {
    const response = await api.request.get(url).set('Range', range);
    expect(response.status).toBe(206);
    expect(String(response.body)).toBe(text);
    expect(response.headers).toMatchObject({
      'content-range': contentRange,
      'content-length': String(text.length),
    });
  });

  test.each(['bytes=10-', 'bytes=99-100', 'bytes=-0', 'bytes=5-4'])(
    '%s is not satisfiable',
    async (range) => {
      const response = await api.request.get(url).set('Range', range);
      expect(response.status).toBe(416);
      expect(response.headers['content-range']).toBe('bytes */10');
      expect(response.headers).not.toHaveProperty('etag');
    },
  );

  test.each(['bytes=0-1,4-5', 'pages=1-2', 'bytes', 'nonsense'])(
    'returns the complete file for %s',
    async (range) => {
      const response = await api.request.get(url).set('Range', range);
      expect(response.status).toBe(200);
      expect(response.body).toEqual(content);
    },
  );

  test('returns the part only if If-Range matches the version', async () => {
    const lastModified = (await api.request.get(url)).get('Last-Modified') ?? '';
    const getPart = (condition: string) =>
      api.request.get(url).set('Range', 'bytes=0-1').set('If-Range', condition);
    expect((await getPart(etag)).status).toBe(206);
    expect((await getPart(lastModified)).status).toBe(206);
    expect((await getPart('"other"')).status).toBe(200);
    expect((await getPart('Wed, 01 Jan 2020 00:00:00 GMT')).status).toBe(200);
  });
});

describe('GET /media for an unknown address', () => {
  test.each([
    ['an unknown key', `/media/${newStorageKey()}/original.webp`],
    ['an unknown name', `/media/${key}/999.webp`],
    ['a type that is never served', `/media/${key}/original.html`],
    ['a folder', `/media/${key}`],
    ['a folder with a slash', `/media/${key}/`],
    ['the root', '/media'],
    ['a deeper path', `${url}/x`],
    ['another case', `/media/${key.toUpperCase()}/original.webp`],
    ['an encoded parent directory', `/media/${key}/..%2foriginal.webp`],
    ['encoded parent directories up to the root', '/media/..%2f..%2f..%2fetc/passwd'],
    ['a doubly encoded parent directory', `/media/%252e%252e/${key}`],
    ['a backslash', `/media/${key}/..%5coriginal.webp`],
    ['a NUL', `/media/${key}/original.webp%00.html`],
    ['a broken encoding', `/media/${key}/%E0%A4%A`],
    ['a hidden file', `/media/${key}/.temp`],
  ])('returns 404 for %s', async (_name, address) => {
    const response = await api.request.get(address);
    expectError(response, 'not_found');
    expect(response.headers['cache-control'] ?? '').not.toContain('immutable');
  });

  test.each(['post', 'put', 'delete', 'patch'] as const)('returns 405 for %s', async (method) => {
    const response = await api.request[method](url);
    expectError(response, 'method_not_allowed');
    expect(response.headers['allow']).toBe('GET, HEAD');
  });
});
