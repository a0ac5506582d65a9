import { threadSchema } from '@skein/contracts/threads';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { flatPng, sampleAnimation, sampleImage } from './sample-images.ts';

let api: TestApi;
let user: User;

beforeAll(async () => {
  api = await startTestApi();
  user = await createUser(api);
});
beforeEach(() => api.database.thread.deleteMany());
afterAll(() => api.close());

function post(...files: { content: Buffer; name: string }[]) {
  const request = api.request.post('/api/threads/multiple-media').set(user.auth);
  for (const { content, name } of files) void request.attach('media', content, name);
  return request.field('altText', 'What is seen');
}

test('serves a posted image in all its sizes', async () => {
  const response = await post({
    content: await sampleImage(700, 500).jpeg().toBuffer(),
    name: 'a',
  });
  expect(response.status).toBe(201);
  const { media } = threadSchema.parse(response.body);
  expect(media).toMatchObject([
    { mediaType: 'image', altText: 'What is seen', width: 700, height: 500 },
  ]);
  const urls = media.flatMap((item) => [item.mediaUrl, ...item.variants.map((v) => v.url)]);
  expect(urls).toHaveLength(3);
  for (const url of urls) {
    const file = await api.request.get(url);
    expect(file.status).toBe(200);
    expect(file.headers['content-type']).toBe('image/webp');
  }
});

test('keeps the order of several files including animations', async () => {
  const response = await post(
    { content: await sampleImage(50, 40).png().toBuffer(), name: 'a.png' },
    { content: await sampleAnimation(3).gif(), name: 'b.gif' },
    { content: await sampleImage(30, 20).webp().toBuffer(), name: 'c.webp' },
  );
  const { media } = threadSchema.parse(response.body);
  expect(media.map((item) => item.width)).toEqual([50, 16, 30]);
});

function padTo(content: Buffer, bytes: number): Buffer {
  return Buffer.concat([content, Buffer.alloc(bytes - content.length)]);
}

const truncatedPng = flatPng(200, 200).subarray(0, -30);

test.each([
  ['a text named as a PNG', () => Buffer.from('hello'), 'unsupported_media'],
  ['an empty file', () => Buffer.alloc(0), 'validation_failed'],
  ['a truncated PNG', () => truncatedPng, 'unsupported_media'],
  ['30,000 by 30,000 pixels', () => flatPng(30_000, 30_000), 'payload_too_large'],
  ['more than 10 MB', () => padTo(flatPng(9, 9), 10 * 1024 * 1024 + 1), 'payload_too_large'],
] as const)(
  'rejects all files and stores nothing when one is %s',
  async (_name, makeContent, code) => {
    const good = { content: await sampleImage().png().toBuffer(), name: 'good.png' };
    const threads = await api.database.thread.count();
    const filesBefore = await api.listFiles();
    const response = await post(good, { content: makeContent(), name: 'bad.png' });
    expectError(response, code);
    expect(await api.database.thread.count()).toBe(threads);
    expect(await api.database.media.count({ where: { threadId: { not: null } } })).toBe(0);
    await expect.poll(() => api.listFiles()).toEqual(filesBefore);
    await expect.poll(() => api.listUploads()).toEqual([]);
  },
);
