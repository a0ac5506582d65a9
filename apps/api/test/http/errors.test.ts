import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { errorBodySchema } from '@skein/contracts/http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

const login = () => api.request.post('/api/auth/login');

describe('a request body', () => {
  it('is malformed if it is not JSON', async () => {
    const { errors, message } = expectError(
      await login().type('json').send('{"email":'),
      'malformed_body',
    );
    expect(errors).toEqual([{ path: '', message }]);
  });

  it.each(['text/plain', 'application/xml', 'multipart/form-data; boundary=x'])(
    'of the type %s is not supported by a JSON endpoint',
    async (type) => {
      expectError(await login().type(type).send('x'), 'unsupported_media');
    },
  );

  it('with an unknown Content-Encoding is not supported', async () => {
    const response = await login().type('json').set('Content-Encoding', 'zip').send('{}');
    expectError(response, 'unsupported_media');
  });

  it.each(['gzip', 'deflate', 'br'])('is malformed if it is not valid %s', async (encoding) => {
    const response = await login().type('json').set('Content-Encoding', encoding).send('{}');
    expectError(response, 'malformed_body');
  });

  it('over 100 kB is too large', async () => {
    const body = JSON.stringify({ email: 'x'.repeat(100_001) });
    expectError(await login().type('json').send(body), 'payload_too_large');
  });

  it('that is missing results in errors for all required fields', async () => {
    const { errors } = expectError(await login(), 'validation_failed');
    expect(errors?.map((error) => error.path)).toEqual(['email', 'password']);
  });

  it.each(['[]', 'null', '"x"', '{"__proto__":{"email":"x"}}', `${'['.repeat(40_000)}`])(
    'like %.20s is rejected with status 400',
    async (body) => {
      const response = await login().type('json').send(body);
      expect(response.status).toBe(400);
    },
  );
});

describe('a query parameter', () => {
  it.each(['page=0&page=1', 'page[]=1', 'page[]=1&page=0', 'page[a]=1', 'page[', 'feed[]=all'])(
    'that is a list or an object, like %s, is not valid',
    async (query) => {
      const { auth } = await createUser(api);
      const { errors } = expectError(
        await api.request.get(`/api/threads?${query}`).set(auth),
        'validation_failed',
      );
      expect(errors?.map((error) => error.path)).toEqual([query.split(/[[=]/)[0]]);
    },
  );

  it('that is unknown is ignored', async () => {
    const { auth } = await createUser(api);
    await api.request.get('/api/threads?a=1&a=2&b[]=3&c[d]=4&[e]=5').set(auth).expect(200);
  });
});

describe('a request path', () => {
  it('that is unknown results in a JSON 404', async () => {
    expectError(await api.request.get('/api/nothing'), 'not_found');
    expectError(await api.request.get('/media/nothing'), 'not_found');
  });

  it('with an invalid percent-encoding results in a 404', async () => {
    const { auth } = await createUser(api);
    expectError(await api.request.get('/api/threads/%E0%A4%A').set(auth), 'not_found');
  });

  it.each([
    ['/api/auth/login', 'POST, OPTIONS'],
    ['/api/threads/', 'POST, GET, HEAD, OPTIONS'],
    ['/api/threads/multiple-media', 'POST, GET, HEAD, PUT, DELETE, OPTIONS'],
    ['/api/docs', 'GET, HEAD, OPTIONS'],
    ['/api/docs/assets/swagger-ui.css', 'GET, HEAD, OPTIONS'],
    ['/api/openapi.json', 'GET, HEAD, OPTIONS'],
  ])('lists its methods for an unsupported method: %s', async (address, methods) => {
    const expected = new Set(methods.split(', '));
    const rejected = await api.request.patch(address).send({ some: 'body' });
    expectError(rejected, 'method_not_allowed');
    expect(new Set(rejected.headers['allow']?.split(', '))).toEqual(expected);

    const listed = await api.request.options(address).expect(204, '');
    expect(new Set(listed.headers['allow']?.split(', '))).toEqual(expected);
    const names = Object.keys(listed.headers);
    expect(names.filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('matches a route with a parameter if the static route has no such method', async () => {
    const { auth } = await createUser(api);
    const response = await api.request.get('/api/threads/multiple-media').set(auth);
    expectError(response, 'not_found');
  });

  it('responds to HEAD like to GET without the body', async () => {
    const { headers } = await api.request.get('/api/health');
    const head = await api.request.head('/api/health').expect(200);
    expect(head.text).toBeUndefined();
    expect(head.headers['content-length']).toBe(headers['content-length']);
  });
});

describe('every response', () => {
  it('has a request id, which an error body repeats', async () => {
    const response = await api.request.get('/api/users/me');
    const { requestId } = expectError(response, 'unauthenticated');
    expect(response.headers['x-request-id']).toBe(requestId);
  });

  it('uses a valid request id of a trusted proxy', async () => {
    const settings = { trustedProxies: 1 };
    const proxied = await startTestApi({ databaseUrl: api.databaseUrl, settings });
    const getRequestId = (target: TestApi, id: string) =>
      target.request.get('/api/health').set('X-Request-Id', id);
    const generatedId = /^[0-9a-f-]{36}$/;
    expect((await getRequestId(proxied, 'proxy-id-0001')).headers['x-request-id']).toBe(
      'proxy-id-0001',
    );
    expect((await getRequestId(proxied, 'a b{}"')).headers['x-request-id']).toMatch(generatedId);
    expect((await getRequestId(api, 'proxy-id-0001')).headers['x-request-id']).toMatch(generatedId);
    await proxied.close();
  });

  it('has Strict-Transport-Security without subdomains if the public URL is https', async () => {
    const settings = { publicUrl: new URL('https://skein.test') };
    const secure = await startTestApi({ databaseUrl: api.databaseUrl, settings });
    const { headers } = await secure.request.get('/api/health');
    await secure.close();
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    const insecure = await api.request.get('/api/health');
    expect(insecure.headers['strict-transport-security']).toBeUndefined();
  });

  it('has headers against caching and use by other sites', async () => {
    const { headers } = await api.request.get('/api/health');
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['content-security-policy']).toBeUndefined();
  });
});

/** Sends raw header lines, because client libraries reject invalid ones. */
async function sendRaw(lines: readonly string[]) {
  const socket = connect(api.port, '127.0.0.1');
  socket.write(['GET /api/health HTTP/1.1', ...lines, 'Connection: close', '', ''].join('\r\n'));
  const [head = '', content = ''] = (await text(socket)).split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), body: JSON.parse(content) as unknown };
}

describe('the Host header', () => {
  it.each([
    [['Host: skein.test', 'Host: evil.test']],
    [['Host: skein.test', 'host: skein.test']],
    [['Host: skein.test/path']],
  ])('is rejected if it is invalid: %j', async (lines) => {
    const { status, body } = await sendRaw(lines);
    expect(status).toBe(400);
    expect(errorBodySchema.parse(body)).toMatchObject({ code: 'malformed_request' });
  });

  it.each([['skein.test'], ['127.0.0.1:4000'], ['[::1]:4000'], ['']])(
    'may be "%s"',
    async (host) => {
      expect(await sendRaw([`Host: ${host}`])).toMatchObject({ status: 200 });
    },
  );
});
