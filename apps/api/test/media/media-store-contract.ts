import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newStorageKey } from '../../src/modules/media/store/media-store.ts';
import type { MediaStore } from '../../src/modules/media/store/media-store.ts';

const content = Buffer.from('0123456789');

interface OpenedStore {
  store: MediaStore;
  close(): Promise<void>;
}

/** Tests that every adapter must pass, with an empty store. */
export function testMediaStore(openStore: () => Promise<OpenedStore>): void {
  let opened: OpenedStore;
  let store: MediaStore;

  beforeAll(async () => {
    opened = await openStore();
    store = opened.store;
  });
  afterAll(() => opened.close());

  async function readText(key: string, range?: { start: number; end: number }) {
    const stream = await store.read(key, 'original.webp', range);
    return stream && (await buffer(stream)).toString();
  }

  test('returns the stored bytes', async () => {
    const key = newStorageKey();
    await store.put(key, 'original.webp', content);
    expect(await readText(key)).toBe('0123456789');
  });

  test('stores a stream', async () => {
    const key = newStorageKey();
    await store.put(key, 'original.webp', Readable.from([content, content]));
    expect(await readText(key)).toBe('01234567890123456789');
  });

  test('returns a range, both ends included', async () => {
    const key = newStorageKey();
    await store.put(key, 'original.webp', content);
    expect(await readText(key, { start: 3, end: 5 })).toBe('345');
    expect(await readText(key, { start: 0, end: 1 })).toBe('01');
    expect(await readText(key, { start: 9, end: 9 })).toBe('9');
  });

  test('returns size and modification time', async () => {
    const key = newStorageKey();
    await store.put(key, 'original.webp', content);
    const file = await store.stat(key, 'original.webp');
    expect(file?.bytes).toBe(10);
    expect(Math.abs(Date.now() - Number(file?.modifiedAt))).toBeLessThan(60_000);
  });

  test('stores several files under one key', async () => {
    const key = newStorageKey();
    await store.put(key, 'original.webp', content);
    await store.put(key, '320.webp', Buffer.from('small'));
    expect((await store.stat(key, '320.webp'))?.bytes).toBe(5);
    expect((await store.stat(key, 'original.webp'))?.bytes).toBe(10);
  });

  test('lists the files of a key', async () => {
    const key = newStorageKey();
    expect(await store.list(key)).toEqual([]);
    await store.put(key, 'original.webp', content);
    await store.put(key, '320.webp', content);
    expect((await store.list(key)).toSorted()).toEqual(['320.webp', 'original.webp']);
  });

  test('stores an empty file', async () => {
    const key = newStorageKey();
    await store.put(key, 'original.webp', Buffer.alloc(0));
    expect((await store.stat(key, 'original.webp'))?.bytes).toBe(0);
    expect(await readText(key)).toBe('');
  });

  test('stores many files with a deferred flush', async () => {
    const keys = Array.from({ length: 20 }, newStorageKey);
    await Promise.all(keys.map((key) => store.putDeferred(key, 'original.webp', content)));
    await store.putDeferred(keys[0] ?? '', '320.webp', Readable.from([content, content]));
    await store.flush();
    expect(await Promise.all(keys.map((key) => readText(key)))).toEqual(
      keys.map(() => '0123456789'),
    );
    expect((await store.stat(keys[0] ?? '', '320.webp'))?.bytes).toBe(20);
  });

  test('passes the check', async () => {
    await expect(store.check()).resolves.toBeUndefined();
  });

  test('returns null for a missing file', async () => {
    const key = newStorageKey();
    expect(await store.stat(key, 'original.webp')).toBeNull();
    expect(await store.read(key, 'original.webp')).toBeNull();
  });

  test('removes all files of a key and no others', async () => {
    const [removedKey, otherKey] = [newStorageKey(), newStorageKey()];
    await store.put(removedKey, 'original.webp', content);
    await store.put(removedKey, '320.webp', content);
    await store.put(otherKey, 'original.webp', content);
    await store.remove(removedKey);
    await store.remove(removedKey);
    expect(await store.stat(removedKey, 'original.webp')).toBeNull();
    expect(await store.stat(removedKey, '320.webp')).toBeNull();
    expect(await readText(otherKey)).toBe('0123456789');
  });

  test('removes one file of a key', async () => {
    const key = newStorageKey();
    await store.put(key, 'original.webp', content);
    await store.put(key, '320.webp', content);
    await store.removeFile(key, '320.webp');
    await store.removeFile(key, '320.webp');
    expect(await store.list(key)).toEqual(['original.webp']);
  });

  test('leaves nothing of a broken stream', async () => {
    const key = newStorageKey();
    const broken = Readable.from(
      (function* () {
        yield content;
        throw new Error('cut');
      })(),
    );
    await expect(store.put(key, 'original.webp', broken)).rejects.toThrow('cut');
    expect(await store.stat(key, 'original.webp')).toBeNull();
  });

  test.each([
    ['../../../etc', 'passwd'],
    [newStorageKey(), '../x.webp'],
    [newStorageKey(), '.hidden'],
    [newStorageKey(), 'a/b.webp'],
    [newStorageKey().toUpperCase(), 'original.webp'],
    ['', ''],
  ])('rejects the name %j / %j', async (key, fileName) => {
    const put = async () => store.put(key, fileName, content);
    await expect(put()).rejects.toThrow(/Not /);
  });
}
