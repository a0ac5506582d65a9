import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { sampleMp4, track } from '../../../test/media/sample-mp4.ts';
import { sampleMp3 } from '../../../test/media/sample-recordings.ts';
import { UnavailableError } from '../../platform/errors.ts';
import { checkUpload } from './check-upload.ts';
import type { Poster } from './poster/render-poster.ts';
import { processCheckedUpload } from './process-upload.ts';
import { createDiskMediaStore } from './store/disk-media-store.ts';
import { newStorageKey } from './store/media-store.ts';
import type { MediaStore } from './store/media-store.ts';

const ownerId = '01930000-0000-7000-8000-000000000001';
const directory = await mkdtemp(path.join(tmpdir(), 'skein-container-'));
const storeFolder = path.join(directory, 'media');
const store = createDiskMediaStore(storeFolder);
const poster: Poster = { content: Buffer.from('x'), width: 640, height: 360, blurhash: 'L' };

beforeEach(() => rm(storeFolder, { recursive: true, force: true }));
afterAll(() => rm(directory, { recursive: true, force: true }));

async function processUpload(
  content: Buffer,
  options: { made?: Poster | null; into?: MediaStore } = {},
) {
  const file = path.join(directory, 'upload');
  await writeFile(file, content);
  const { made = poster, into = store } = options;
  const processDependencies = {
    store: into,
    reserveKey: () => Promise.resolve(newStorageKey()),
    renderPoster: () => Promise.resolve(made),
    canConvert: () => Promise.resolve(true),
  };
  const upload = { path: file, originalName: 'Holiday in Rome.mp4', bytes: content.length };
  return processCheckedUpload(processDependencies, await checkUpload(upload), ownerId);
}

async function listStored(): Promise<string[]> {
  const entries = await readdir(storeFolder, { recursive: true, withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  return names.toSorted();
}

test('stores a video with its poster', async () => {
  const content = sampleMp4();
  expect(await processUpload(content)).toMatchObject({
    type: 'video',
    fileName: 'original.mp4',
    mimeType: 'video/mp4',
    bytes: content.length,
    width: 320,
    height: 180,
    durationMs: 2500,
    blurhash: 'L',
    posterFileName: 'poster.webp',
    originalName: null,
    variants: [],
    captions: [],
  });
  expect(await listStored()).toEqual(['original.mp4', 'poster.webp']);
});

test('stores a video without a poster', async () => {
  const video = await processUpload(sampleMp4(), { made: null });
  expect(video).toMatchObject({ posterFileName: null, blurhash: null, width: 320 });
  expect(await listStored()).toEqual(['original.mp4']);
});

test('uses the size of the poster when the video has none', async () => {
  const video = await processUpload(sampleMp4({ tracks: [track({ handler: 'vide' })] }));
  expect(video).toMatchObject({ width: 640, height: 360 });
});

test('stores audio without a poster', async () => {
  expect(await processUpload(sampleMp3())).toMatchObject({ type: 'audio', posterFileName: null });
  expect(await listStored()).toEqual(['original.mp3']);
});

test('leaves no files when the store fails midway', async () => {
  const into: MediaStore = {
    ...store,
    put: async (key, fileName, content) => {
      if (fileName === 'poster.webp') throw new UnavailableError('error.mediaUnavailable');
      await store.put(key, fileName, content);
    },
  };
  await expect(processUpload(sampleMp4(), { into })).rejects.toThrow(
    'Media is unavailable right now.',
  );
  expect(await listStored()).toEqual([]);
});
