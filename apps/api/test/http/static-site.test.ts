import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

const script = `console.log('${'skein '.repeat(300)}');\n`;

const client = { clientId: 'skein', clientSecret: 'hidden' };

let api: TestApi;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'skein-site-'));
  const site = path.join(directory, 'dist');
  await mkdir(path.join(site, 'assets'), { recursive: true });
  await mkdir(path.join(site, '.vite'));
  const files = {
    'index.html':
      '<!doctype html><html lang="en"><title>Skein</title><meta name="application-name" content="">',
    'notes.txt': 'Notes\n',
    'manifest.webmanifest': '{"name":"Skein","short_name":"Skein","start_url":"/feed"}',
    'assets/app-1a2b.js': script,
    'assets/app-1a2b.js.br': brotliCompressSync(script),
    'assets/app-1a2b.js.gz': gzipSync(script),
    'assets/mark-3c4d.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'assets/gone-5e6f.css': 'a {}',
    '.vite/manifest.json': '{"of the build": true}',
    '../outside.txt': 'outside',
  };
  for (const [name, content] of Object.entries(files)) {
    await writeFile(path.join(site, name), content);
  }
  await symlink(path.join(directory, 'outside.txt'), path.join(site, 'assets/link-7a8b.txt'));
  api = await startTestApi({
    settings: {
      siteDirectory: site,
      fixedSettings: { name: 'Ada & "Friends"' },
      oidc: { issuer: new URL('https://sso.example'), ...client, buttonLabel: 'Use "SSO"' },
      hasPasswordSignIn: false,
    },
  });
  await rm(path.join(site, 'assets'), { recursive: true });
});

afterAll(async () => {
  await api.close();
  await rm(directory, { recursive: true });
});

const get = (address: string, encoding = 'identity') =>
  api.request.get(address).set('Accept-Encoding', encoding);

it('responds with 404 to unknown paths below /.well-known/ instead of the web app', async () => {
  for (const name of ['openid-configuration', 'matrix/client', '']) {
    expectError(await get(`/.well-known/${name}`), 'not_found');
  }
});

it.each([
  '/v1/statuses',
  '/v2/instance',
  '/oauth/unknown',
  '/oauth/authorize/unknown',
  '/health/live',
  '/nodeinfo/9.9',
  '/wp-login.php',
  '/index.php/api',
])('responds to %s, which programs request, with a 404 in JSON', async (unknown) => {
  expectError(await get(unknown), 'not_found');
});

it.each(['/oauth/authorize', '/oauth/authorize/native'])(
  'shows the web app at %s, where it asks for permission',
  async (page) => {
    await get(page)
      .expect(200)
      .expect('Content-Type', /^text\/html/);
  },
);

it('lets programs on other sites read the pictures of users without one', async () => {
  await get('/icons/icon-192.png').expect('Access-Control-Allow-Origin', '*');
});

it('responds to /health with a text, without the web app', async () => {
  await get('/health')
    .expect(200, 'OK')
    .expect('Content-Type', /^text\/plain/);
});

describe('a file of the web app', () => {
  it('is served from memory after it was deleted from the disk', async () => {
    const response = await get('/assets/gone-5e6f.css').expect(200, 'a {}');
    expect(response.headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'content-length': '4',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    await get('/assets/mark-3c4d.svg').expect('Content-Type', /^image\/svg\+xml/);
    const text = await get('/notes.txt').expect('Content-Type', /^text\/plain/);
    expect(text.headers['cache-control']).toBe('public, max-age=3600');
  });

  it('has the name of the instance in the web app manifest', async () => {
    const { text } = await get('/manifest.webmanifest').expect(
      'Content-Type',
      /^application\/manifest\+json/,
    );
    const name = 'Ada & "Friends"';
    expect(JSON.parse(text)).toEqual({ name, short_name: name, start_url: '/feed' });
  });

  it('has the settings that the app needs in its page, as they are at the request', async () => {
    const before = await get('/login');
    expect(before.text).not.toContain('name="registration');
    const { siteSettings, instance } = api.services;
    const settings = { ...siteSettings.current(), registrationMode: 'closed' as const };
    const appearance = {
      accentColor: '#14744a',
      defaultTheme: 'dark' as const,
      defaultLanguage: 'de' as const,
    };
    const changed = {
      ...settings,
      registrationMessage: 'Ask "Ada"',
      showsTrends: false,
      ...appearance,
    };
    await siteSettings.save(api.database, { version: 0, settings: changed });
    const rules = [{ title: 'Be kind', description: '' }];
    await instance.pages.saveRules(api.database, { version: 0, rules });
    await siteSettings.load();
    const { text, headers } = await get('/login');
    expect(text).toContain('<meta name="registration" content="closed">');
    expect(text).toContain('<meta name="registration-message" content="Ask &quot;Ada&quot;">');
    expect(text).toContain('<meta name="single-sign-on" content="on">');
    expect(text).toContain('<meta name="single-sign-on-label" content="Use &quot;SSO&quot;">');
    expect(text).toContain('<meta name="password-sign-in" content="off">');
    expect(text).not.toContain(client.clientSecret);
    expect(text).toContain('<meta name="trends" content="off">');
    expect(text).toContain('<meta name="rules" content="on">');
    expect(text).toContain('<meta name="accent" content="#14744a">');
    expect(text).not.toContain('name="accent-dark"');
    expect(text).toContain('<meta name="default-theme" content="dark">');
    expect(text).toContain('<html lang="de">');
    expect(headers['etag']).not.toBe(before.headers['etag']);
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['identity', undefined],
    ['zstd', undefined],
  ])('is sent in the best encoding for Accept-Encoding: %s', async (accepted, encoding) => {
    const { headers, text } = await get('/assets/app-1a2b.js', accepted).expect(200);
    expect(text).toBe(script);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['vary']).toContain('Accept-Encoding');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  });

  it('is not sent for a matching ETag or a HEAD request', async () => {
    const { headers } = await get('/assets/app-1a2b.js', 'gzip').expect(200, script);
    const etag = String(headers['etag']);
    const repeated = await get('/assets/app-1a2b.js', 'gzip')
      .set('If-None-Match', etag)
      .expect(304);
    expect(repeated.text).toBe('');
    await get('/assets/app-1a2b.js').set('If-None-Match', etag).expect(200);
    const head = await api.request.head('/assets/app-1a2b.js').set('Accept-Encoding', 'gzip');
    expect(head.headers).toMatchObject({ etag, 'content-length': headers['content-length'] });
    expect(head.text).toBeUndefined();
  });

  it.each(['/assets/none.js', '/assets/', '/assets/link-7a8b.txt', '/assets/app-1a2b.js/'])(
    'that does not exist results in a 404: %s',
    async (address) => {
      expectError(await get(address), 'not_found');
    },
  );

  it('supports only GET and HEAD', async () => {
    const response = await api.request.post('/assets/app-1a2b.js');
    expectError(response, 'method_not_allowed');
    expect(response.headers['allow']).toBe('GET, HEAD');
  });
});

describe('any other path of the web app', () => {
  it.each(['/', '/index.html', '/login', '/messages/ada?tab=replies', '/%E0%A4%A', '/.vite/x'])(
    'sends the page with the name of the instance: %s',
    async (address) => {
      const response = await get(address, 'gzip').expect(200);
      expect(response.text).toContain('<title>Ada &amp; &quot;Friends&quot;</title>');
      expect(response.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-encoding': 'gzip',
        'cache-control': 'no-cache',
        vary: 'Accept-Language, Accept-Encoding',
      });
      const etag = String(response.headers['etag']);
      await get(address, 'gzip').set('If-None-Match', etag).expect(304);
    },
  );

  it.each([
    '/../outside.txt',
    '/%2e%2e/outside.txt',
    '/..%2foutside.txt',
    '/..%5coutside.txt',
    '/.vite/manifest.json',
    '/notes.txt/../../outside.txt',
  ])('exposes no other file of the disk: %s', async (address) => {
    const response = await get(address);
    expect(response.text).not.toMatch(/^outside|of the build/);
  });
});
