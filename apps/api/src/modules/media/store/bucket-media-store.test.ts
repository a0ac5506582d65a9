import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { testMediaStore } from '../../../../test/media/media-store-contract.ts';
import { startBucketServer } from '../../../../test/support/servers/bucket-server.ts';
import type { BucketServer } from '../../../../test/support/servers/bucket-server.ts';
import { UnavailableError } from '../../../platform/errors.ts';
import { createBucketMediaStore } from './bucket-media-store.ts';
import { MediaStoreError, newStorageKey } from './media-store.ts';

async function openBucket() {
  const server = await startBucketServer();
  return { store: createBucketMediaStore(server.location), close: server.close };
}

describe('media store in a bucket', () => {
  testMediaStore(openBucket);
});

describe('bucket of a media store', () => {
  let server: BucketServer;
  beforeAll(async () => {
    server = await startBucketServer();
  });
  afterAll(() => server.close());

  const open = (changes = {}) => createBucketMediaStore({ ...server.location, ...changes });

  test('stores a stream in several parts', async () => {
    const [key, chunk] = [newStorageKey(), randomBytes(1024 * 1024)];
    const chunks = Array.from({ length: 12 }, () => chunk);
    await open().put(key, 'original.mp4', Readable.from(chunks));
    const content = await open().read(key, 'original.mp4');
    expect(content && Buffer.concat(chunks).equals(await buffer(content))).toBe(true);
  });

  test('separates two instances by prefix', async () => {
    const [key, other] = [newStorageKey(), open({ prefix: 'other/' })];
    await open().put(key, 'original.webp', Buffer.from('mine'));
    expect(await other.stat(key, 'original.webp')).toBeNull();
    await other.remove(key);
    expect(await open().stat(key, 'original.webp')).not.toBeNull();
  });

  test('passes the check', async () => {
    await expect(open().check()).resolves.toBeUndefined();
  });

  test.each([
    ['a bucket that is not there', { bucket: 'nobodys' }, 'nobodys in MEDIA_STORE does not exist'],
    [
      'an unknown key',
      { credentials: { accessKeyId: 'nobody', secretAccessKey: 'S3RVER' } },
      'S3_ACCESS_KEY_ID',
    ],
  ])('explains how to fix %s', async (_case, changes, words) => {
    const check = open(changes).check();
    await expect(check).rejects.toThrow(MediaStoreError);
    await expect(check).rejects.toThrow(words);
  });

  test('explains how to fix a wrong secret', async () => {
    const strict = await startBucketServer({ checksSignatures: true });
    const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'guessed' };
    const check = createBucketMediaStore({ ...strict.location, credentials }).check();
    await expect(check).rejects.toThrow(/S3_SECRET_ACCESS_KEY/);
    await strict.close();
  });

  test('explains that no key is set', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', undefined);
    for (const name of ['AWS_SHARED_CREDENTIALS_FILE', 'AWS_CONFIG_FILE'])
      vi.stubEnv(name, '/none');
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
    onTestFinished(() => void vi.unstubAllEnvs());
    await expect(open({ credentials: undefined }).check()).rejects.toThrow(/but no key is set/);
  });

  test('throws UnavailableError while the store does not respond', async () => {
    const away = open({ endpoint: new URL('http://127.0.0.1:1') });
    const key = newStorageKey();
    for (const act of [
      () => away.put(key, 'original.webp', Buffer.from('x')),
      () => away.stat(key, 'original.webp'),
      () => away.read(key, 'original.webp'),
      () => away.remove(key),
      () => away.check(),
    ]) {
      await expect(act()).rejects.toThrow(UnavailableError);
    }
  });
});
