import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { deleteAbandonedUploads } from './abandoned-uploads.ts';
import { minuteMs } from '../../platform/clock.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'skein-uploads-'));
});

afterEach(() => rm(directory, { recursive: true, force: true }));

async function receive(name: string, minutesAgo: number): Promise<void> {
  const upload = path.join(directory, name);
  await mkdir(upload);
  await writeFile(path.join(upload, 'half'), 'a picture');
  const changedAt = new Date(Date.now() - minutesAgo * minuteMs);
  await utimes(upload, changedAt, changedAt);
}

it('deletes old uploads and keeps those that may still be in progress', async () => {
  await receive('killed', 16);
  await receive('slow', 5);
  await receive('new', 0);
  await deleteAbandonedUploads(directory);
  expect((await readdir(directory)).toSorted()).toEqual(['new', 'slow']);
});

it('does nothing before the first upload', async () => {
  await expect(deleteAbandonedUploads(path.join(directory, 'none'))).resolves.toBeUndefined();
});
