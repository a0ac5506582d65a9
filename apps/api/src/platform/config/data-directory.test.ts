import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { prepareDataDirectory } from './data-directory.ts';
import { ConfigurationError } from './env.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'skein-data-'));
});
afterEach(async () => {
  await chmod(folder, 0o700);
  await rm(folder, { recursive: true, force: true });
});

it('creates the directory and its parents', async () => {
  const directory = path.join(folder, 'a/b');
  await prepareDataDirectory(directory);
  await prepareDataDirectory(directory);
  expect((await stat(directory)).isDirectory()).toBe(true);
});

it('rejects a path that cannot be created', async () => {
  const file = path.join(folder, 'file');
  await writeFile(file, '');
  for (const place of [file, path.join(file, 'below')]) {
    const preparing = prepareDataDirectory(place);
    await expect(preparing).rejects.toThrow(ConfigurationError);
    await expect(preparing).rejects.toThrow(`DATA_DIR: ${place} is not a writable folder`);
  }
});

it('rejects a directory without write permission', async () => {
  await chmod(folder, 0o500);
  // Root may write anywhere but where the kernel makes the folders.
  const place = process.getuid?.() === 0 ? '/sys/skein' : folder;
  await expect(prepareDataDirectory(place)).rejects.toThrow(
    /^DATA_DIR: .+ is not a writable folder/,
  );
});
