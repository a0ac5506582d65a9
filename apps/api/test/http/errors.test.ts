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

describe('a body', () => {
  it('that is no JSON is malformed', async () => {
    expectError(await login().type('json').send('{"email":'), 'malformed_body');
  });

  it.each(['text/plain', 'application/xml', 'multipart/form-data; boundary=x'])(
    'of the type %s is not supported where JSON is wanted',
    async (type) => {
      expectError(await login().type(type).send('x'), 'unsupported_media');
    },
  );

  it('in an unknown encoding is not supported', async () => {
    const answer = await login().type('json').set('Content-Encoding', 'zip').send('{}');
    expectError(answer, 'unsupported_media');
  });

  it.each(['gzip', 'deflate', 'br'])('that is no %s but says so is malformed', async (encoding) => {
    const answer = await login().type('json').set('Content-Encoding', encoding).send('{}');
    expectError(answer, 'malformed_body');
  });

  it('over 100 kB is too large', async () => {
    const body = JSON.stringify({ email: 'x'.repeat(100_001) });
    expectError(await login().type('json').send(body), 'payload_too_large');
  });

  it('that is missing is named by what it lacks', async () => {
    const { errors } = expectError(await login(), 'validation_failed');
    expect(errors?.map((error) => error.path)).toEqual(['email', 'password']);
  });

  it.each(['[]', 'null', '"x"', '{"__proto__":{"email":"x"}}', `${'['.repeat(40_000)}`])(
    'like %.20s is refused, not stumbled over',
    async (body) => {
      const answer = await login().type('json').send(body);
      expect(answer.status).toBe(400);
    },
  );
});

describe('an address', () => {
  it('that nothing lives at is not found, as JSON', async () => {
    expectError(await api.request.get('/api/nothing'), 'not_found');
    expectError(await api.request.get('/media/nothing'), 'not_found');
  });

  it('that cannot be decoded is not found', async () => {
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
  ])('asked with another method names its own: %s', async (address, methods) => {
    const wanted = new Set(methods.split(', '));
    const refused = await api.request.patch(address).send({ some: 'body' });
    expectError(refused, 'method_not_allowed');
    expect(new Set(refused.headers['allow']?.split(', '))).toEqual(wanted);

    const asked = await api.request.options(address).expect(204, '');
    expect(new Set(asked.headers['allow']?.split(', '))).toEqual(wanted);
    const names = Object.keys(asked.headers);
    expect(names.filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('that is also another’s parameter is asked there', async () => {
    const { auth } = await createUser(api);
    const answer = await api.request.get('/api/threads/multiple-media').set(auth);
    expectError(answer, 'not_found');
  });

  it('answers HEAD like GET, without the content', async () => {
    const { headers } = await api.request.get('/api/health');
    const head = await api.request.head('/api/health').expect(200);
    expect(head.text).toBeUndefined();
    expect(head.headers['content-length']).toBe(headers['content-length']);
  });
});

describe('every answer', () => {
  it('carries a request id, in the body too when it is a refusal', async () => {
    const answer = await api.request.get('/api/users/me');
    const { requestId } = expectError(answer, 'unauthenticated');
    expect(answer.headers['x-request-id']).toBe(requestId);
  });

  it('takes the request id of a proxy that is trusted, unless it is odd', async () => {
    const settings = { trustedProxies: 1 };
    const proxied = await startTestApi({ databaseUrl: api.databaseUrl, settings });
    const ask = (target: TestApi, id: string) =>
      target.request.get('/api/health').set('X-Request-Id', id);
    const ours = /^[0-9a-f-]{36}$/;
    expect((await ask(proxied, 'proxy-id-0001')).headers['x-request-id']).toBe('proxy-id-0001');
    expect((await ask(proxied, 'a b{}"')).headers['x-request-id']).toMatch(ours);
    expect((await ask(api, 'proxy-id-0001')).headers['x-request-id']).toMatch(ours);
    await proxied.close();
  });

  it('keeps browsers on https for its own host alone, where it is served by it', async () => {
    const settings = { publicUrl: new URL('https://skein.test') };
    const secure = await startTestApi({ databaseUrl: api.databaseUrl, settings });
    const { headers } = await secure.request.get('/api/health');
    await secure.close();
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    const plain = await api.request.get('/api/health');
    expect(plain.headers['strict-transport-security']).toBeUndefined();
  });

  it('is closed to other sites and caches', async () => {
    const { headers } = await api.request.get('/api/health');
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['access-control-allow-origin']).toBeUndefined();
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe');
  });
});

/** Sends exactly these headers, which no client library would. */
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
  ])('is rejected as malformed: %j', async (lines) => {
    const { status, body } = await sendRaw(lines);
    expect(status).toBe(400);
    expect(errorBodySchema.parse(body)).toMatchObject({ code: 'malformed_request' });
  });

  it.each([['skein.test'], ['127.0.0.1:4000'], ['[::1]:4000'], ['']])('may be %s', async (host) => {
    expect(await sendRaw([`Host: ${host}`])).toMatchObject({ status: 200 });
  });
});
