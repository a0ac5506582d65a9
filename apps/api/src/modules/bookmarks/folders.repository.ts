import { bookmarkFoldersMax } from '@skein/contracts/limits';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { reorder } from '../../domain/reorder.queries.ts';
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

export function createFoldersRepository(database: Database) {
  return {
    find: ({ ownerId, id }: FolderKey): Promise<FolderRow | null> =>
      database.bookmarkFolder.findFirst({ where: { ownerId, id }, select: columns }),

    list: (ownerId: string): Promise<FolderRow[]> =>
      database.bookmarkFolder.findMany({
        where: { ownerId },
        select: columns,
        orderBy,
        take: bookmarkFoldersMax,
      }),

    ...createNames(database),

    /** Folders that are not named keep their order, after the others. */
    reorder: (ownerId: string, ids: readonly string[]): Promise<void> =>
      reorder(database, 'bookmarkFolders', ownerId, ids),

    /** Takes the bookmarks out in batches; the foreign key does it for those that are added meanwhile. */
    async delete(key: FolderKey): Promise<boolean> {
      if ((await database.bookmarkFolder.count({ where: key })) === 0) return false;
      while ((await removeBatch(database, key.id)) === batchSize);
      const { count } = await database.bookmarkFolder.deleteMany({ where: key });
      return count > 0;
    },

    /** Moves an existing bookmark; false if the folder does not exist. */
    async move(
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
    },
  };
}

/** Concurrent changes of names wait for the lock of their owner. */
function createNames(database: Database) {
  return {
    /** Appends a folder. */
    insert: ({ ownerId, id }: FolderKey, name: string) =>
      database.$transaction(async (tx) => {
        await lockAccounts(tx, [ownerId]);
        const { _count, _max } = await tx.bookmarkFolder.aggregate({
          where: { ownerId, id: { not: id } },
          _count: true,
          _max: { position: true },
        });
        if (_count >= bookmarkFoldersMax) return 'limit-reached';
        if (await isTaken(tx, { ownerId, id }, name)) return 'name-taken';
        const position = (_max.position ?? -1) + 1;
        // A concurrent attempt of the same request may have created it.
        const data = [{ id, ownerId, name, nameKey: toNameKey(name), position }];
        await tx.bookmarkFolder.createMany({ data, skipDuplicates: true });
        return 'done';
      }),

    rename: (key: FolderKey, name: string) =>
      database.$transaction(async (tx) => {
        await lockAccounts(tx, [key.ownerId]);
        if (await isTaken(tx, key, name)) return 'name-taken';
        const data = { name, nameKey: toNameKey(name) };
        await tx.bookmarkFolder.updateMany({ where: key, data });
        return 'done';
      }),
  };
}

/** Whether another folder of the owner has the name. */
async function isTaken(tx: Transaction, { ownerId, id }: FolderKey, name: string) {
  const where = { ownerId, nameKey: toNameKey(name), id: { not: id } };
  return (await tx.bookmarkFolder.count({ where })) > 0;
}

function removeBatch(database: Database, folderId: string): Promise<number> {
  return database.execute(sql`
    UPDATE bookmarks SET folder_id = NULL
    WHERE (user_id, thread_id) IN (
      SELECT user_id, thread_id FROM bookmarks WHERE folder_id = ${folderId}::uuid
      ORDER BY thread_id LIMIT ${batchSize}::int FOR NO KEY UPDATE)`);
}
