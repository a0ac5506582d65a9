import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDiskSpace } from '../../../platform/disk-space.ts';
import { InsufficientStorageError } from '../../../platform/errors.ts';
import { createDiskMediaStore } from './disk-media-store.ts';
import { testMediaStore } from '../../../../test/media/media-store-contract.ts';
import { newStorageKey } from './media-store.ts';

async function openFolder() {
  const root = await mkdtemp(path.join(tmpdir(), 'skein-media-'));
  return {
    root,
    store: createDiskMediaStore(path.join(root, 'media')),
    close: () => rm(root, { recursive: true, force: true }),
  };
}

describe('media store on disk', () => {
  testMediaStore(openFolder);
});

describe('files of a media store on disk', () => {
  let opened: Awaited<ReturnType<typeof openFolder>>;
  beforeEach(async () => {
    opened = await openFolder();
  });
  afterEach(() => opened.close());

  async function listFiles(): Promise<string[]> {
    const entries = await readdir(opened.root, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  }

  test('leaves no file after a broken stream, not even a hidden one', async () => {
    const broken = new Readable({ read: () => broken.destroy(new Error('cut')) });
    const key = newStorageKey();
    await expect(opened.store.put(key, 'original.webp', broken)).rejects.toThrow('cut');
    expect(await listFiles()).toEqual([]);
  });

  test('leaves no file that would use the reserved space', async () => {
    const root = path.join(opened.root, 'full');
    const readDisk = () => Promise.resolve({ freeBytes: 1000, totalBytes: 2000 });
    const disk = createDiskSpace({ directory: root, reserveBytes: 995, readDisk });
    const store = createDiskMediaStore(root, disk);
    const key = newStorageKey();
    await store.put(key, 'small.webp', Buffer.alloc(5));
    for (const content of [Buffer.alloc(6), Readable.from([Buffer.alloc(6)])]) {
      const put = store.put(key, 'original.webp', content);
      await expect(put).rejects.toBeInstanceOf(InsufficientStorageError);
    }
    expect(await listFiles()).toEqual(['small.webp']);
  });

  test('restricts access to a root folder that the operator has created', async () => {
    const root = path.join(opened.root, 'media');
    await mkdir(root);
    await chmod(root, 0o755);
    await opened.store.check();
    expect((await stat(root)).mode & 0o777).toBe(0o750);
  });

  test('removes a partially written file with its key', async () => {
    const key = newStorageKey();
    const folder = path.join(opened.root, 'media', key.slice(0, 2), key);
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, '.half'), 'x');
    await opened.store.remove(key);
    expect(await listFiles()).toEqual([]);
  });
});
