import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFacts } from '../../../../test/media/read-facts.ts';
import {
  aacTrack,
  box,
  sampleM4a,
  sampleMp4,
  audioTrack,
  track,
  u32,
  videoTrack,
} from '../../../../test/media/sample-mp4.ts';
import { element, sampleMp3, sampleWebm } from '../../../../test/media/sample-recordings.ts';
import { planConversion } from './plan-conversion.ts';

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'skein-plan-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function plan(content: Buffer) {
  const facts = await readFacts(directory, content);
  return { plan: planConversion(facts, content.length), isPlayable: facts.video?.isPlayable };
}

const withVideoTrack = (options: Partial<Parameters<typeof track>[0]>) =>
  sampleMp4({
    tracks: [track({ handler: 'vide', width: 1920, height: 1080, ...options }), aacTrack],
  });
const withAudioTrack = (audioType: number) =>
  sampleMp4({ tracks: [videoTrack, track({ handler: 'soun', audioType })] });
const copy = { copiesVideoStream: true, copiesAudioStream: true };
const encodeVideoStream = { copiesVideoStream: false, copiesAudioStream: true };
const encodeAudioStream = { copiesVideoStream: true, copiesAudioStream: false };

test.each([
  ['H.264 and AAC in MP4', sampleMp4({ tracks: [videoTrack, aacTrack] })],
  ['H.264 without sound', sampleMp4({ tracks: [videoTrack] })],
  ['the Baseline profile', withVideoTrack({ profile: 66 })],
  ['an upright video of full HD', withVideoTrack({ width: 1080, height: 1920 })],
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
  ['H.264 with 10 bits', withVideoTrack({ profile: 110 }), encodeVideoStream, false],
  ['H.265', withVideoTrack({ codec: 'hvc1' }), encodeVideoStream, false],
  ['AV1', withVideoTrack({ codec: 'av01' }), encodeVideoStream, true],
  ['4K', withVideoTrack({ width: 3840, height: 2160 }), encodeVideoStream, true],
  ['a wide video', withVideoTrack({ width: 2000, height: 400 }), encodeVideoStream, true],
  ['an unknown size', withVideoTrack({ width: 0 }), encodeVideoStream, true],
  [
    'a high bit rate',
    sampleMp4({ tracks: [videoTrack, aacTrack], samples: Buffer.alloc(2_600_000) }),
    encodeVideoStream,
    true,
  ],
  ['MP3 as its sound', withAudioTrack(0x6b), encodeAudioStream, true],
  ['unknown sound', sampleMp4({ tracks: [videoTrack, audioTrack] }), encodeAudioStream, true],
  ['WebM', sampleWebm(), { copiesVideoStream: false, copiesAudioStream: false }, true],
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
  ['HLG in MP4', withVideoTrack({ codec: 'hvc1', transfer: 18 }), 'hlg'],
  ['PQ in MP4', withVideoTrack({ codec: 'hvc1', transfer: 16 }), 'pq'],
  ['standard colors in MP4', withVideoTrack({ codec: 'hvc1', transfer: 1 }), null],
  ['HLG in WebM', webmColors(18), 'hlg'],
  ['unknown colors in WebM', sampleWebm(), null],
])('finds %s', async (_name, content, hdr) => {
  expect((await readFacts(directory, content)).video?.hdr).toBe(hdr);
});
