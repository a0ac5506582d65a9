import { threadSchema } from '@skein/contracts/threads';
import type { Media } from '@skein/contracts/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flatPng, sampleImage, sparseGif } from '../media/sample-images.ts';
import { box, sampleMp4 } from '../media/sample-mp4.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';

/** Metadata that no stored file may contain. */
const secret = 'SecretLocation';
const page = '<!doctype html><script>alert("SecretLocation")</script>';

let api: TestApi;
let user: User;

beforeAll(async () => {
  // One user sends more files than allowed.
  api = await startTestApi({ limits: 'off' });
  user = await createUser(api);
});

afterAll(() => api.close());

function post(content: Buffer, name = 'a.png', type = 'image/png', as = user) {
  const form = api.request.post('/api/threads').set(as.auth);
  return form.attach('media', content, { filename: name, contentType: type });
}

/** Publishes a thread with this file and returns its media. */
async function publish(content: Buffer, name?: string, type?: string): Promise<Media[]> {
  const response = await post(content, name, type);
  expect({ status: response.status, text: response.text }).toMatchObject({ status: 201 });
  return threadSchema.parse(response.body).media;
}

/** All served files with their headers. */
async function fetchAll(media: Media[]) {
  const urls = media.flatMap((item) => [item.mediaUrl, ...item.variants.map(({ url }) => url)]);
  return Promise.all(
    urls.map(async (url) => {
      const response = await fetch(`http://127.0.0.1:${api.port}${url}`);
      const content = Buffer.from(await response.arrayBuffer());
      return { url, type: response.headers.get('content-type'), response, content };
    }),
  );
}

const exif = {
  IFD0: { Copyright: secret, ImageDescription: secret },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSAreaInformation: secret },
};
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/">${secret}</x:xmpmeta>`;
const tagged = () => sampleImage(400, 300).withExif(exif).withXmp(xmp);

describe('location and author metadata', () => {
  it.each([
    ['JPEG', () => tagged().jpeg().toBuffer()],
    ['PNG', () => tagged().png().toBuffer()],
    ['WebP', () => tagged().webp().toBuffer()],
    ['AVIF', () => tagged().avif({ effort: 0 }).toBuffer()],
    ['MP4', () => Promise.resolve(sampleMp4({ moovBoxes: [box('udta', box('©xyz', secret))] }))],
  ])('is removed from a %s in all its sizes', async (_format, make) => {
    const content = await make();
    expect(content.includes(secret)).toBe(true);
    const files = await fetchAll(await publish(content));
    expect(files.length).toBeGreaterThan(0);
    for (const { url, content: storedContent } of files) {
      expect({
        url,
        has: storedContent.includes(secret) || storedContent.includes('Exif\0'),
      }).toEqual({
        url,
        has: false,
      });
    }
  });
});

describe('a polyglot file', () => {
  it.each([
    ['a JPEG that ends in a page', async () => [await sampleImage().jpeg().toBuffer(), page]],
    ['a PNG that ends in a page', async () => [await sampleImage().png().toBuffer(), page]],
    ['a GIF that ends in a script', async () => [await sampleImage().gif().toBuffer(), page]],
    [
      'a PNG that ends in an archive',
      async () => [await sampleImage().png().toBuffer(), `PK\x03\x04${secret}`],
    ],
    ['an MP4 that ends in a page', () => Promise.resolve([sampleMp4(), box('free', page)])],
  ] as const)(
    '%s is served in its first format, without the appended part',
    async (_name, make) => {
      const parts = await make();
      const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
      const files = await fetchAll(await publish(content, 'page.html', 'text/html'));
      for (const { type, content: storedContent, response } of files) {
        expect(type).toMatch(/^(image\/webp|video\/mp4)$/);
        expect(response.headers.get('x-content-type-options')).toBe('nosniff');
        expect(response.headers.get('content-security-policy')).toContain('sandbox');
        expect(storedContent.includes(secret)).toBe(false);
      }
    },
  );

  it.each([
    ['a page that begins like a GIF', Buffer.from(`GIF89a/*${page}`)],
    [
      'a page that begins like a JPEG',
      Buffer.concat([Buffer.from([255, 216, 255]), Buffer.from(page)]),
    ],
    ['a page that begins like a PDF', Buffer.from(`%PDF-1.7 ${page}`)],
    ['a page that begins like an MP4', Buffer.concat([box('ftyp', 'isom'), Buffer.from(page)])],
    [
      'an SVG with a script',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    ],
    ['an archive', Buffer.from('PK\x03\x04\x14\0\0\0\0\0')],
    ['a program', Buffer.from('\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0')],
  ])('%s is rejected', async (_name, content) => {
    const before = await api.listFiles();
    for (const type of ['image/png', 'video/mp4', 'application/pdf', 'text/html']) {
      expectError(await post(content, 'a.png', type), 'unsupported_media');
    }
    expect(await api.listFiles()).toEqual(before);
  });
});

describe('a decompression bomb', () => {
  it.each([
    ['a canvas of 30,000 by 30,000', () => flatPng(30_000, 30_000)],
    ['a thousand frames', () => sparseGif({ side: 10, frames: 1000 })],
    ['frames of 2,000 by 2,000', () => sparseGif({ side: 2000, frames: 100 })],
  ])('%s is rejected before it is decoded, ten times concurrently', async (_name, make) => {
    const content = make();
    const users = await Promise.all(Array.from({ length: 5 }, () => createUser(api)));
    const memory = process.memoryUsage().rss;
    // The number of concurrent uploads allowed per user.
    const posts = users.flatMap((as) => [1, 2].map(() => post(content, 'a.png', 'image/png', as)));
    const responses = await Promise.all(posts);
    for (const response of responses) expectError(response, 'payload_too_large');
    expect(process.memoryUsage().rss - memory).toBeLessThan(300 * 1024 ** 2);
    await expect.poll(() => api.listUploads()).toEqual([]);
  });
});

describe('a file name', () => {
  it.each([
    '../../../../etc/passwd',
    '..\\..\\boot.ini',
    '/etc/passwd',
    'con',
    '<script>alert(1)</script>.png',
    `${'a'.repeat(1000)}.png`,
    '\u202egnp.exe',
  ])('is never used as a storage path: %j', async (name) => {
    const files = await fetchAll(await publish(await sampleImage().png().toBuffer(), name));
    for (const { url, response } of files) {
      expect(url).toMatch(/^\/media\/[\w-]{22,}\/(original|\d+)\.webp$/);
      expect(response.headers.get('content-disposition')).toBe('inline');
    }
  });
});
