import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { openStream } from '../support/http/event-reader.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';

const path = '/api/chat/stream';
let api: TestApi;
let user: User;

beforeAll(async () => {
  api = await startTestApi({ settings: { streamsPerAddressMax: 8 } });
  user = await createUser(api);
});

afterAll(() => api.close());

const getCookie = ({ token }: User) => ({ Cookie: `theme=dark; skein_stream=${token}` });
const open = (headers: Record<string, string>) => openStream({ port: api.port, headers });

describe('opening the stream', () => {
  it.each<[string, () => Record<string, string>]>([
    ['with the cookie of a login', () => getCookie(user)],
    ['with a bearer token', () => user.auth],
    [
      'from our own pages',
      () => ({ ...getCookie(user), Origin: 'http://skein.test', 'Sec-Fetch-Site': 'same-origin' }),
    ],
    [
      'from our own pages at another host name',
      () => ({ ...getCookie(user), Host: 'intra:4000', Origin: 'https://intra:4000' }),
    ],
  ])('succeeds %s', async (_, headers) => {
    const stream = await open(headers());
    expect(stream.status).toBe(200);
    const [connected] = await stream.until('connected');
    expect(connected?.userId).toBe(user.id);
    expect(stream.events).toMatchObject([{ event: 'connected', id: undefined }]);
    stream.disconnect();
  });

  it('sends headers that prevent caching and buffering, and none about pages', async () => {
    const stream = await openStream({
      port: api.port,
      headers: { ...user.auth, 'Accept-Encoding': 'gzip, br' },
    });
    expect(stream.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(stream.response.headers).not.toHaveProperty('content-encoding');
    expect(stream.response.headers).not.toHaveProperty('permissions-policy');
    stream.disconnect();
  });

  it('returns headers only for HEAD', async () => {
    const head = await api.request.head(path).set(user.auth).expect(200);
    expect(head.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expectError(await api.request.get(path), 'unauthenticated');
  });
});

describe('rejecting a stream', () => {
  it.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['another cookie', { Cookie: 'skein_stream_x=1; skein_stream=' }],
    ['a cookie that is no token', { Cookie: 'skein_stream=x' }],
    ['a header that is no token', { Authorization: 'Bearer x' }],
  ])('returns 401 with %s', async (_, headers) => {
    expectError(await api.request.get(path).set(headers), 'unauthenticated');
  });

  it('returns 401 with an invalid token and a valid cookie', async () => {
    const headers = { ...getCookie(user), Authorization: 'Bearer x' };
    expectError(await api.request.get(path).set(headers), 'unauthenticated');
  });

  it.each<[string, Record<string, string>]>([
    ['of another site', { Origin: 'https://evil.example' }],
    ['with an opaque origin', { Origin: 'null' }],
    ['of another port', { Origin: 'http://skein.test:81' }],
    ['of a sibling subdomain', { 'Sec-Fetch-Site': 'same-site' }],
    ['of a cross-site request', { 'Sec-Fetch-Site': 'cross-site' }],
  ])('returns 403 to pages %s', async (_, headers) => {
    for (const token of [getCookie(user), user.auth]) {
      const response = await api.request.get(path).set({ ...token, ...headers });
      expectError(response, 'forbidden');
    }
  });

  it('rejects several lastEventId parameters and other methods', async () => {
    const response = await api.request.get(`${path}?lastEventId=a&lastEventId=b`).set(user.auth);
    expectError(response, 'validation_failed');
    expectError(await api.request.post(path).set(user.auth), 'method_not_allowed');
  });

  it('returns 401 after a logout', async () => {
    const signedOut = await createUser(api);
    await api.request.post('/api/auth/logout').set(signedOut.auth).expect(200);
    expectError(await api.request.get(path).set(getCookie(signedOut)), 'unauthenticated');
  });
});

describe('the stream cookie', () => {
  it('authenticates no other route', async () => {
    for (const other of ['/api/users/me', '/api/chat/conversations', '/api/threads']) {
      expectError(await api.request.get(other).set(getCookie(user)), 'unauthenticated');
    }
    const logout = await api.request.post('/api/auth/logout').set(getCookie(user));
    expectError(logout, 'unauthenticated');
  });
});

describe('open streams', () => {
  it('are limited to five per user, closing the oldest', async () => {
    const streams = [];
    for (let index = 0; index < 7; index += 1) {
      streams.push(await open(user.auth));
      await streams[index]?.until('connected');
    }
    await streams[0]?.untilClosed();
    await streams[1]?.untilClosed();
    const stillOpen = streams.map(({ isClosed }, index) => (isClosed ? null : index));
    expect(stillOpen.filter((index) => index !== null)).toEqual([2, 3, 4, 5, 6]);
    // The last event of a closed stream prevents a reconnect.
    expect(streams.map(({ getData }) => getData('superseded').length)).toEqual([
      1, 1, 0, 0, 0, 0, 0,
    ]);
    expect(streams[0]?.events.at(-1)?.event).toBe('superseded');
    for (const stream of streams) stream.disconnect();
  });

  it('are limited per address', async () => {
    await expect.poll(() => api.services.realtime.count()).toBe(0);
    const users = [await createUser(api), await createUser(api)];
    const streams = [];
    for (let index = 0; index < 8; index += 1) {
      streams.push(await open((users[index % 2] ?? user).auth));
    }
    const rejected = await api.request.get(path).set(user.auth);
    expectError(rejected, 'rate_limited');
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
    streams[0]?.disconnect();
    await expect.poll(async () => (await open(user.auth)).status).toBe(200);
  });

  it('leave nothing behind after they are closed', async () => {
    const { realtime } = api.services;
    await expect.poll(() => realtime.count()).toBe(0);
  });
});
