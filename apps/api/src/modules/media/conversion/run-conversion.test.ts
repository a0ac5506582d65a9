import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { isRunning } from '../../../../test/support/servers/is-running.ts';
import type { HdrTransfer } from '../formats/file-facts.ts';
import { canConvert } from '../ffmpeg/ffmpeg.ts';
import { ConversionFailed, runConversion } from './run-conversion.ts';
import type { ConversionJob } from './run-conversion.ts';

let directory: string;
let ffmpegPath: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'skein-conversion-'));
  ffmpegPath = path.join(directory, 'ffmpeg');
});
beforeEach(async () => {
  for (const name of await readdir(directory)) await rm(path.join(directory, name));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const fileAt = (name: string) => path.join(directory, name);

/** Installs a script as ffmpeg. */
async function install(script: string): Promise<void> {
  const lines = ['#!/bin/sh', `cd ${directory}`, 'printf "%s\\n" "$@" > arguments', script];
  await writeFile(ffmpegPath, [...lines, ''].join('\n'));
  await chmod(ffmpegPath, 0o755);
}

// The other folders contain the programs that the scripts use.
const ffmpeg = () => ({
  searchPath: [directory, '/usr/bin', '/bin'].join(path.delimiter),
});

function convert(
  job: Partial<ConversionJob> & { durationMs?: number | null; hdr?: HdrTransfer } = {},
) {
  const { durationMs = 2000, hdr = null, ...rest } = job;
  return runConversion(ffmpeg(), {
    source: { path: fileAt('source'), extension: 'mov', bytes: 100_000, durationMs, hdr },
    target: fileAt('target.mp4'),
    plan: { copiesVideoStream: false, copiesAudioStream: false },
    onProgress: () => undefined,
    signal: new AbortController().signal,
    ...rest,
  });
}

async function readArguments(): Promise<string[]> {
  return (await readFile(fileAt('arguments'), 'utf8')).split('\n');
}

test('passes the video to its demuxer only, with limits and without secrets', async () => {
  const secret = 'not-for-ffmpeg';
  vi.stubEnv('SKEIN_TEST_SECRET', secret);
  await install('env > environment');
  await convert();
  vi.unstubAllEnvs();
  const given = await readArguments();
  const after = (name: string) => given[given.indexOf(name) + 1];
  expect(after('-f')).toBe('mov');
  expect(after('-protocol_whitelist')).toBe('file');
  expect(after('-i')).toBe(`file:${fileAt('source')}`);
  expect(after('-threads')).toBe('1');
  expect(after('-timelimit')).toBe('100');
  expect(after('-c:v')).toBe('libx264');
  // Twice the rate of the source.
  expect(after('-maxrate')).toBe('800000');
  expect(given.at(-2)).toBe(`file:${fileAt('target.mp4')}`);
  const environment = await readFile(fileAt('environment'), 'utf8');
  expect(environment).not.toContain(secret);
  const names = environment.match(/^\w+/gm);
  expect(names).toContain('PATH');
  for (const name of ['HOME', 'DATABASE_URL', 'NODE_ENV']) expect(names).not.toContain(name);
});

test('copies streams that need no encoding', async () => {
  await install('');
  await convert({ plan: { copiesVideoStream: true, copiesAudioStream: true } });
  const given = await readArguments();
  expect(given.filter((_, index) => given[index - 1]?.startsWith('-c:'))).toEqual(['copy', 'copy']);
  expect(given).not.toContain('-vf');
});

test('maps a high dynamic range if ffmpeg has the filters', async () => {
  await install('');
  await convert({ hdr: 'pq' });
  expect((await readArguments()).join()).not.toContain('tonemap');
  await install("echo ' .SC zscale V->V x'; echo ' .S. tonemap V->V x'");
  await convert({ hdr: 'pq' });
  expect((await readArguments()).join()).toMatch(/zscale=tin=smpte2084.+tonemap=/);
});

test('limits the time of a video with an unknown duration', async () => {
  await install('');
  await convert({ durationMs: null });
  expect(await readArguments()).toContain('3600');
});

test('reports the progress, at most 99 percent', async () => {
  await install('for us in 0 500000 N/A 1990000 9000000; do echo "out_time_us=$us"; done');
  const seen: number[] = [];
  await convert({ onProgress: (percent) => seen.push(percent) });
  expect(seen).toEqual([0, 25, 99, 99]);
});

test.each([
  ['fails', 'exit 1', false],
  ['reaches a limit', 'kill -9 $$', true],
  ['is ended with the server', 'kill $$', false],
])('throws when ffmpeg %s', async (_name, script, isFinal) => {
  await install(script);
  const running = convert();
  await expect(running).rejects.toBeInstanceOf(ConversionFailed);
  await expect(running).rejects.toMatchObject({ isFinal });
});

test('throws without ffmpeg', async () => {
  await expect(convert()).rejects.toBeInstanceOf(ConversionFailed);
});

test('ends ffmpeg with all its processes when it is aborted', async () => {
  await install('sleep 60 & echo $! > child; echo out_time_us=1; wait');
  const stopping = new AbortController();
  const reason = new Error('The server is stopping.');
  const running = convert({
    signal: stopping.signal,
    onProgress: () => stopping.abort(reason),
  });
  await expect(running).rejects.toBe(reason);
  const child = Number(await readFile(fileAt('child'), 'utf8'));
  await expect.poll(() => isRunning(child)).toBe(false);
});

test('does not start when it is aborted already', async () => {
  await install('');
  await expect(convert({ signal: AbortSignal.abort() })).rejects.toThrow('aborted');
  expect(await readdir(directory)).toEqual(['ffmpeg']);
});

test('finds an ffmpeg that encodes H.264 and AAC', async () => {
  const onlyHere = { searchPath: directory };
  expect(await canConvert(onlyHere)).toBe(false);
  await install("echo ' V....D libx264   H.264'; echo ' A....D aac   AAC'");
  expect(await canConvert(onlyHere)).toBe(true);
  await install("echo ' A....D aac   AAC'");
  expect(await canConvert(onlyHere)).toBe(false);
});
