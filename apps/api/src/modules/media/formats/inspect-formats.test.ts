import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFacts } from '../../../../test/media/read-facts.ts';
import {
  box,
  largeBox,
  recordedAt,
  sampleM4a,
  sampleMp4,
  audioTrack,
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
import { applyEdits } from './file-edits.ts';

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'skein-container-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const inspect = (content: Buffer) => readFacts(directory, content);

/** Applies the edits to the content, in chunks that split everything. */
async function applyEditsTo(content: Buffer): Promise<Buffer> {
  const { edits } = await inspect(content);
  const pieces = Array.from({ length: Math.ceil(content.length / 7) }, (_, i) =>
    Buffer.from(content.subarray(i * 7, i * 7 + 7)),
  );
  const edited = await buffer(Readable.from(pieces).pipe(applyEdits(edits)));
  expect(edited).toHaveLength(content.length);
  return edited;
}

const location = '+52.5200+013.4050/';
const udta = box('udta', box('\xa9xyz', u32(18), location));

describe('inspecting a file', () => {
  const video = { mediaType: 'video', width: 320, height: 180 };
  const sound = { mediaType: 'audio', width: null, height: null };
  test.each([
    ['MP4', sampleMp4(), { ...video, extension: 'mp4', durationMs: 2500 }],
    ['QuickTime', sampleMp4({ brand: 'qt  ' }), { ...video, extension: 'mov', durationMs: 2500 }],
    ['M4A', sampleM4a(), { ...sound, extension: 'm4a', durationMs: 2500 }],
    ['an MP4 of sound alone', sampleMp4({ tracks: [audioTrack] }), { ...sound, extension: 'm4a' }],
    ['WebM', sampleWebm(), { ...video, extension: 'webm', durationMs: 2000 }],
    ['WebM as recorded', sampleLiveWebm(), { ...video, extension: 'webm', durationMs: null }],
    ['WAV', sampleWav(), { ...sound, extension: 'wav', durationMs: 500 }],
    ['MP3', sampleMp3(), { ...sound, extension: 'mp3', durationMs: 261 }],
    ['Ogg', sampleOgg(), { ...sound, extension: 'ogg', durationMs: 1000 }],
    ['PDF', samplePdf(), { mediaType: 'other', extension: 'pdf', durationMs: null }],
    [
      'PDF without a startxref entry',
      Buffer.from(
        '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF',
      ),
      { mediaType: 'other', extension: 'pdf' },
    ],
  ])('returns type, size and duration of %s', async (_name, content, facts) => {
    expect(await inspect(content)).toMatchObject(facts);
  });

  test('returns the display size of a rotated video', async () => {
    const tracks = [track({ handler: 'vide', width: 320, height: 180, isOnItsSide: true })];
    expect(await inspect(sampleMp4({ tracks }))).toMatchObject({ width: 180, height: 320 });
  });

  test('accepts boxes with 64-bit and unknown sizes', async () => {
    const large = largeBox('free', 20n, Buffer.alloc(4));
    const open = sampleMp4({ boxesBeforeSamples: [large] });
    open.writeUInt32BE(0, open.lastIndexOf('mdat') - 4);
    expect(await inspect(open)).toMatchObject({ mediaType: 'video' });
  });

  test('ignores impossible sizes and durations', async () => {
    const tracks = [track({ handler: 'vide', width: 65_000, height: 1 })];
    expect(await inspect(sampleMp4({ tracks }))).toMatchObject({ width: null, height: null });
  });

  test('returns the duration of a WAV with an unknown size', async () => {
    const wav = sampleWav();
    wav.writeUInt32LE(0xff_ff_ff_ff, wav.indexOf('data') + 4);
    expect(await inspect(wav)).toMatchObject({ durationMs: 500 });
  });
});

describe('erasing metadata', () => {
  const wavLocation = chunk('LIST', `INFO${location}`);
  test.each([
    ['a location in moov', sampleMp4({ moovBoxes: [udta] })],
    ['a name of a track', sampleMp4({ tracks: [track({ handler: 'vide', name: location })] })],
    [
      'a name of an encoder',
      sampleMp4({ tracks: [track({ handler: 'vide', compressor: location })] }),
    ],
    ['a location in a track', sampleMp4({ tracks: [track({ handler: 'vide', extra: [udta] })] })],
    ['item lists', sampleMp4({ moovBoxes: [box('meta', u32(0), box('ilst', location))] })],
    ['XMP', sampleMp4({ boxesBeforeSamples: [box('uuid', location)] })],
    [
      'free space',
      sampleMp4({ boxesBeforeSamples: [box('free', location), box('skip', location)] }),
    ],
    ['unknown boxes', sampleMp4({ boxesBeforeSamples: [box('gps0', location)] })],
    ['WebM tags', sampleWebm(element(0x12_54_c3_67, location))],
    ['WebM attachments', sampleLiveWebm(element(0x19_41_a4_69, location))],
    ['WAV notes', sampleWav({ chunks: [wavLocation, chunk('bext', location)] })],
    ['ID3 frames', sampleMp3({ tag: id3Tag(`GEOB${location}`) })],
    ['ID3v1', Buffer.concat([sampleMp3(), Buffer.from(`TAG${location}`.padEnd(128))])],
  ])('erases %s', async (_name, content) => {
    expect(content.includes(location)).toBe(true);
    const edited = await applyEditsTo(content);
    expect(edited.includes(location)).toBe(false);
    // The result is as valid as before, and contains no more metadata.
    const [boxesBeforeSamples, after] = [await inspect(content), await inspect(edited)];
    expect({ ...after, edits: [] }).toEqual({ ...boxesBeforeSamples, edits: [] });
    expect((await applyEditsTo(edited)).equals(edited)).toBe(true);
  });

  test('erases a track of locations and its samples', async () => {
    const gps = (start: number) =>
      track({ handler: 'meta', chunk: { start, sizes: [location.length - 8, 8] } });
    const withTrack = (start: number) =>
      sampleMp4({ tracks: [videoTrack, gps(start)], samples: `pictures${location}more pictures` });
    const movie = withTrack(withTrack(0).indexOf(location));
    const edited = await applyEditsTo(movie);
    expect(edited.includes(location)).toBe(false);
    expect(edited.includes('pictures')).toBe(true);
    expect(edited.includes('more pictures')).toBe(true);
    expect(edited.includes('meta')).toBe(false);
  });

  test('keeps the type of a track and the configuration of its codec', async () => {
    const tracks = [track({ handler: 'vide', name: location, compressor: location })];
    const edited = await applyEditsTo(sampleMp4({ tracks }));
    const handlerAt = edited.indexOf('hdlr');
    expect(edited.toString('latin1', handlerAt + 12, handlerAt + 16)).toBe('vide');
    expect(edited.includes('codec configuration')).toBe(true);
    expect(await inspect(edited)).toMatchObject({ mediaType: 'video' });
  });

  test('erases the recording time', async () => {
    const edited = await applyEditsTo(sampleMp4());
    expect(sampleMp4().includes(u32(recordedAt))).toBe(true);
    expect(edited.includes(u32(recordedAt))).toBe(false);
  });

  test('keeps samples unchanged at their position', async () => {
    const movie = sampleMp4({ moovBoxes: [udta], boxesBeforeSamples: [box('free', location)] });
    const edited = await applyEditsTo(movie);
    const at = movie.indexOf('mdat');
    expect(edited.subarray(at).equals(movie.subarray(at))).toBe(true);
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

describe('rejecting damaged and unsupported files', () => {
  test.each([
    ['an MP4 without moov', box('ftyp', 'isom', u32(0), 'isom')],
    ['an MP4 without samples', sampleMp4().subarray(0, -37)],
    ['a truncated MP4', sampleMp4().subarray(0, -1)],
    ['a truncated MP4 header', sampleMp4().subarray(0, 200)],
    ['an MP4 without tracks', sampleMp4({ tracks: [] })],
    ['an MP4 with unknown tracks only', sampleMp4({ tracks: [track({ handler: 'meta' })] })],
    ['a box larger than its parent', sampleMp4({ moovBoxes: [lyingBox] })],
    ['a box smaller than its header', sampleMp4({ moovBoxes: [tinyBox] })],
    ['an unknown size of a box that is not the last', sampleMp4({ moovBoxes: [emptySizeBox] })],
    ['a size of 2^63', sampleMp4({ moovBoxes: [largeBox('udta', 2n ** 63n)] })],
    ['a size of 64 bits too small', sampleMp4({ moovBoxes: [largeBox('udta', 8n)] })],
    ['a track without anything', sampleMp4({ tracks: [box('trak')] })],
    ['four billion samples', sampleMp4({ tracks: [videoTrack, manyChunks] })],
    ['deeply nested boxes', Buffer.concat([box('ftyp', 'isom', u32(0)), nested(10_000)])],
    ['a truncated WebM', sampleWebm().subarray(0, -1)],
    ['a WebM without content', sampleWebm().subarray(0, 90)],
    ['a WebM with trailing data', Buffer.concat([sampleWebm(), Buffer.from('PK\x03\x04')])],
    ['an unknown size of an element that requires one', sampleLiveWebm(openElement(0x12_54_c3_67))],
    ['Matroska', Buffer.from(sampleWebm().toString('latin1').replace('webm', 'mkv\0'), 'latin1')],
    ['a truncated WAV', sampleWav().subarray(0, -1)],
    ['a WAV without samples', sampleWav({ bytes: 0 })],
    ['an MP3 of one frame', sampleMp3({ frames: 1 })],
    ['a tag without sound', id3Tag('TIT2')],
    ['an MP3 with much trailing data', Buffer.concat([sampleMp3(), Buffer.alloc(2 ** 20 + 1)])],
    ['a truncated Ogg', sampleOgg().subarray(0, -1)],
    ['an Ogg with data between its pages', sampleOgg(Buffer.from('PK\x03\x04'.padEnd(60)))],
    [
      'an Ogg with video',
      oggPage({ flags: 2, content: Buffer.from('\x80theora\x03\x02'.padEnd(60)) }),
    ],
    ['a truncated PDF', samplePdf().subarray(0, -7)],
    ['an HTML page that begins like a PDF', Buffer.from(`%PDF-1.7\n<script>alert(1)</script>`)],
    ['an icon', Buffer.from('0000010001001010', 'hex')],
    ['AVI', Buffer.from('RIFF\x40\0\0\0AVI LIST'.padEnd(80))],
    ['FLAC', Buffer.concat([Buffer.from('fLaC\0\0\0\x22'), Buffer.alloc(60)])],
  ])('rejects %s', async (_name, content) => {
    await expect(inspect(content)).rejects.toMatchObject({ code: 'unsupported_media' });
  });

  test('rejects a file with too many samples to erase', async () => {
    const start = 1000;
    const sizes = Array.from({ length: 60_000 }, () => 1);
    const chunks = u32(0, sizes.length, ...sizes.map(() => start));
    const sensors = track({ handler: 'meta', chunk: { start, sizes }, chunks });
    const movie = sampleMp4({ tracks: [videoTrack, sensors, sensors, sensors, sensors] });
    await expect(inspect(movie)).rejects.toMatchObject({ code: 'unsupported_media' });
  });

  test('rejects millions of parts before the time limit of a test', async () => {
    const parts = Buffer.concat(Array.from({ length: 600_000 }, () => box('free')));
    const movie = Buffer.concat([sampleMp4(), parts]);
    await expect(inspect(movie)).rejects.toMatchObject({ code: 'unsupported_media' });
  });
});

test('does not change a PDF', async () => {
  const content = samplePdf(`<html><script>alert(1)</script>${location}`);
  expect((await applyEditsTo(content)).equals(content)).toBe(true);
});

test('does not change the uploaded file', async () => {
  const content = sampleMp4({ moovBoxes: [udta] });
  await applyEditsTo(content);
  expect((await readFile(path.join(directory, 'upload'))).equals(content)).toBe(true);
});
