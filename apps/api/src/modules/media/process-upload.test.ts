import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { imageMaxBytes } from '@skein/contracts/limits';
import { defaultUploadSettings, toUploadLimits } from '@skein/contracts/upload-limits';
import { withValues } from '@skein/messages';
import type { Sharp } from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  flatPng,
  sampleAnimation,
  sampleImage,
  sparseGif,
} from '../../../test/media/sample-images.ts';
import { UnavailableError } from '../../platform/errors.ts';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import { checkAttachment } from './check-attachment.ts';
import { checkUpload } from './check-upload.ts';
import { sharp } from './image/sharp.ts';
import { processCheckedUpload } from './process-upload.ts';
import type { ProcessedMedia } from './processed-media.ts';
import { createDiskMediaStore } from './store/disk-media-store.ts';
import { newStorageKey } from './store/media-store.ts';
import type { MediaStore } from './store/media-store.ts';

const fixture = (name: string) => new URL(`../../../test/media/fixtures/${name}`, import.meta.url);

const limits = toUploadLimits(defaultUploadSettings);

const ownerId = '01930000-0000-7000-8000-000000000001';

const reserveKey = () => Promise.resolve(newStorageKey());
const renderPoster = () => Promise.resolve(null);
const canConvert = () => Promise.resolve(false);

let directory: string;
let storeFolder: string;
let store: MediaStore;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'skein-prepare-'));
  storeFolder = path.join(directory, 'media');
});
beforeEach(async () => {
  await rm(storeFolder, { recursive: true, force: true });
  store = createDiskMediaStore(storeFolder);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function upload(content: Uint8Array | string, name = 'photo.jpg'): Promise<UploadedFile> {
  const file = path.join(directory, 'upload');
  await writeFile(file, content);
  return { path: file, originalName: name, bytes: Buffer.byteLength(content) };
}

async function processUpload(content: Uint8Array | string, name?: string): Promise<ProcessedMedia> {
  return processCheckedUpload(
    { store, reserveKey, renderPoster, canConvert },
    await checkUpload(await upload(content, name)),
    ownerId,
  );
}

async function readStored(media: ProcessedMedia, fileName = media.fileName): Promise<Buffer> {
  const stream = await store.read(media.storageKey, fileName);
  if (!stream) throw new Error(`${fileName} is not in the store`);
  return buffer(stream);
}

async function listStored(): Promise<string[]> {
  const entries = await readdir(storeFolder, { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

async function colorAt(content: Buffer, x: number, y: number): Promise<number[]> {
  const pixel = sharp(content).extract({ left: x, top: y, width: 1, height: 1 }).removeAlpha();
  return [...(await pixel.raw().toBuffer())];
}

describe('processing an image', () => {
  const formats = {
    JPEG: (image: Sharp) => image.jpeg(),
    'progressive JPEG': (image: Sharp) => image.jpeg({ progressive: true }),
    'grey JPEG': (image: Sharp) => image.greyscale().jpeg(),
    'CMYK JPEG': (image: Sharp) => image.toColourspace('cmyk').jpeg(),
    PNG: (image: Sharp) => image.png(),
    'interlaced PNG of 16 bits': (image: Sharp) =>
      image.toColourspace('rgb16').png({ progressive: true }),
    GIF: (image: Sharp) => image.gif(),
    WebP: (image: Sharp) => image.webp(),
    AVIF: (image: Sharp) => image.avif({ effort: 0 }),
  };

  test.each(Object.entries(formats))('stores %s as WebP', async (_name, toFormat) => {
    const media = await processUpload(await toFormat(sampleImage(120, 80)).toBuffer());
    expect(media).toMatchObject({
      ownerId,
      type: 'image',
      mimeType: 'image/webp',
      width: 120,
      height: 80,
      variants: [],
    });
    expect(media.blurhash).toMatch(/^.{28}$/);
    const stored = await readStored(media);
    expect(stored.byteLength).toBe(media.bytes);
    expect(await sharp(stored).metadata()).toMatchObject({
      format: 'webp',
      width: 120,
      height: 80,
      space: 'srgb',
    });
  });

  test.each(Object.entries(formats))('rejects a truncated %s', async (_name, toFormat) => {
    const whole = await toFormat(sampleImage(400, 300)).toBuffer();
    await expect(processUpload(whole.subarray(0, whole.length / 2))).rejects.toMatchObject({
      code: 'unsupported_media',
    });
    expect(await listStored()).toEqual([]);
  });

  test('renders only copies narrower than the image', async () => {
    const media = await processUpload(await sampleImage(640, 480).png().toBuffer());
    expect(media.variants).toEqual([
      { fileName: '320.webp', mimeType: 'image/webp', width: 320, height: 240 },
    ]);
    const small = await sharp(await readStored(media, '320.webp')).metadata();
    expect(small).toMatchObject({ width: 320, height: 240, format: 'webp' });
  });

  test.each([
    ['a photo of 12 megapixels', [4000, 3000], [2365, 1774]],
    ['a square', [3000, 3000], [2048, 2048]],
    ['a long screenshot', [720, 6000], [720, 6000]],
    ['a long screenshot of a large screen', [1440, 9600], [1080, 7200]],
    ['a panorama', [9000, 1200], [8100, 1080]],
    ['a narrow image', [200, 12_000], [200, 12_000]],
    ['a narrow image with more pixels than any other', [1080, 20_000], [794, 14_697]],
    ['an image longer than WebP allows', [100, 20_000], [82, 16_383]],
  ])('limits the pixels of %s, not its sides', async (_name, [width = 0, height = 0], size) => {
    const plain = sharp({ create: { width, height, channels: 3, background: 'red' } });
    const media = await processUpload(await plain.jpeg().toBuffer());
    expect([media.width, media.height]).toEqual(size);
  });

  test('keeps the text of a long screenshot readable in all copies', async () => {
    const media = await processUpload(await readFile(fixture('long-screenshot.png')));
    expect(media).toMatchObject({ width: 720, height: 6000 });
    expect(media.variants).toEqual([
      { fileName: '320.webp', mimeType: 'image/webp', width: 320, height: 2667 },
      { fileName: '640.webp', mimeType: 'image/webp', width: 640, height: 5333 },
    ]);
    expect(await sharp(await readStored(media)).metadata()).toMatchObject({
      width: 720,
      height: 6000,
    });
  });

  test('keeps transparency', async () => {
    const half = sharp({
      create: { width: 20, height: 20, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } },
    });
    const media = await processUpload(await half.png().toBuffer());
    const { hasAlpha } = await sharp(await readStored(media)).metadata();
    expect(hasAlpha).toBe(true);
  });

  test('rotates an image according to its EXIF orientation', async () => {
    const lying = await sampleImage(120, 80).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const media = await processUpload(lying);
    expect(media).toMatchObject({ width: 80, height: 120 });
    const stored = await readStored(media);
    const [topRed = 0] = await colorAt(stored, 40, 20);
    const [bottomRed = 0] = await colorAt(stored, 40, 100);
    expect(topRed).toBeGreaterThan(150);
    expect(bottomRed).toBeLessThan(60);
  });

  test('removes metadata such as location and camera', async () => {
    const exif = {
      IFD0: { Make: 'SecretCamera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    };
    const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/">SecretPlace</x:xmpmeta>';
    const tagged = await sampleImage(400, 300).withExif(exif).withXmp(xmp).jpeg().toBuffer();
    expect(tagged.includes('SecretCamera') && tagged.includes('SecretPlace')).toBe(true);

    const media = await processUpload(tagged);
    for (const fileName of [media.fileName, '320.webp']) {
      const stored = await readStored(media, fileName);
      const metadata = await sharp(stored).metadata();
      expect(metadata).not.toHaveProperty('exif');
      expect(metadata).not.toHaveProperty('xmp');
      expect(metadata).not.toHaveProperty('icc');
      expect(stored.includes('Secret')).toBe(false);
    }
  });

  test('converts an image with a color profile to sRGB', async () => {
    const color = sharp({
      create: { width: 32, height: 32, channels: 3, background: { r: 200, g: 30, b: 30 } },
    });
    const wide = await color.withIccProfile('p3').png().toBuffer();
    const media = await processUpload(wide);
    const [red = 0, green = 0] = await colorAt(await readStored(media), 16, 16);
    expect(Math.abs(red - 200)).toBeLessThan(8);
    expect(Math.abs(green - 30)).toBeLessThan(8);
  });

  test('detects the type by content, not by file name', async () => {
    const media = await processUpload(await sampleImage().png().toBuffer(), 'notes.txt');
    expect(media.mimeType).toBe('image/webp');
  });

  test('removes trailing data', async () => {
    const polyglot = Buffer.concat([
      await sampleImage().jpeg().toBuffer(),
      Buffer.from('PK\x03\x04<script>alert(1)</script>'),
    ]);
    const stored = await readStored(await processUpload(polyglot));
    expect(stored.includes('script')).toBe(false);
  });

  test('processes an image that needs much memory', async () => {
    const large = sharp({ create: { width: 2100, height: 2000, channels: 3, background: 'red' } });
    const media = await processUpload(await large.avif({ effort: 0 }).toBuffer());
    expect(media).toMatchObject({ width: 2099, height: 1999 });
    expect(media.variants).toHaveLength(3);
  });
});

describe('processing an animation', () => {
  test.each(['gif', 'webp'] as const)('keeps an animated %s animated', async (format) => {
    const animation = sampleAnimation(3, { delays: [100, 200, 300], loop: 2 });
    const media = await processUpload(await animation[format]());
    expect(media).toMatchObject({ width: 16, height: 16, mimeType: 'image/webp' });
    expect(await sharp(await readStored(media)).metadata()).toMatchObject({
      pages: 3,
      delay: [100, 200, 300],
      loop: 2,
    });
  });

  test.each(['gif', 'webp'] as const)(
    'stores the first frame of an animated %s',
    async (format) => {
      const media = await processUpload(await sampleAnimation(3, { side: 40 })[format]());
      expect(media.posterFileName).toBe('poster.webp');
      const poster = await readStored(media, 'poster.webp');
      expect(await sharp(poster).metadata()).toMatchObject({ width: 40, height: 40 });
      expect((await sharp(poster).metadata()).pages).toBeUndefined();
      // The color of the first frame of `sampleAnimation` is (0, 0, 128).
      const [red = 255, , blue = 0] = await colorAt(poster, 20, 20);
      expect(red).toBeLessThan(20);
      expect(blue).toBeGreaterThan(110);
      const still = await processUpload(await sampleImage().png().toBuffer());
      expect(still.posterFileName).toBeNull();
    },
  );

  test('renders an animated smaller copy', async () => {
    const media = await processUpload(await sampleAnimation(2, { side: 660 }).gif());
    expect(media.variants).toEqual([
      { fileName: '640.webp', mimeType: 'image/webp', width: 640, height: 640 },
    ]);
    const { pages } = await sharp(await readStored(media, '640.webp')).metadata();
    expect(pages).toBe(2);
  });

  test('limits the pixels of its frames, not its sides', async () => {
    const tall = sharp(Buffer.alloc(500 * 8000 * 3).fill(99, 0, 500 * 4000 * 3), {
      raw: { width: 500, height: 8000, channels: 3, pageHeight: 4000 },
    });
    const media = await processUpload(await tall.webp({ effort: 0, delay: [100, 200] }).toBuffer());
    expect(media).toMatchObject({ width: 452, height: 3620 });
  });

  test('rejects a truncated animation', async () => {
    const whole = await sampleAnimation(20, { side: 64 }).webp();
    await expect(processUpload(whole.subarray(0, whole.length / 2))).rejects.toMatchObject({
      code: 'unsupported_media',
    });
  });

  test('accepts at most 200 frames', async () => {
    await processUpload(await sampleAnimation(200, { side: 4 }).gif());
    await rm(storeFolder, { recursive: true });
    await expect(
      processUpload(await sampleAnimation(201, { side: 4 }).gif()),
    ).rejects.toMatchObject({
      code: 'payload_too_large',
      message: '"photo.jpg" is too large. The limit is 200 frames.',
    });
    expect(await listStored()).toEqual([]);
  });

  test('rejects an animation with too many pixels in all frames', async () => {
    await expect(processUpload(sparseGif({ side: 2000, frames: 26 }))).rejects.toMatchObject({
      code: 'payload_too_large',
    });
  });
});

describe('an animation that cannot be played', () => {
  const checkFixture = async (name: string) =>
    checkAttachment(await upload(await readFile(fixture(name)), name), limits);

  test.each([
    ['animated.png', 'PNG'],
    ['animated.avif', 'AVIF'],
  ])('is rejected with the reason: %s', async (name, format) => {
    await expect(checkFixture(name)).rejects.toMatchObject({
      code: 'unsupported_media',
      message: `"${name}" is an animated ${format} picture, which can't be played here. Save it as a GIF, an animated WebP or a video, and try again.`,
    });
  });

  test('is accepted if it has a single frame', async () => {
    const content = await readFile(fixture('animated.png'));
    const animationControl = content.indexOf('acTL');
    content.writeUInt32BE(1, animationControl + 4);
    const chunk = content.subarray(animationControl, animationControl + 12);
    content.writeUInt32BE(crc32(chunk), animationControl + 12);
    const checked = await checkAttachment(await upload(content), limits);
    expect(checked).toMatchObject({ kind: 'image', facts: { frames: 1 } });
  });

  test('is accepted as an image that shows only the first frame', async () => {
    const content = await readFile(fixture('animated.png'));
    expect(await checkUpload(await upload(content))).toMatchObject({ facts: { decoder: 'png' } });
  });
});

test('accepts a video of a phone in 3GP', async () => {
  const media = await processUpload(await readFile(fixture('phone.3gp')), 'VID_0001.mp4');
  expect(media).toMatchObject({ type: 'video', mimeType: 'video/mp4', fileName: 'original.mp4' });
});

test('accepts HEIC only if administrators allow it', async () => {
  const file = await upload(await readFile(fixture('heic-named-as.jpg')), 'IMG_0001.jpg');
  expect(await checkAttachment(file, limits)).toMatchObject({ kind: 'image' });
  const formats = limits.formats.filter((format) => format !== 'image/heic');
  await expect(checkAttachment(file, { ...limits, formats })).rejects.toMatchObject({
    message: expect.stringMatching(
      /^"IMG_0001.jpg" can't be attached. Supported formats: JPEG, PNG/,
    ) as string,
  });
});

describe('processing a JPEG that was cut off', () => {
  test.each(['without-end-marker.jpg', 'without-last-rows.jpg'])('accepts %s', async (name) => {
    const media = await processUpload(await readFile(fixture(name)), name);
    expect(media).toMatchObject({ width: 320, height: 200, mimeType: 'image/webp' });
    const [red = 0, , blue = 0] = await colorAt(await readStored(media), 310, 140);
    expect(red).toBeLessThan(60);
    expect(blue).toBeGreaterThan(180);
  });

  test('accepts a rotated one with copies', async () => {
    const whole = await sampleImage(400, 700).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const media = await processUpload(whole.subarray(0, -2));
    expect(media).toMatchObject({ width: 700, height: 400 });
    expect(media.variants.map(({ width }) => width)).toEqual([320, 640]);
  });

  test('accepts a progressive one that lacks only its end marker', async () => {
    const whole = await sampleImage(400, 300).jpeg({ progressive: true }).toBuffer();
    expect(await processUpload(whole.subarray(0, -2))).toMatchObject({ width: 400, height: 300 });
    await expect(processUpload(whole.subarray(0, -200))).rejects.toMatchObject({
      code: 'unsupported_media',
    });
  });

  test('rejects one that lacks a third of its rows', async () => {
    const whole = await sampleImage(400, 300).jpeg().toBuffer();
    const start = whole.indexOf(Buffer.from([0xff, 0xda]));
    const length = start + Math.round((whole.length - start) * 0.66);
    await expect(processUpload(whole.subarray(0, length))).rejects.toMatchObject({
      code: 'unsupported_media',
      message: '"photo.jpg" is damaged or isn\'t a picture.',
    });
  });
});

describe('processing a HEIC picture', () => {
  test('accepts one from a phone, whatever its name is', async () => {
    const content = await readFile(fixture('heic-named-as.jpg'));
    const media = await processUpload(content, 'IMG_0001.jpg');
    expect(media).toMatchObject({ width: 16, height: 16, mimeType: 'image/webp' });
    const [red = 0, green = 255, blue = 255] = await colorAt(await readStored(media), 8, 8);
    expect(red).toBeGreaterThan(240);
    expect(Math.max(green, blue)).toBeLessThan(15);
  });

  test('converts its color profile to sRGB', async () => {
    const media = await processUpload(await readFile(fixture('display-p3.heic')));
    expect(media).toMatchObject({ width: 96, height: 64 });
    const stored = await readStored(media);
    expect(await sharp(stored).metadata()).not.toHaveProperty('icc');
    const [red = 0, green = 0] = await colorAt(stored, 48, 32);
    expect(Math.abs(red - 200)).toBeLessThan(8);
    expect(Math.abs(green - 30)).toBeLessThan(8);
  });

  test('rejects a truncated one', async () => {
    const content = await readFile(fixture('display-p3.heic'));
    await expect(
      processUpload(content.subarray(0, content.length - 100), 'IMG_0001.HEIC'),
    ).rejects.toMatchObject({
      code: 'unsupported_media',
      message: `"IMG_0001.HEIC" is a HEIC picture that can't be read. Save it as a JPEG, and try again.`,
    });
    expect(await listStored()).toEqual([]);
  });

  test('names the format of one whose header cannot be read', async () => {
    const content = await readFile(fixture('display-p3.heic'));
    await expect(processUpload(content.subarray(0, 60), 'IMG_0001.jpg')).rejects.toMatchObject({
      code: 'unsupported_media',
      message: expect.stringContaining('"IMG_0001.jpg" is a HEIC picture') as string,
    });
  });
});

describe('rejecting a file', () => {
  test.each([
    ['text', 'hello'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['SVG in XML', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['PDF', '%PDF-1.7\n1 0 obj\n'],
    ['a zip', 'PK\x03\x04\x14\0\0\0\0\0'],
    ['a script that begins like a GIF', 'GIF89a=1;alert(1)//'],
    ['a page that begins like a GIF', `GIF89a<svg><script>alert(1)</script>${' '.repeat(500)}`],
    ['a bare JPEG signature', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['random bytes behind a PNG signature', flatPng(9, 9).fill(0x41, 16)],
  ])('rejects %s with an image file name', async (_name, content) => {
    await expect(processUpload(content, 'cat.png')).rejects.toMatchObject({
      code: 'unsupported_media',
      message: expect.stringContaining('"cat.png"') as string,
    });
    expect(await listStored()).toEqual([]);
  });

  test('rejects an empty file as invalid input', async () => {
    await expect(processUpload('', 'cat.png')).rejects.toMatchObject({
      code: 'validation_failed',
      message: '"cat.png" is empty.',
      fieldErrors: [
        { path: 'media', message: withValues('error.fileEmpty', { name: '"cat.png"' }) },
      ],
    });
  });

  test('rejects a file over 10 MB', async () => {
    const file = await upload(await sampleImage().png().toBuffer());
    await expect(checkUpload({ ...file, bytes: imageMaxBytes + 1 })).rejects.toMatchObject({
      code: 'payload_too_large',
      message: '"photo.jpg" is too large. The limit is 10 MB.',
    });
  });

  test('rejects 30,000 by 30,000 pixels without decoding them', async () => {
    const bomb = flatPng(30_000, 30_000);
    const before = process.memoryUsage.rss();
    await expect(processUpload(bomb)).rejects.toMatchObject({
      code: 'payload_too_large',
      message: '"photo.jpg" is too large. The limit is 40 megapixels.',
    });
    // Decoded, they need at least 900 MB.
    expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000);
  });

  test('truncates a long file name in the message', async () => {
    await expect(processUpload('x', '😀'.repeat(200))).rejects.toThrow(`"${'😀'.repeat(80)}…"`);
  });
});

test('leaves no files when the store fails midway', async () => {
  const failing: MediaStore = {
    ...store,
    put: async (key, fileName, content) => {
      if (fileName === '320.webp') throw new UnavailableError('error.mediaUnavailable');
      await store.put(key, fileName, content);
    },
  };
  const checked = await checkUpload(await upload(await sampleImage(400, 300).png().toBuffer()));
  const processDependencies = { store: failing, reserveKey, renderPoster, canConvert };
  await expect(processCheckedUpload(processDependencies, checked, ownerId)).rejects.toThrow(
    'Media is unavailable right now.',
  );
  expect(await listStored()).toEqual([]);
});
