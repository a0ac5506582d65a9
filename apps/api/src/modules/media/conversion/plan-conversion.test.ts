import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  aacTrack,
  box,
  sampleM4a,
  sampleMp4,
  soundTrack,
  track,
  u32,
  videoTrack,
} from '../../../../test/media/sample-mp4.ts';
import { element, sampleMp3, sampleWebm } from '../../../../test/media/sample-recordings.ts';
import { checkUpload } from '../check-upload.ts';
import { planConversion } from './plan-conversion.ts';

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'skein-plan-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function readFacts(content: Buffer) {
  const file = path.join(directory, 'upload');
  await writeFile(file, content);
  const checked = await checkUpload({ path: file, originalName: '', bytes: content.length });
  if (checked.kind !== 'file') throw new Error('It is an image.');
  return checked.facts;
}

async function plan(content: Buffer) {
  const facts = await readFacts(content);
  return { plan: planConversion(facts, content.length), isPlayable: facts.video?.isPlayable };
}

const picturesOf = (options: Partial<Parameters<typeof track>[0]>) =>
  sampleMp4({
    tracks: [track({ handler: 'vide', width: 1920, height: 1080, ...options }), aacTrack],
  });
const soundOf = (soundType: number) =>
  sampleMp4({ tracks: [videoTrack, track({ handler: 'soun', soundType })] });
const copy = { copiesPictures: true, copiesSound: true };
const encodePictures = { copiesPictures: false, copiesSound: true };
const encodeSound = { copiesPictures: true, copiesSound: false };

test.each([
  ['H.264 and AAC in MP4', sampleMp4({ tracks: [videoTrack, aacTrack] })],
  ['H.264 without sound', sampleMp4({ tracks: [videoTrack] })],
  ['the Baseline profile', picturesOf({ profile: 66 })],
  ['an upright video of full HD', picturesOf({ width: 1080, height: 1920 })],
])('plays %s as it is', async (_name, content) => {
  expect(await plan(content)).toEqual({ plan: null, isPlayable: true });
});

test.each([
  ['QuickTime', sampleMp4({ brand: 'qt  ', tracks: [videoTrack, aacTrack] }), copy, false],
  [
    'an index behind the samples',
    sampleMp4({ tracks: [videoTrack, aacTrack], isIndexLast: true }),
    copy,
    true,
  ],
  [
    'fragments',
    sampleMp4({ tracks: [videoTrack, aacTrack], boxesBeforeSamples: [box('moof')] }),
    copy,
    true,
  ],
  ['H.264 with 10 bits', picturesOf({ profile: 110 }), encodePictures, false],
  ['H.265', picturesOf({ codec: 'hvc1' }), encodePictures, false],
  ['AV1', picturesOf({ codec: 'av01' }), encodePictures, true],
  ['4K', picturesOf({ width: 3840, height: 2160 }), encodePictures, true],
  ['a wide video', picturesOf({ width: 2000, height: 400 }), encodePictures, true],
  ['an unknown size', picturesOf({ width: 0 }), encodePictures, true],
  [
    'a high bit rate',
    sampleMp4({ tracks: [videoTrack, aacTrack], samples: Buffer.alloc(2_600_000) }),
    encodePictures,
    true,
  ],
  ['MP3 as its sound', soundOf(0x6b), encodeSound, true],
  ['unknown sound', sampleMp4({ tracks: [videoTrack, soundTrack] }), encodeSound, true],
  ['WebM', sampleWebm(), { copiesPictures: false, copiesSound: false }, true],
])('converts a video with %s', async (_name, content, expected, isPlayable) => {
  expect(await plan(content)).toEqual({ plan: expected, isPlayable });
});

test('converts a video whose description is damaged', async () => {
  const damaged = box('stsd', u32(0, 1), u32(7), 'avc1');
  const content = sampleMp4({ tracks: [videoTrack, aacTrack] });
  const entry = content.indexOf('stsd');
  damaged.copy(content, entry, 4);
  expect(await plan(content)).toMatchObject({ isPlayable: false });
});

test.each([
  ['MP3', sampleMp3()],
  ['M4A', sampleM4a()],
])('does not convert %s', async (_name, content) => {
  expect(await plan(content)).toEqual({ plan: null, isPlayable: undefined });
});

const webmColors = (transfer: number) => {
  const colors = element(0x55_b0, element(0x55_ba, Buffer.from([transfer])));
  return sampleWebm(element(0x16_54_ae_6b, element(0xae, element(0xe0, colors))));
};

test.each([
  ['HLG in MP4', picturesOf({ codec: 'hvc1', transfer: 18 }), 'hlg'],
  ['PQ in MP4', picturesOf({ codec: 'hvc1', transfer: 16 }), 'pq'],
  ['standard colors in MP4', picturesOf({ codec: 'hvc1', transfer: 1 }), null],
  ['HLG in WebM', webmColors(18), 'hlg'],
  ['unknown colors in WebM', sampleWebm(), null],
])('finds %s', async (_name, content, hdr) => {
  expect((await readFacts(content)).video?.hdr).toBe(hdr);
});
