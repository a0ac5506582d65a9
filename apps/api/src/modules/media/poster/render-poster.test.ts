import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sampleImage } from '../../../../test/media/sample-images.ts';
import { createLogger } from '../../../platform/logger.ts';
import { checkUpload } from '../check-upload.ts';
import type { CheckedImage } from '../check-upload.ts';
import type { FileFacts } from '../formats/file-facts.ts';
import { createPosterRenderer } from './render-poster.ts';

let directory: string;
let ffmpegPath: string;
let video: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'skein-poster-'));
  ffmpegPath = path.join(directory, 'ffmpeg');
  video = path.join(directory, 'video');
});
beforeEach(async () => {
  for (const name of await readdir(directory)) await rm(path.join(directory, name));
  await writeFile(video, 'a video');
  await writeFile(path.join(directory, 'frame.png'), await sampleImage(320, 180).png().toBuffer());
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Installs a script as ffmpeg. `$TARGET` is the output file. */
async function install(script: string): Promise<void> {
  const lines = [
    '#!/bin/sh',
    `cd ${directory}`,
    'printf "%s\\n" "$@" > arguments',
    '/usr/bin/env > environment',
    'PATH=/usr/bin:/bin',
    'for LAST; do :; done',
    'TARGET="${LAST#file:}"',
    script,
  ];
  await writeFile(ffmpegPath, lines.join('\n'));
  await chmod(ffmpegPath, 0o755);
}

const render = (extension: FileFacts['extension'] = 'mp4', poster: CheckedImage | null = null) =>
  createPosterRenderer({
    searchPath: directory,
    logger: createLogger({ level: 'silent' }),
  })(
    {
      file: { path: video, originalName: 'video', bytes: 7 },
      facts: {
        mediaType: 'video',
        extension,
        width: null,
        height: null,
        durationMs: null,
        edits: [],
      },
      poster,
    },
    'ada',
  );

test('renders a poster of a video and leaves no other files', async () => {
  await install('cp frame.png "$TARGET"');
  const poster = await render();
  expect(poster).toMatchObject({ width: 320, height: 180 });
  expect(poster?.blurhash).toHaveLength(28);
  expect(Buffer.from(poster?.content ?? []).toString('latin1', 8, 12)).toBe('WEBP');
  expect((await readdir(directory)).toSorted()).toEqual([
    'arguments',
    'environment',
    'ffmpeg',
    'frame.png',
    'video',
  ]);
});

test('finds ffmpeg on the search path', async () => {
  await install('cp frame.png "$TARGET"');
  expect(await render('mp4')).toMatchObject({ width: 320, height: 180 });
  const environment = await readFile(path.join(directory, 'environment'), 'utf8');
  expect(environment).toContain(`PATH=${directory}\n`);
});

test.each([
  ['mp4', 'mov'],
  ['mov', 'mov'],
  ['webm', 'matroska'],
] as const)(
  'passes %s to the demuxer %s only, without access to other files',
  async (extension, demuxer) => {
    await install('cp frame.png "$TARGET"');
    await render(extension);
    const given = (await readFile(path.join(directory, 'arguments'), 'utf8')).split('\n');
    const after = (name: string) => given[given.indexOf(name) + 1];
    expect(after('-f')).toBe(demuxer);
    expect(after('-protocol_whitelist')).toBe('file');
    expect(after('-i')).toBe(`file:${video}`);
  },
);

test('does not pass secrets of the server to ffmpeg', async () => {
  await install('cp frame.png "$TARGET"');
  await render();
  const environment = await readFile(path.join(directory, 'environment'), 'utf8');
  expect(environment.match(/^\w+/gm)?.toSorted()).toEqual(
    expect.not.arrayContaining(['HOME', 'DATABASE_URL', 'JWT_SECRET', 'NODE_ENV']),
  );
});

test.each([
  ['fails', 'exit 1'],
  ['writes nothing', 'exit 0'],
  ['writes no picture', 'echo hello > "$TARGET"'],
  ['fails half-way', 'head -c 100 frame.png > "$TARGET"; exit 1'],
])('returns null when ffmpeg %s', async (_name, script) => {
  await install(script);
  expect(await render()).toBeNull();
  expect(await readdir(directory)).not.toContain('video.png');
});

test('returns null without ffmpeg', async () => {
  expect(await render()).toBeNull();
});

test('renders the poster of the upload without ffmpeg, but prefers a frame of the video', async () => {
  const content = await sampleImage(64, 36).png().toBuffer();
  const file = { path: path.join(directory, 'poster'), originalName: '', bytes: content.length };
  await writeFile(file.path, content);
  const poster = await checkUpload(file);
  if (poster.kind !== 'image') throw new Error('It is an image.');
  expect(await render('mp4', poster)).toMatchObject({ width: 64, height: 36 });
  await install('cp frame.png "$TARGET"');
  expect(await render('mp4', poster)).toMatchObject({ width: 320, height: 180 });
});

test('returns null for an audio file without running ffmpeg', async () => {
  await install('cp frame.png "$TARGET"');
  expect(await render('ogg')).toBeNull();
  expect(await readdir(directory)).not.toContain('arguments');
});
