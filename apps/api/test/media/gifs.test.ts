import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GifResults } from '@skein/contracts/media';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { GifSettings } from '../../src/platform/config/service-settings.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';

const picture = Buffer.from('GIF89a, or so');
const received: Pick<IncomingMessage, 'url' | 'headers'>[] = [];
let state: 'working' | 'broken' | 'hostile' = 'working';
let service: Server;
let url: URL;
let api: TestApi;
let ada: User;

/** Responds as documented, for both kinds. */
function respond(path: string): object {
  const at = (name: string) => ({ url: new URL(`/files/${name}`, url).href });
  if (path.startsWith('/v1/')) {
    const images = {
      fixed_width: { ...at('small.gif'), width: '200', height: '150' },
      fixed_width_still: at('still.gif'),
      downsized_medium: at('large.gif'),
    };
    const data = [{ id: 'one', title: 'A cat', alt_text: 'A cat sleeps', images }];
    return { data, pagination: { total_count: 30, count: 24, offset: 0 } };
  }
  const tinygif = { ...at('small.gif'), dims: [220, 165] };
  const formats = { tinygif, gifpreview: at('still.gif'), gif: at('large.gif') };
  const result = { id: 'two', content_description: 'A dog', media_formats: formats };
  return { results: [result], next: 'CAgQ' };
}

beforeAll(async () => {
  service = createServer((request, response) => {
    received.push(request);
    const path = request.url ?? '';
    if (state === 'broken') response.writeHead(500).end();
    else if (!path.startsWith('/files/')) response.end(JSON.stringify(respond(path)));
    else {
      const type = state === 'hostile' ? 'text/html' : 'image/gif';
      response.writeHead(200, { 'Content-Type': type }).end(picture);
    }
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  // The address is a string only for Unix domain sockets.
  url = new URL(`http://127.0.0.1:${(service.address() as AddressInfo).port}`);
  api = await startWith({});
  ada = await createUser(api);
});

beforeEach(() => {
  received.length = 0;
  state = 'working';
});

afterAll(async () => {
  await api.close();
  service.close();
});

const giphy = (): GifSettings => ({
  kind: 'giphy',
  url,
  key: 'secret',
  name: 'GIPHY',
  allowsPrivate: true,
});

const startWith = (fields: Partial<GifSettings>, databaseUrl?: string) =>
  startTestApi({
    ...(databaseUrl !== undefined && { databaseUrl }),
    settings: { gifs: { ...giphy(), ...fields } },
  });

async function search(query = '?q=cats', by: User = ada, on: TestApi = api): Promise<GifResults> {
  const response = await on.request.get(`/api/gifs${query}`).set(by.auth).expect(200);
  return response.body as GifResults;
}

it('finds GIFs whose files only the server requests, without data of the user', async () => {
  const { gifs, next, provider } = await search('?q=Sleepy%20Cats');
  expect({ next, provider }).toEqual({ next: '24', provider: 'GIPHY' });
  expect(gifs).toMatchObject([{ id: 'one', description: 'A cat sleeps', width: 200, height: 150 }]);
  expect(received[0]?.url).toBe('/v1/gifs/search?api_key=secret&q=sleepy+cats&limit=24&rating=pg');
  expect(Object.keys(received[0]?.headers ?? {}).toSorted()).toEqual([
    'accept',
    'accept-encoding',
    'connection',
    'host',
  ]);
  const [gif] = gifs;
  for (const address of [gif?.previewUrl, gif?.stillUrl, gif?.url]) {
    // A browser sends no token for the picture of a page.
    const file = await api.request.get(address ?? '').expect(200);
    expect(file.headers['content-type']).toBe('image/gif');
    expect(file.body).toEqual(picture);
  }
  expect(received.splice(1).map((each) => each.url)).toEqual([
    '/files/small.gif',
    '/files/still.gif',
    '/files/large.gif',
  ]);
  await search('?q=sleepy%20cats', await createUser(api));
  expect(received).toHaveLength(1);
});

it('shows popular GIFs without a text, and further ones', async () => {
  await search('');
  await search('?position=24');
  expect(received.map((each) => each.url)).toEqual([
    '/v1/gifs/trending?api_key=secret&limit=24&rating=pg',
    '/v1/gifs/trending?api_key=secret&limit=24&offset=24&rating=pg',
  ]);
});

it('uses a service with the API of Tenor', async () => {
  const other = await startWith({ kind: 'tenor', name: 'KLIPY' }, api.databaseUrl);
  const found = await search('?q=dogs', ada, other);
  expect(found).toMatchObject({ next: 'CAgQ', provider: 'KLIPY' });
  expect(found.gifs).toMatchObject([{ id: 'two', description: 'A dog', width: 220, height: 165 }]);
  expect(received[0]?.url).toMatch(
    /^\/v2\/search\?key=secret&q=dogs&limit=24&contentfilter=medium/,
  );
  await search('', ada, other);
  expect(received[1]?.url).toMatch(/^\/v2\/featured\?key=secret&limit=24/);
  await other.close();
});

it('serves no other address than those it has found, and no other content than pictures', async () => {
  const [gif] = (await search()).gifs;
  const [encoded, signature] = (gif?.url ?? '').split('.');
  const foreign = Buffer.from(new URL('/files/secret', url).href).toString('base64url');
  received.length = 0;
  for (const path of [`/media/gifs/${foreign}.${signature}`, `${encoded}.`, '/media/gifs/x']) {
    await api.request.get(path).expect(404);
  }
  expect(received).toEqual([]);
  state = 'hostile';
  await api.request.get(gif?.url ?? '').expect(404);
});

it('returns 503 if the service fails or its address is private, and tries again', async () => {
  state = 'broken';
  const get = (on: TestApi) => on.request.get('/api/gifs?q=fish').set(ada.auth);
  expectError(await get(api), 'unavailable');
  state = 'working';
  const { gifs } = await search('?q=fish');
  const strict = await startWith({ allowsPrivate: false }, api.databaseUrl);
  received.length = 0;
  expectError(await get(strict), 'unavailable');
  expectError(await strict.request.get(gifs[0]?.url ?? ''), 'unavailable');
  expect(received).toEqual([]);
  await strict.close();
});

it('is off without a service', async () => {
  const plain = await startTestApi({ databaseUrl: api.databaseUrl });
  expectError(await plain.request.get('/api/gifs').set(ada.auth), 'not_found');
  await plain.close();
});

it('is limited per user', async () => {
  const { rateLimitRules: rules } = api.services.settings;
  if (rules === null) throw new Error('Rate limits are disabled.');
  const limited = await startTestApi({
    databaseUrl: api.databaseUrl,
    settings: { gifs: giphy(), rateLimitRules: { ...rules, gifs: { max: 1, seconds: 600 } } },
  });
  const [ben, carl] = [await createUser(api), await createUser(api)];
  await search('', ben, limited);
  expectError(await limited.request.get('/api/gifs').set(ben.auth), 'rate_limited');
  await search('', carl, limited);
  await limited.close();
});
