import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ensureDirectory } from './ensure-directory.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'skein-folder-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

it('creates missing directories for concurrent callers', async () => {
  const folder = path.join(root, 'a/b/c');
  await Promise.all(Array.from({ length: 10 }, () => ensureDirectory(folder, 0o700)));
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  await ensureDirectory(folder);
});

it('throws if the path is a file', async () => {
  const file = path.join(root, 'file');
  await writeFile(file, '');
  await expect(ensureDirectory(file)).rejects.toThrow('EEXIST');
  await expect(ensureDirectory(path.join(file, 'below'))).rejects.toThrow('ENOTDIR');
});

it.runIf(process.platform === 'linux')('gives up where the kernel makes the folders', () =>
  expect(ensureDirectory('/proc/skein/data')).rejects.toThrow('ENOENT'),
);
