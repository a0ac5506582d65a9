import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleImage } from '../media/sample-images.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { publish } from '../support/factories/publish.ts';

let api: TestApi;
let site: string;
let user: User;
let mediaUrl: string;

beforeAll(async () => {
  site = await mkdtemp(path.join(tmpdir(), 'skein-site-'));
  await mkdir(path.join(site, 'assets'));
  await mkdir(path.join(site, 'icons'));
  const files = {
    'index.html': '<!doctype html><title>Skein</title>',
    'manifest.webmanifest': '{"name":"Skein","short_name":"Skein"}',
    'sw.js': 'self.skipWaiting();',
    'assets/app-1a2b.js': 'void 0;',
    'icons/icon-192.png': '',
    'assets/app-1a2b.css': 'a {}',
  };
  for (const [name, content] of Object.entries(files)) {
    await writeFile(path.join(site, name), content);
  }
  api = await startTestApi({ settings: { siteDirectory: site } });
  user = await createUser(api);
  const picture = await sampleImage().png().toBuffer();
  const { media } = await publish(api, user, { files: [picture] });
  mediaUrl = media[0]?.mediaUrl ?? '';
});

afterAll(async () => {
  await api.close();
  await rm(site, { recursive: true });
});

interface HeaderRequest {
  method?: string;
  path: string;
  status: number;
  isSignedIn?: boolean;
  body?: string;
  /** True for streams, which only our own pages may open. */
  isSameOrigin?: boolean;
}

const apiRequests: [string, HeaderRequest][] = [
  ['an authenticated response', { path: '/api/users/me', status: 200, isSignedIn: true }],
  ['a public response', { path: '/api/health', status: 200 }],
  ['a list', { path: '/api/threads', status: 200, isSignedIn: true }],
  ['a download', { path: '/api/users/me/export', status: 200, isSignedIn: true }],
  ['a stream', { path: '/api/chat/stream', status: 200, isSignedIn: true, isSameOrigin: true }],
  ['the OpenAPI document', { path: '/api/openapi.json', status: 200 }],
  ['a response to a missing session', { path: '/api/users/me', status: 401 }],
  ['a response to invalid input', { path: '/api/threads?size=x', status: 400, isSignedIn: true }],
  [
    'a response to an invalid body',
    { method: 'POST', path: '/api/auth/login', status: 400, body: '{' },
  ],
  ['an unknown path', { path: '/api/nothing', status: 404 }],
  ['an address that cannot be decoded', { path: '/api/users/%E0%A4%A', status: 404 }],
  ['another method', { method: 'PUT', path: '/api/health', status: 405 }],
];

const siteRequests: [string, HeaderRequest][] = [
  ['the page', { path: '/', status: 200 }],
  ['the page of any path', { path: '/profile/%3Cscript%3E', status: 404 }],
  ['the manifest', { path: '/manifest.webmanifest', status: 200 }],
  ['the service worker', { path: '/sw.js', status: 200 }],
];

const assetRequests: [string, HeaderRequest][] = [
  ['a script', { path: '/assets/app-1a2b.js', status: 200 }],
  ['a style sheet', { path: '/assets/app-1a2b.css', status: 200 }],
];

const missing: [string, HeaderRequest][] = [
  ['asset', { path: '/assets/none.js', status: 404 }],
  ['medium', { path: `/media/${'0'.repeat(32)}/original.webp`, status: 404 }],
];

async function sendRequest({
  method = 'GET',
  path: address,
  body,
  ...headerRequest
}: HeaderRequest) {
  const abort = new AbortController();
  const response = await fetch(`http://127.0.0.1:${api.port}${address}`, {
    method,
    signal: abort.signal,
    headers: {
      ...(headerRequest.isSameOrigin !== true && { Origin: 'https://evil.example' }),
      ...(headerRequest.isSignedIn === true && user.auth),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  });
  const { status, headers } = response;
  abort.abort();
  return { status, headers };
}

function expectSecurityHeaders(
  headers: Headers,
  resourcePolicy = 'same-origin',
  corsHeaders: Record<string, string> = {},
): void {
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  expect(headers.get('cross-origin-resource-policy')).toBe(resourcePolicy);
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  for (const name of ['x-powered-by', 'server', 'set-cookie']) expect(headers.get(name)).toBeNull();
  const isCors = ([name]: [string, string]) => name.startsWith('access-control-');
  expect(Object.fromEntries([...headers].filter(isCors))).toEqual(corsHeaders);
}

/** Documents and workers have a policy. Data has none of the headers about documents. */
function expectDataHeaders(headers: Headers): void {
  for (const name of [
    'content-security-policy',
    'cross-origin-opener-policy',
    'permissions-policy',
    'reporting-endpoints',
  ]) {
    expect({ [name]: headers.get(name) }).toEqual({ [name]: null });
  }
}

function expectPolicy(headers: Headers): void {
  const policy = new Map(
    (headers.get('content-security-policy') ?? '').split(';').map((directive) => {
      const [name = '', ...values] = directive.trim().split(' ');
      return [name, values.join(' ')] as const;
    }),
  );
  expect(Object.fromEntries(policy)).toMatchObject({
    'default-src': "'self'",
    'script-src': "'self'",
    'style-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'form-action': "'self'",
    'require-trusted-types-for': "'script'",
  });
  expect([...policy.values()].join(' ')).not.toMatch(/unsafe|\*|https?:/);
}

describe('security headers', () => {
  it.each(apiRequests)('of the API are sent with %s', async (_name, headerRequest) => {
    const { status, headers } = await sendRequest(headerRequest);
    expect(status).toBe(headerRequest.status);
    expectSecurityHeaders(headers);
    expectDataHeaders(headers);
    expect(headers.get('cache-control')).toMatch(/^private, no-store(, no-transform)?$/);
    expect(headers.get('etag')).toBeNull();
  });

  it.each(siteRequests)('of the web app are sent with %s', async (_name, headerRequest) => {
    const { status, headers } = await sendRequest(headerRequest);
    expect(status).toBe(headerRequest.status);
    expectSecurityHeaders(headers);
    expectPolicy(headers);
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  });

  it.each(assetRequests)('are few with %s', async (_name, headerRequest) => {
    const { status, headers } = await sendRequest(headerRequest);
    expect(status).toBe(headerRequest.status);
    expectSecurityHeaders(headers);
    expectDataHeaders(headers);
  });

  it('let other sites show the icons', async () => {
    const { headers } = await sendRequest({ path: '/icons/icon-192.png', status: 200 });
    expectSecurityHeaders(headers, 'cross-origin', { 'access-control-allow-origin': '*' });
  });

  it('let an app in a browser wait for the window in which it asks for permission', async () => {
    const { headers } = await sendRequest({ path: '/oauth/authorize?client_id=x', status: 200 });
    expect(headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expectPolicy(headers);
  });

  it.each(missing)('are sent with a missing %s, without caching', async (_name, headerRequest) => {
    const { status, headers } = await sendRequest(headerRequest);
    expect(status).toBe(headerRequest.status);
    expectSecurityHeaders(headers);
    expectDataHeaders(headers);
    expect(headers.get('cache-control') ?? '').not.toMatch(/public|max-age/);
  });

  it('of the API reference allow our own scripts only', async () => {
    const { status, headers } = await sendRequest({ path: '/api/docs', status: 200 });
    expect(status).toBe(200);
    expectSecurityHeaders(headers);
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    const policy = headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it('of a media file forbid all scripts', async () => {
    const { status, headers } = await sendRequest({ path: mediaUrl, status: 200 });
    expect(status).toBe(200);
    // Web apps of other sites may read the file, without cookies.
    expectSecurityHeaders(headers, 'cross-origin', { 'access-control-allow-origin': '*' });
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
  });
});

describe('another site', () => {
  it.each(['/api/threads', '/api/auth/login', '/api/users/me', '/'])(
    'gets no CORS permission for %s',
    async (address) => {
      const response = await fetch(`http://127.0.0.1:${api.port}${address}`, {
        method: 'OPTIONS',
        headers: {
          Origin: 'https://evil.example',
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'authorization, content-type',
        },
      });
      expect([...response.headers.keys()].filter((n) => n.startsWith('access-control-'))).toEqual(
        [],
      );
    },
  );

  it('changes nothing by a form or an image request, even with cookies', async () => {
    const headers = {
      Cookie: `skein_stream=${user.token}`,
      Origin: 'https://evil.example',
      'Sec-Fetch-Site': 'cross-site',
    };
    const before = await api.database.thread.count();
    const post = (type: string, body: string) =>
      api.request.post('/api/threads').set(headers).set('Content-Type', type).send(body);
    for (const { status } of [
      await post('application/x-www-form-urlencoded', 'content=evil'),
      await post('text/plain', '{"content":"evil"}'),
      await post('application/json', '{"content":"evil"}'),
      await api.request.post('/api/auth/logout').set(headers),
      await api.request.get('/api/users/me').set(headers),
      await api.request.get('/api/users/me/export').set(headers),
    ]) {
      expect(status).toBe(401);
    }
    expect(await api.database.thread.count()).toBe(before);
    const stream = await api.request.get('/api/chat/stream').set(headers);
    expect(stream.status).toBe(403);
  });
});

it('limits the only cookie to the stream, unavailable to scripts and other sites', async () => {
  const settings = { publicUrl: new URL('https://skein.test') };
  const secure = await startTestApi({ databaseUrl: api.databaseUrl, settings });
  const { email, password } = user;
  const login = await secure.request.post('/api/auth/login').send({ email, password }).expect(200);
  await secure.close();
  const cookies = login.get('Set-Cookie') ?? [];
  expect(cookies).toHaveLength(1);
  const [pair = '', ...attributes] = (cookies[0] ?? '').split('; ');
  expect(pair).toMatch(/^skein_stream=/);
  expect(attributes).toEqual(
    expect.arrayContaining(['Path=/api/chat/stream', 'HttpOnly', 'Secure', 'SameSite=Strict']),
  );
});
