import { bookmarkFoldersMax } from '@skein/contracts/limits';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { lockAccounts } from '../users/index.ts';
import { toNameKey } from './name-key.ts';

const { sql } = Prisma;

interface FolderKey {
  ownerId: string;
  id: string;
}

export interface FolderRow {
  id: string;
  name: string;
  createdAt: Date;
}

/** Bookmarks per batch, so that locks are held only briefly. */
const batchSize = 1000;
const columns = { id: true, name: true, createdAt: true } as const;
const orderBy = [{ position: 'asc' as const }, { id: 'asc' as const }];

export function findFolder(
  database: Database,
  { ownerId, id }: FolderKey,
): Promise<FolderRow | null> {
  return database.bookmarkFolder.findFirst({ where: { ownerId, id }, select: columns });
}

export function selectFolders(database: Database, ownerId: string): Promise<FolderRow[]> {
  return database.bookmarkFolder.findMany({
    where: { ownerId },
    select: columns,
    orderBy,
    take: bookmarkFoldersMax,
  });
}

/** Appends a folder. Concurrent changes of names wait for the lock of their owner. */
export function insertFolder(database: Database, { ownerId, id }: FolderKey, name: string) {
  return database.$transaction(async (tx) => {
    await lockAccounts(tx, [ownerId]);
    const { _count, _max } = await tx.bookmarkFolder.aggregate({
      where: { ownerId },
      _count: true,
      _max: { position: true },
    });
    if (_count >= bookmarkFoldersMax) return 'limit-reached';
    if (await isTaken(tx, { ownerId, id }, name)) return 'name-taken';
    const position = (_max.position ?? -1) + 1;
    const data = { id, ownerId, name, nameKey: toNameKey(name), position };
    await tx.bookmarkFolder.create({ data, select: { id: true } });
    return 'done';
  });
}

export function updateName(database: Database, key: FolderKey, name: string) {
  return database.$transaction(async (tx) => {
    await lockAccounts(tx, [key.ownerId]);
    if (await isTaken(tx, key, name)) return 'name-taken';
    const data = { name, nameKey: toNameKey(name) };
    await tx.bookmarkFolder.updateMany({ where: key, data });
    return 'done';
  });
}

/** Returns whether another folder of the owner has the name. */
async function isTaken(tx: Transaction, { ownerId, id }: FolderKey, name: string) {
  const where = { ownerId, nameKey: toNameKey(name), id: { not: id } };
  return (await tx.bookmarkFolder.count({ where })) > 0;
}

/** Takes the bookmarks out in batches; the foreign key does it for those that are added meanwhile. */
export async function deleteOwnFolder(database: Database, key: FolderKey): Promise<boolean> {
  if ((await database.bookmarkFolder.count({ where: key })) === 0) return false;
  while ((await removeBatch(database, key.id)) === batchSize);
  const { count } = await database.bookmarkFolder.deleteMany({ where: key });
  return count > 0;
}

function removeBatch(database: Database, folderId: string): Promise<number> {
  return database.execute(sql`
    UPDATE bookmarks SET folder_id = NULL
    WHERE (user_id, thread_id) IN (
      SELECT user_id, thread_id FROM bookmarks WHERE folder_id = ${folderId}::uuid
      ORDER BY thread_id LIMIT ${batchSize}::int FOR NO KEY UPDATE)`);
}

/** Moves an existing bookmark; false if the folder does not exist. */
export async function moveBookmark(
  tx: Transaction,
  { userId, threadId, folderId }: { userId: string; threadId: string; folderId: string | null },
): Promise<boolean> {
  if (folderId === null) {
    await tx.bookmark.updateMany({ where: { userId, threadId }, data: { folderId } });
    return true;
  }
  const moved = await tx.execute(sql`
    UPDATE bookmarks SET folder_id = folder.id
    FROM (
      SELECT id FROM bookmark_folders
      WHERE id = ${folderId}::uuid AND owner_id = ${userId}::uuid FOR KEY SHARE
    ) folder
    WHERE user_id = ${userId}::uuid AND thread_id = ${threadId}::uuid`);
  return moved > 0;
}
