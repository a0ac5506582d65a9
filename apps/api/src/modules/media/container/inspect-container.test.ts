import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  box,
  largeBox,
  recordedAt,
  sampleM4a,
  sampleMp4,
  soundTrack,
  track,
  u32,
  videoTrack,
} from '../../../../test/media/sample-mp4.ts';
import {
  chunk,
  element,
  id3Tag,
  oggPage,
  openElement,
  sampleLiveWebm,
  sampleMp3,
  sampleOgg,
  samplePdf,
  sampleWav,
  sampleWebm,
} from '../../../../test/media/sample-recordings.ts';
import { checkUpload } from '../check-upload.ts';
import type { ContainerFacts } from './container-facts.ts';
import { applyEdits } from './file-edits.ts';

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'skein-container-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function inspect(content: Buffer): Promise<ContainerFacts> {
  const file = path.join(directory, 'upload');
  await writeFile(file, content);
  const checked = await checkUpload({ path: file, originalName: 'f', bytes: content.length });
  if (checked.kind !== 'container') throw new Error('It was taken for a picture.');
  return checked.facts;
}

/** What is kept of it, in pieces that cut through everything. */
async function keep(content: Buffer): Promise<Buffer> {
  const { edits } = await inspect(content);
  const pieces = Array.from({ length: Math.ceil(content.length / 7) }, (_, i) =>
    Buffer.from(content.subarray(i * 7, i * 7 + 7)),
  );
  const kept = await buffer(Readable.from(pieces).pipe(applyEdits(edits)));
  expect(kept).toHaveLength(content.length);
  return kept;
}

const place = '+52.5200+013.4050/';
const udta = box('udta', box('\xa9xyz', u32(18), place));

describe('what it is', () => {
  const video = { mediaType: 'video', width: 320, height: 180 };
  const sound = { mediaType: 'audio', width: null, height: null };
  test.each([
    ['MP4', sampleMp4(), { ...video, extension: 'mp4', durationMs: 2500 }],
    ['QuickTime', sampleMp4({ brand: 'qt  ' }), { ...video, extension: 'mov', durationMs: 2500 }],
    ['M4A', sampleM4a(), { ...sound, extension: 'm4a', durationMs: 2500 }],
    ['an MP4 of sound alone', sampleMp4({ tracks: [soundTrack] }), { ...sound, extension: 'm4a' }],
    ['WebM', sampleWebm(), { ...video, extension: 'webm', durationMs: 2000 }],
    ['WebM as recorded', sampleLiveWebm(), { ...video, extension: 'webm', durationMs: null }],
    ['WAV', sampleWav(), { ...sound, extension: 'wav', durationMs: 500 }],
    ['MP3', sampleMp3(), { ...sound, extension: 'mp3', durationMs: 261 }],
    ['Ogg', sampleOgg(), { ...sound, extension: 'ogg', durationMs: 1000 }],
    ['PDF', samplePdf(), { mediaType: 'other', extension: 'pdf', durationMs: null }],
  ])('%s', async (_name, content, facts) => {
    expect(await inspect(content)).toMatchObject(facts);
  });

  test('a film on its side is told as it is shown', async () => {
    const tracks = [track({ handler: 'vide', width: 320, height: 180, isOnItsSide: true })];
    expect(await inspect(sampleMp4({ tracks }))).toMatchObject({ width: 180, height: 320 });
  });

  test('a size of 64 bits and an open one are possible', async () => {
    const large = largeBox('free', 20n, Buffer.alloc(4));
    const open = sampleMp4({ before: [large] });
    open.writeUInt32BE(0, open.lastIndexOf('mdat') - 4);
    expect(await inspect(open)).toMatchObject({ mediaType: 'video' });
  });

  test('impossible sizes and times are not believed', async () => {
    const tracks = [track({ handler: 'vide', width: 65_000, height: 1 })];
    expect(await inspect(sampleMp4({ tracks }))).toMatchObject({ width: null, height: null });
  });

  test('a WAV that did not know its size', async () => {
    const wav = sampleWav();
    wav.writeUInt32LE(0xff_ff_ff_ff, wav.indexOf('data') + 4);
    expect(await inspect(wav)).toMatchObject({ durationMs: 500 });
  });
});

describe('what it tells beside its content is not kept', () => {
  const wavPlace = chunk('LIST', `INFO${place}`);
  test.each([
    ['a place in moov', sampleMp4({ inside: [udta] })],
    ['a name of a track', sampleMp4({ tracks: [track({ handler: 'vide', name: place })] })],
    [
      'a name of an encoder',
      sampleMp4({ tracks: [track({ handler: 'vide', compressor: place })] }),
    ],
    ['a place in a track', sampleMp4({ tracks: [track({ handler: 'vide', extra: [udta] })] })],
    ['item lists', sampleMp4({ inside: [box('meta', u32(0), box('ilst', place))] })],
    ['XMP', sampleMp4({ before: [box('uuid', place)] })],
    ['free space', sampleMp4({ before: [box('free', place), box('skip', place)] })],
    ['boxes that nobody knows', sampleMp4({ before: [box('gps0', place)] })],
    ['WebM tags', sampleWebm(element(0x12_54_c3_67, place))],
    ['WebM attachments', sampleLiveWebm(element(0x19_41_a4_69, place))],
    ['WAV notes', sampleWav({ chunks: [wavPlace, chunk('bext', place)] })],
    ['ID3 frames', sampleMp3({ tag: id3Tag(`GEOB${place}`) })],
    ['ID3v1', Buffer.concat([sampleMp3(), Buffer.from(`TAG${place}`.padEnd(128))])],
  ])('%s', async (_name, content) => {
    expect(content.includes(place)).toBe(true);
    const kept = await keep(content);
    expect(kept.includes(place)).toBe(false);
    // What is left is as whole as before, and has nothing more to be taken out that counts.
    const [before, after] = [await inspect(content), await inspect(kept)];
    expect({ ...after, edits: [] }).toEqual({ ...before, edits: [] });
    expect((await keep(kept)).equals(kept)).toBe(true);
  });

  test('places along the way, in a track of their own', async () => {
    const gps = (start: number) =>
      track({ handler: 'meta', chunk: { start, sizes: [place.length - 8, 8] } });
    const withTrack = (start: number) =>
      sampleMp4({ tracks: [videoTrack, gps(start)], samples: `pictures${place}more pictures` });
    const film = withTrack(withTrack(0).indexOf(place));
    const kept = await keep(film);
    expect(kept.includes(place)).toBe(false);
    expect(kept.includes('pictures')).toBe(true);
    expect(kept.includes('more pictures')).toBe(true);
    expect(kept.includes('meta')).toBe(false);
  });

  test('the kind of a track and the configuration of its codec stay', async () => {
    const tracks = [track({ handler: 'vide', name: place, compressor: place })];
    const kept = await keep(sampleMp4({ tracks }));
    const handlerAt = kept.indexOf('hdlr');
    expect(kept.toString('latin1', handlerAt + 12, handlerAt + 16)).toBe('vide');
    expect(kept.includes('codec configuration')).toBe(true);
    expect(await inspect(kept)).toMatchObject({ mediaType: 'video' });
  });

  test('when it was recorded', async () => {
    const kept = await keep(sampleMp4());
    expect(sampleMp4().includes(u32(recordedAt))).toBe(true);
    expect(kept.includes(u32(recordedAt))).toBe(false);
  });

  test('samples stay where they are, byte for byte', async () => {
    const film = sampleMp4({ inside: [udta], before: [box('free', place)] });
    const kept = await keep(film);
    const at = film.indexOf('mdat');
    expect(kept.subarray(at).equals(film.subarray(at))).toBe(true);
  });
});

function nested(depth: number): Buffer {
  let inner = box('udta', 'x');
  for (let level = 0; level < depth; level += 1) inner = box('moov', inner);
  return inner;
}

const lyingBox = box('udta', 'x');
lyingBox.writeUInt32BE(0x7f_ff_ff_ff, 0);
const tinyBox = box('udta', 'x');
tinyBox.writeUInt32BE(4, 0);
const emptySizeBox = box('udta', 'x');
emptySizeBox.writeUInt32BE(0, 0);
const manyChunks = box(
  'trak',
  box('tkhd', u32(...Array.from({ length: 21 }, () => 0))),
  box(
    'mdia',
    box('hdlr', u32(0, 0), 'meta', u32(0)),
    box(
      'minf',
      box(
        'stbl',
        box('stco', u32(0, 0xff_ff_ff_ff)),
        box('stsc', u32(0, 1, 1, 0xff_ff_ff_ff, 1)),
        box('stsz', u32(0, 1, 0xff_ff_ff_ff)),
      ),
    ),
  ),
);

describe('what is refused', () => {
  test.each([
    ['a film without moov', box('ftyp', 'isom', u32(0), 'isom')],
    ['a film without samples', sampleMp4().subarray(0, -37)],
    ['a film cut off', sampleMp4().subarray(0, -1)],
    ['a film cut off in its header', sampleMp4().subarray(0, 200)],
    ['a film without tracks', sampleMp4({ tracks: [] })],
    ['a film of unknown tracks', sampleMp4({ tracks: [track({ handler: 'meta' })] })],
    ['a box larger than what it lies in', sampleMp4({ inside: [lyingBox] })],
    ['a box smaller than its header', sampleMp4({ inside: [tinyBox] })],
    ['an open size that is not the last', sampleMp4({ inside: [emptySizeBox] })],
    ['a size of 2^63', sampleMp4({ inside: [largeBox('udta', 2n ** 63n)] })],
    ['a size of 64 bits too small', sampleMp4({ inside: [largeBox('udta', 8n)] })],
    ['a track without anything', sampleMp4({ tracks: [box('trak')] })],
    ['four billion samples', sampleMp4({ tracks: [videoTrack, manyChunks] })],
    ['boxes in boxes for ever', Buffer.concat([box('ftyp', 'isom', u32(0)), nested(10_000)])],
    ['a WebM cut off', sampleWebm().subarray(0, -1)],
    ['a WebM without pictures', sampleWebm().subarray(0, 90)],
    ['a WebM with something behind it', Buffer.concat([sampleWebm(), Buffer.from('PK\x03\x04')])],
    ['an open element that may be none', sampleLiveWebm(openElement(0x12_54_c3_67))],
    ['Matroska', Buffer.from(sampleWebm().toString('latin1').replace('webm', 'mkv\0'), 'latin1')],
    ['a WAV cut off', sampleWav().subarray(0, -1)],
    ['a WAV without sound', sampleWav({ bytes: 0 })],
    ['an MP3 of one frame', sampleMp3({ frames: 1 })],
    ['a tag without sound', id3Tag('TIT2')],
    ['an MP3 with much behind it', Buffer.concat([sampleMp3(), Buffer.alloc(2 ** 20 + 1)])],
    ['an Ogg cut off', sampleOgg().subarray(0, -1)],
    ['an Ogg with something between', sampleOgg(Buffer.from('PK\x03\x04'.padEnd(60)))],
    [
      'an Ogg of pictures',
      oggPage({ flags: 2, content: Buffer.from('\x80theora\x03\x02'.padEnd(60)) }),
    ],
    ['a PDF without its end', samplePdf().subarray(0, -7)],
    ['a page that begins like a PDF', Buffer.from(`%PDF-1.7\n<script>alert(1)</script>`)],
    ['an icon', Buffer.from('0000010001001010', 'hex')],
    ['AVI', Buffer.from('RIFF\x40\0\0\0AVI LIST'.padEnd(80))],
    ['FLAC', Buffer.concat([Buffer.from('fLaC\0\0\0\x22'), Buffer.alloc(60)])],
  ])('%s', async (_name, content) => {
    await expect(inspect(content)).rejects.toMatchObject({ code: 'unsupported_media' });
  });

  test('more samples to be taken out than any camera writes', async () => {
    const start = 1000;
    const sizes = Array.from({ length: 60_000 }, () => 1);
    const chunks = u32(0, sizes.length, ...sizes.map(() => start));
    const sensors = track({ handler: 'meta', chunk: { start, sizes }, chunks });
    const film = sampleMp4({ tracks: [videoTrack, sensors, sensors, sensors, sensors] });
    await expect(inspect(film)).rejects.toMatchObject({ code: 'unsupported_media' });
  });

  test('millions of parts, in a moment', async () => {
    const parts = Buffer.concat(Array.from({ length: 600_000 }, () => box('free')));
    const film = Buffer.concat([sampleMp4(), parts]);
    const started = performance.now();
    await expect(inspect(film)).rejects.toMatchObject({ code: 'unsupported_media' });
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

test('what a PDF says of itself stays: it is given out as it came', async () => {
  const content = samplePdf(`<html><script>alert(1)</script>${place}`);
  expect((await keep(content)).equals(content)).toBe(true);
});

test('the file that is read is left as it was', async () => {
  const content = sampleMp4({ inside: [udta] });
  await keep(content);
  expect((await readFile(path.join(directory, 'upload'))).equals(content)).toBe(true);
});
