import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TranslationSettings } from '../../src/platform/config/service-settings.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { insertThread } from '../support/factories/threads.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

/** A service of either kind, which translates "Hallo" and returns hostile markup. */
const received: Received[] = [];
let isBroken = false;
let service: Server;
let url: URL;
let api: TestApi;
let ada: User;
let ben: User;

const translate = (text: string) =>
  text.replace('Hallo', 'Hello &amp; <img src=x onerror=alert(1)>welcome').replace('Welt', 'world');

beforeAll(async () => {
  service = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string[]>;
      received.push({ path: request.url ?? '', headers: request.headers, body });
      const result =
        request.url === '/v2/translate'
          ? { translations: body['text']?.map((text) => ({ text: translate(text) })) }
          : { translatedText: body['q']?.map(translate) };
      response.writeHead(isBroken ? 500 : 200).end(JSON.stringify(result));
    });
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  // The address is a string only for Unix domain sockets.
  url = new URL(`http://127.0.0.1:${(service.address() as AddressInfo).port}`);
  api = await startWith({ kind: 'libretranslate' });
  [ada, ben] = [await createUser(api), await createUser(api, { username: 'ben' })];
});

beforeEach(() => {
  received.length = 0;
});

afterAll(async () => {
  await api.close();
  service.close();
});

const startWith = (fields: Partial<TranslationSettings>, databaseUrl?: string) =>
  startTestApi({
    ...(databaseUrl !== undefined && { databaseUrl }),
    settings: {
      translation: { kind: 'libretranslate', url, key: 'secret', allowsPrivate: true, ...fields },
    },
  });

const get = (threadId: string, by: User = ada, on: TestApi = api) =>
  on.request.get(`/api/threads/${threadId}/translation?language=en`).set(by.auth);

async function insert(fields: Parameters<typeof insertThread>[2] = {}): Promise<string> {
  const id = await insertThread(api.database, ben.id, { content: 'Hallo Welt', ...fields });
  await api.database.thread.update({ where: { id }, data: { language: 'de' } });
  return id;
}

it('translates a public thread as text, with its links, mentions and hashtags', async () => {
  const id = await insert({ content: 'Hallo @ben,\nhttps://skein.test/Welt #Welt' });
  const response = await get(id).expect(200);
  expect(response.body).toEqual({
    content: 'Hello & welcome @ben,\nhttps://skein.test/Welt #Welt',
    contentWarning: null,
    sourceLanguage: 'de',
    language: 'en',
    provider: 'LibreTranslate',
  });
  const [sent] = received.splice(0);
  expect(sent?.body).toMatchObject({
    source: 'de',
    target: 'en',
    format: 'html',
    api_key: 'secret',
  });
  // Nothing identifies the user.
  expect(JSON.stringify(sent)).not.toContain(ada.id);
  await get(id, ben).expect(200);
  expect(received).toEqual([]);
  await api.request.put(`/api/threads/${id}`).set(ben.auth).field('content', 'Welt').expect(200);
  expect((await get(id).expect(200)).body).toMatchObject({ content: 'world' });
  expect(received.splice(0)).toHaveLength(1);
});

it('translates with DeepL, also for clients of the Mastodon API', async () => {
  const deepl = await startWith({ kind: 'deepl' }, api.databaseUrl);
  const id = await insert({ content: 'Hallo #wool' });
  const response = await deepl.request
    .post(`/api/v1/statuses/${id}/translate`)
    .set(ada.auth)
    .send({ lang: 'en' })
    .expect(200);
  expect(response.body).toMatchObject({
    detected_source_language: 'de',
    language: 'en',
    provider: 'DeepL',
  });
  expect((response.body as { content: string }).content).toMatch(
    /^<p>Hello &amp; welcome <a href="[^"]+\/hashtag\/wool"/,
  );
  const instance = await deepl.request.get('/api/v2/instance').expect(200);
  expect(instance.body).toMatchObject({ configuration: { translation: { enabled: true } } });
  await deepl.close();
  const [sent] = received.splice(0);
  expect(sent?.path).toBe('/v2/translate');
  expect(sent?.headers.authorization).toBe('DeepL-Auth-Key secret');
  expect(sent?.body).toMatchObject({ source_lang: 'DE', target_lang: 'EN' });
});

it('sends no thread to the service that not everyone can see', async () => {
  const id = await insert({ audience: 'followers' });
  expectError(await get(id), 'not_found');
  expectError(await get(id, ben), 'forbidden');
  await api.database.user.update({ where: { id: ben.id }, data: { isPrivate: true } });
  const privateId = await insert();
  expectError(await get(privateId, ben), 'forbidden');
  await api.database.user.update({ where: { id: ben.id }, data: { isPrivate: false } });
  expect(received).toEqual([]);
});

it('returns 503 if the service fails or its address is private, and tries again', async () => {
  const id = await insert();
  isBroken = true;
  expectError(await get(id), 'unavailable');
  isBroken = false;
  await get(id).expect(200);
  received.length = 0;
  const strict = await startWith({ allowsPrivate: false }, api.databaseUrl);
  expectError(await get(id, ada, strict), 'unavailable');
  await strict.close();
  expect(received).toEqual([]);
});

it('is off without a service', async () => {
  const id = await insert();
  const plain = await startTestApi({ databaseUrl: api.databaseUrl });
  expectError(await get(id, ada, plain), 'not_found');
  const instance = await plain.request.get('/api/v2/instance').expect(200);
  expect(instance.body).toMatchObject({ configuration: { translation: { enabled: false } } });
  await plain.close();
});

it('is limited per user', async () => {
  const { rateLimitRules: rules } = api.services.settings;
  if (rules === null) throw new Error('Rate limits are disabled.');
  const limited = await startTestApi({
    databaseUrl: api.databaseUrl,
    settings: {
      translation: { kind: 'libretranslate', url, key: undefined, allowsPrivate: true },
      rateLimitRules: { ...rules, translations: { max: 1, seconds: 600 } },
    },
  });
  const [id, carl, dora] = [await insert(), await createUser(api), await createUser(api)];
  await get(id, carl, limited).expect(200);
  expectError(await get(id, carl, limited), 'rate_limited');
  await get(id, dora, limited).expect(200);
  await limited.close();
});
