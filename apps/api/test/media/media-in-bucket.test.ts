import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { threadSchema } from '@skein/contracts/threads';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { startBucketServer } from '../support/servers/bucket-server.ts';
import type { BucketServer } from '../support/servers/bucket-server.ts';
import { readThread } from '../support/factories/publish.ts';
import { createUser } from '../support/factories/users.ts';
import { hasFfmpeg } from './has-ffmpeg.ts';
import { sampleImage } from './sample-images.ts';

let bucket: BucketServer;
let api: TestApi;

beforeAll(async () => {
  bucket = await startBucketServer();
  api = await startTestApi({
    settings: {
      mediaLocation: bucket.location,
      convertsVideos: true,
      searchPath: process.env['PATH'],
    },
  });
});
afterAll(async () => {
  await api.close();
  await bucket.close();
});

async function publishPicture(): Promise<string> {
  const author = await createUser(api);
  const published = await api.request
    .post('/api/threads')
    .set(author.auth)
    .field('content', 'a picture')
    .attach('media', await sampleImage().png().toBuffer(), 'picture.png');
  expect(published.status).toBe(201);
  const [picture] = threadSchema.parse(published.body).media;
  return picture?.mediaUrl ?? '';
}

test('serves an image from a bucket at the same URL with the same headers', async () => {
  const url = await publishPicture();
  expect(url).toMatch(/^\/media\/[0-9a-f]{32}\/original\.webp$/);
  const full = await api.request.get(url);
  expect(full.status).toBe(200);
  const content = Buffer.from(full.body);
  expect(full.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-length': String(content.length),
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
  });
  const part = await api.request.get(url).set('Range', 'bytes=4-11');
  expect(part.status).toBe(206);
  expect(part.headers['content-range']).toBe(`bytes 4-11/${content.length}`);
  expect(part.body).toEqual(content.subarray(4, 12));
  expect(await api.listFiles()).toEqual([]);
});

test.skipIf(!hasFfmpeg)('converts a video in a bucket with ffmpeg', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'skein-video-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = path.join(directory, 'loom.webm');
  const input = '-f lavfi -i testsrc2=s=64x36:d=1:r=5 -c:v libvpx -threads 1';
  await promisify(execFile)('ffmpeg', ['-loglevel', 'error', ...input.split(' '), file]);
  const author = await createUser(api);
  const request = api.request.post('/api/threads').set(author.auth).field('content', 'A loom');
  const { id, media } = threadSchema.parse((await request.attach('media', file).expect(201)).body);
  expect(media).toMatchObject([{ processing: { percent: 0 } }]);
  const { conversions } = api.services.media;
  await conversions.convertDue();
  const [video] = (await readThread(api, author, id)).media;
  expect(video).toHaveProperty('processing', null);
  const served = await api.request.get(video?.mediaUrl ?? '').buffer();
  expect(served.headers['content-type']).toBe('video/mp4');
  expect((served.body as Buffer).includes('avc1')).toBe(true);
  expect(await api.listFiles()).toEqual([]);
  expect(await api.listUploads()).toEqual([]);
  api.clock.advance(25 * 60 * 60 * 1000);
  await conversions.cleanUp();
  await api.request.get(media[0]?.mediaUrl ?? '').expect(404);
});

test('rejects uploads but accepts text posts while the bucket is unavailable', async () => {
  const url = await publishPicture();
  await bucket.close();
  expect((await api.request.get(url)).status).toBe(503);
  const author = await createUser(api);
  const picture = await api.request
    .post('/api/threads')
    .set(author.auth)
    .field('content', 'a picture')
    .attach('media', await sampleImage().png().toBuffer(), 'picture.png');
  expectError(picture, 'unavailable');
  const text = await api.request
    .post('/api/threads')
    .set(author.auth)
    .send({ content: 'only a text' });
  expect(text.status).toBe(201);
});
