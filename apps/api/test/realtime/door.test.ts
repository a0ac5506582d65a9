import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { openStream } from '../support/http/event-reader.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';

const path = '/api/chat/stream';
let api: TestApi;
let person: User;

beforeAll(async () => {
  api = await startTestApi({ settings: { streamsPerAddressMax: 8 } });
  person = await createUser(api);
});

afterAll(() => api.close());

const cookieOf = ({ token }: User) => ({ Cookie: `theme=dark; skein_stream=${token}` });
const open = (headers: Record<string, string>) => openStream({ port: api.port, headers });

describe('the stream opens', () => {
  it.each<[string, () => Record<string, string>]>([
    ['by the cookie of a login', () => cookieOf(person)],
    ['by a bearer token', () => person.auth],
    [
      'for our own pages',
      () => ({ ...cookieOf(person), Origin: 'http://skein.test', 'Sec-Fetch-Site': 'same-origin' }),
    ],
    [
      'for our own pages under another name',
      () => ({ ...cookieOf(person), Host: 'intra:4000', Origin: 'https://intra:4000' }),
    ],
  ])('%s', async (_, headers) => {
    const stream = await open(headers());
    expect(stream.status).toBe(200);
    const [connected] = await stream.until('connected');
    expect(connected?.userId).toBe(person.id);
    expect(stream.events).toMatchObject([{ event: 'connected', id: undefined }]);
    stream.disconnect();
  });

  it('as no cache or proxy may hold it', async () => {
    const stream = await openStream({
      port: api.port,
      headers: { ...person.auth, 'Accept-Encoding': 'gzip, br' },
    });
    expect(stream.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(stream.response.headers).not.toHaveProperty('content-encoding');
    stream.disconnect();
  });

  it('with its head alone for who asks for no more', async () => {
    const head = await api.request.head(path).set(person.auth).expect(200);
    expect(head.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expectError(await api.request.get(path), 'unauthenticated');
  });
});

describe('the stream stays closed', () => {
  it.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['another cookie', { Cookie: 'skein_stream_x=1; skein_stream=' }],
    ['a cookie that is no token', { Cookie: 'skein_stream=x' }],
    ['a header that is no token', { Authorization: 'Bearer x' }],
  ])('to who shows %s', async (_, headers) => {
    expectError(await api.request.get(path).set(headers), 'unauthenticated');
  });

  it('to who shows a bad token beside a good cookie', async () => {
    const headers = { ...cookieOf(person), Authorization: 'Bearer x' };
    expectError(await api.request.get(path).set(headers), 'unauthenticated');
  });

  it.each<[string, Record<string, string>]>([
    ['of another site', { Origin: 'https://evil.example' }],
    ['of no origin to speak of', { Origin: 'null' }],
    ['of another port', { Origin: 'http://skein.test:81' }],
    ['of a neighbour', { 'Sec-Fetch-Site': 'same-site' }],
    ['of a stranger', { 'Sec-Fetch-Site': 'cross-site' }],
  ])('to pages %s', async (_, headers) => {
    for (const token of [cookieOf(person), person.auth]) {
      const answer = await api.request.get(path).set({ ...token, ...headers });
      expectError(answer, 'forbidden');
    }
  });

  it('to more than one place to go on from, and to other methods', async () => {
    const answer = await api.request.get(`${path}?lastEventId=a&lastEventId=b`).set(person.auth);
    expectError(answer, 'validation_failed');
    expectError(await api.request.post(path).set(person.auth), 'method_not_allowed');
  });

  it('after a logout', async () => {
    const leaving = await createUser(api);
    await api.request.post('/api/auth/logout').set(leaving.auth).expect(200);
    expectError(await api.request.get(path).set(cookieOf(leaving)), 'unauthenticated');
  });
});

describe('the cookie', () => {
  it('opens nothing else', async () => {
    for (const other of ['/api/users/me', '/api/chat/conversations', '/api/threads']) {
      expectError(await api.request.get(other).set(cookieOf(person)), 'unauthenticated');
    }
    const logout = await api.request.post('/api/auth/logout').set(cookieOf(person));
    expectError(logout, 'unauthenticated');
  });
});

describe('open streams', () => {
  it('of a person are five at most, the oldest is closed', async () => {
    const many = [];
    for (let index = 0; index < 7; index += 1) {
      many.push(await open(person.auth));
      await many[index]?.until('connected');
    }
    await many[0]?.untilClosed();
    await many[1]?.untilClosed();
    const stillOpen = many.map(({ isClosed }, index) => (isClosed ? null : index));
    expect(stillOpen.filter((index) => index !== null)).toEqual([2, 3, 4, 5, 6]);
    // Those that were closed know that they need not come back.
    expect(many.map(({ dataOf }) => dataOf('superseded').length)).toEqual([1, 1, 0, 0, 0, 0, 0]);
    expect(many[0]?.events.at(-1)?.event).toBe('superseded');
    for (const stream of many) stream.disconnect();
  });

  it('of an address are so many at most, whoever has them', async () => {
    await expect.poll(() => api.services.streams.count()).toBe(0);
    const people = [await createUser(api), await createUser(api)];
    const streams = [];
    for (let index = 0; index < 8; index += 1) {
      streams.push(await open((people[index % 2] ?? person).auth));
    }
    const refused = await api.request.get(path).set(person.auth);
    expectError(refused, 'rate_limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    streams[0]?.disconnect();
    await expect.poll(async () => (await open(person.auth)).status).toBe(200);
  });

  it('are gone without a trace', async () => {
    const { streams } = api.services;
    await expect.poll(() => streams.count()).toBe(0);
  });
});
