import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '@skein/db';
import { repair } from '@skein/db/repair';
import { findCounterDrift } from '@skein/db/testing';
import { expect } from 'vitest';
import { startTestApi } from '../../support/api.ts';
import type { AcknowledgedWrites } from './acknowledged-writes.ts';

export interface StoredData {
  database: Database;
  databaseUrl: string;
  mediaDirectory: string;
}

/** Checks that the database contains all acknowledged writes exactly once, and nothing else. */
export async function expectAllWritesStored(
  acknowledged: AcknowledgedWrites,
  { database }: StoredData,
): Promise<void> {
  expect(acknowledged.unexpected).toEqual([]);
  const [threads, messages, likes, follows] = await Promise.all([
    database.thread.findMany({ where: { deletedAt: null }, select: { content: true, id: true } }),
    database.message.findMany({ select: { content: true, id: true } }),
    database.like.findMany(),
    database.follow.findMany(),
  ]);
  const named = (rows: { content: string; id: string }[]) =>
    rows.map(({ content, id }) => [content, id] as const);
  expect(sorted(named(threads))).toEqual(sorted(acknowledged.threads));
  expect(sorted(named(messages))).toEqual(sorted(acknowledged.messages));
  expect(likes.map(({ userId, threadId }) => `${userId} ${threadId}`).toSorted()).toEqual(
    [...acknowledged.likes].toSorted(),
  );
  expect(follows.map((row) => `${row.followerId} ${row.followeeId}`).toSorted()).toEqual(
    [...acknowledged.follows].toSorted(),
  );
}

/** Checks that counters match rows, rows have their files, and files have a row. */
export async function expectConsistent(
  acknowledged: AcknowledgedWrites,
  stored: StoredData,
): Promise<void> {
  expect(await findCounterDrift(stored.databaseUrl)).toEqual([]);
  expect(await repair(stored.databaseUrl)).toEqual([]);
  const media = await stored.database.media.findMany();
  const addresses = media.map(({ storageKey, fileName, threadId }) => ({
    threadId,
    url: `/media/${storageKey}/${fileName}`,
  }));
  const inThreads = addresses.flatMap(({ threadId, url }) =>
    threadId ? [[threadId, url] as const] : [],
  );
  expect(sorted(inThreads)).toEqual(sorted(acknowledged.pictures));
  const withoutThread = addresses.filter(({ threadId }) => threadId === null).map(({ url }) => url);
  expect(withoutThread.toSorted()).toEqual([...acknowledged.uploads].toSorted());

  const missing = media.filter(
    ({ storageKey, fileName }) =>
      !existsSync(path.join(stored.mediaDirectory, storageKey.slice(0, 2), storageKey, fileName)),
  );
  expect(missing).toEqual([]);
  const unclaimed = await stored.database.unclaimedMedia.findMany();
  const knownKeys = new Set([...media, ...unclaimed].map(({ storageKey }) => storageKey));
  expect((await listKeys(stored)).filter((key) => !knownKeys.has(key))).toEqual([]);
}

/** Checks that the sweep deletes what killed processes have left, once it is old enough. */
export async function expectSwept({
  database,
  databaseUrl,
  mediaDirectory,
}: StoredData): Promise<void> {
  const later = new Date(Date.now() + 2 * 60 * 60 * 1000);
  const mediaLocation = { kind: 'folder', directory: mediaDirectory } as const;
  const api = await startTestApi({
    databaseUrl,
    settings: { mediaLocation, clock: { now: () => later } },
  });
  try {
    await api.services.media.sweep();
  } finally {
    await api.close();
  }
  const media = await database.media.findMany({ where: { threadId: { not: null } } });
  const keys = await listKeys({ mediaDirectory });
  expect(keys.toSorted()).toEqual(media.map(({ storageKey }) => storageKey).toSorted());
  expect(await database.unclaimedMedia.count()).toBe(0);
}

async function listKeys({ mediaDirectory }: Pick<StoredData, 'mediaDirectory'>): Promise<string[]> {
  if (!existsSync(mediaDirectory)) return [];
  const folders = await readdir(mediaDirectory);
  const keys = await Promise.all(folders.map((name) => readdir(path.join(mediaDirectory, name))));
  return keys.flat();
}

function sorted(entries: Iterable<readonly [string, string]>): string[] {
  return [...entries].map(([key, value]) => `${key} = ${value}`).toSorted();
}
