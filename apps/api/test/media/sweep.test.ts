import { defaultUploadSettings, toUploadLimits } from '@skein/contracts/upload-limits';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createDiskMediaStore,
  createMediaModule,
  newStorageKey,
} from '../../src/modules/media/index.ts';
import type { MediaModule, MediaStore, ProcessedMedia } from '../../src/modules/media/index.ts';
import { newId } from '../../src/platform/ids.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { TestClock } from '../support/clock.ts';
import { createUser } from '../support/factories/users.ts';
import { sampleAnimation, sampleImage } from './sample-images.ts';

const twoHoursMs = 2 * 60 * 60 * 1000;

let api: TestApi;
let ownerId: string;
let store: MediaStore;
let clock: TestClock;
let media: MediaModule;

beforeAll(async () => {
  api = await startTestApi();
  ownerId = (await createUser(api)).id;
  store = createDiskMediaStore(path.join(api.dataDirectory, 'media'));
});
beforeEach(async () => {
  await api.database.thread.deleteMany();
  await api.database.media.deleteMany();
  await api.database.user.updateMany({ data: { pictureKey: null, bannerKey: null } });
  await api.database.unclaimedMedia.deleteMany();
  await rm(path.join(api.dataDirectory, 'media'), { recursive: true, force: true });
  clock = new TestClock();
  const logger = createLogger({ level: 'silent' });
  media = createMediaModule({
    database: api.database,
    store,
    mediaTotalBytes: Infinity,
    readUploadLimits: () => toUploadLimits(defaultUploadSettings),
    rateLimiter: api.services.rateLimiter,
    mediaQuota: api.services.settings.mediaQuota,
    uploadsDirectory: api.services.settings.uploadsDirectory,
    diskReserveBytes: 0,
    readDisk: api.services.settings.readDisk,
    repeat: api.services.settings.repeat,
    clock,
    logger,
    searchPath: undefined,
    convertsVideos: false,
    bus: api.services.bus,
  });
});
afterAll(() => api.close());

async function storeFiles(): Promise<ProcessedMedia> {
  const storageKey = newStorageKey();
  await api.database.unclaimedMedia.create({ data: { storageKey, since: clock.now() } });
  await store.put(storageKey, 'original.webp', Buffer.from('x'));
  await store.put(storageKey, '320.webp', Buffer.from('x'));
  return {
    id: newId(),
    ownerId,
    type: 'image',
    storageKey,
    fileName: 'original.webp',
    mimeType: 'image/webp',
    bytes: 1,
    width: 1,
    height: 1,
    durationMs: null,
    posterFileName: null,
    originalName: null,
    blurhash: null,
    variants: [],
    captions: [],
  };
}

async function insertIntoThread(...processed: ProcessedMedia[]): Promise<string> {
  const threadId = newId();
  await api.database.$transaction(async (tx) => {
    await tx.thread.create({ data: { id: threadId, authorId: ownerId, content: 'x' } });
    const items = processed.map((item, index) => ({ processed: item, altText: `text ${index}` }));
    await media.insert(tx, { threadId, items });
  });
  return threadId;
}

/** The keys that have files, in the layout of the disk store. */
async function listKeys(): Promise<Set<string>> {
  const directory = path.join(api.dataDirectory, 'media');
  const files = await readdir(directory, { recursive: true, withFileTypes: true });
  return new Set(
    files.filter((file) => file.isFile()).map((file) => path.basename(file.parentPath)),
  );
}

test('keeps files of threads', async () => {
  const item = await storeFiles();
  await insertIntoThread(item);
  clock.advance(twoHoursMs);
  expect(await media.sweep()).toEqual({ rows: 0, keys: 0 });
  expect(await listKeys()).toEqual(new Set([item.storageKey]));
});

test('deletes files without a row after an hour', async () => {
  await storeFiles();
  expect(await media.sweep()).toEqual({ rows: 0, keys: 0 });
  expect(await api.listFiles()).toHaveLength(2);
  clock.advance(twoHoursMs);
  expect(await media.sweep()).toEqual({ rows: 0, keys: 1 });
  expect(await api.listFiles()).toEqual([]);
});

test('keeps files unknown to the database', async () => {
  const storageKey = newStorageKey();
  await store.put(storageKey, 'original.webp', Buffer.from('x'));
  clock.advance(twoHoursMs);
  expect(await media.sweep()).toEqual({ rows: 0, keys: 0 });
  expect(await listKeys()).toEqual(new Set([storageKey]));
});

test('deletes the files of a replaced profile picture and banner', async () => {
  const [first, second] = [newStorageKey(), newStorageKey()];
  const [firstBanner, secondBanner] = [newStorageKey(), newStorageKey()];
  for (const [pictureKey, bannerKey] of [
    [first, firstBanner],
    [second, secondBanner],
  ] as const) {
    await store.put(pictureKey, '400.webp', Buffer.from('x'));
    await store.put(bannerKey, '1500.webp', Buffer.from('x'));
    await api.database.user.update({ where: { id: ownerId }, data: { pictureKey, bannerKey } });
  }
  expect(await media.sweep()).toEqual({ rows: 0, keys: 2 });
  expect(await listKeys()).toEqual(new Set([second, secondBanner]));
});

test('deletes all files of a deleted account', async () => {
  const user = await createUser(api);
  const [pictureKey, bannerKey] = [newStorageKey(), newStorageKey()];
  await store.put(pictureKey, '400.webp', Buffer.from('x'));
  await store.put(bannerKey, '1500.webp', Buffer.from('x'));
  await api.database.user.update({ where: { id: user.id }, data: { pictureKey, bannerKey } });
  const item = await storeFiles();
  await insertIntoThread({ ...item, ownerId: user.id });
  await api.database.user.delete({ where: { id: user.id } });
  expect(await media.sweep()).toEqual({ rows: 0, keys: 3 });
  expect(await api.listFiles()).toEqual([]);
});

test('deletes rows of deleted threads and their files', async () => {
  const [deletedItem, keptItem] = [await storeFiles(), await storeFiles()];
  const threadId = await insertIntoThread(deletedItem);
  await insertIntoThread(keptItem);
  await api.database.thread.delete({ where: { id: threadId } });
  expect(await media.sweep()).toEqual({ rows: 0, keys: 0 });
  clock.advance(twoHoursMs);
  expect(await media.sweep()).toEqual({ rows: 1, keys: 1 });
  expect(await listKeys()).toEqual(new Set([keptItem.storageKey]));
  expect(await api.database.media.count()).toBe(1);
});

test('deletes several batches in one sweep', async () => {
  const items = await Promise.all(Array.from({ length: 3 }, storeFiles));
  const others = Array.from({ length: 1100 }, () => ({
    ...(items[0] as ProcessedMedia),
    id: newId(),
    storageKey: newStorageKey(),
  }));
  await api.database.media.createMany({ data: [...items, ...others].map(toRow) });
  clock.advance(twoHoursMs);
  expect(await media.sweep()).toEqual({ rows: 1103, keys: 1103 });
  expect(await api.listFiles()).toEqual([]);
});

function toRow({ variants: _variants, captions: _captions, ...row }: ProcessedMedia) {
  return row;
}

test('deletes everything once when two sweeps run concurrently', async () => {
  for (let i = 0; i < 5; i += 1) await storeFiles();
  clock.advance(twoHoursMs);
  await Promise.all([media.sweep(), media.sweep()]);
  expect(await api.listFiles()).toEqual([]);
});

test('stores media with their order and alt texts', async () => {
  const [first, second] = [await storeFiles(), await storeFiles()];
  const threadId = await insertIntoThread(first, second);
  const rows = await api.database.media.findMany({
    where: { threadId },
    orderBy: { position: 'asc' },
  });
  expect(rows.map(({ id, altText }) => ({ id, altText }))).toEqual([
    { id: first.id, altText: 'text 0' },
    { id: second.id, altText: 'text 1' },
  ]);
});

test('deletes discarded files immediately', async () => {
  await media.discard([await storeFiles(), await storeFiles()]);
  expect(await api.listFiles()).toEqual([]);
});

test('adds the first frame to animations that were stored without one', async () => {
  const [animation, still, damaged] = [await storeFiles(), await storeFiles(), await storeFiles()];
  await store.put(animation.storageKey, 'original.webp', await sampleAnimation(3).webp());
  await store.put(still.storageKey, 'original.webp', await sampleImage(9, 9).webp().toBuffer());
  await insertIntoThread(animation, still, damaged);
  const rows = [animation, still, damaged].map(({ id }) => ({ mediaId: id }));
  await api.database.uncheckedStill.createMany({ data: rows });
  expect(await media.addMissingStills()).toBe(3);
  expect(await media.addMissingStills()).toBe(0);
  const stored = await api.database.media.findMany({ orderBy: { position: 'asc' } });
  expect(stored.map((row) => row.posterFileName)).toEqual(['poster.webp', null, null]);
  const files = await store.list(animation.storageKey);
  expect(files).toContain('poster.webp');
});
