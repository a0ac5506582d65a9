import type { BookmarkFolder } from '@skein/contracts/bookmarks';
import { bookmarkFoldersMax } from '@skein/contracts/limits';
import type { Database } from '@skein/db';
import { withValues } from '@skein/messages';
import { createOnce } from '../../platform/idempotency/create-once.ts';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import { ConflictError, NotFoundError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import {
  deleteOwnFolder,
  findFolder,
  insertFolder,
  selectFolders,
  updateName,
} from './folders.repository.ts';
import type { FolderRow } from './folders.repository.ts';

interface Dependencies {
  database: Database;
}

export const folderNotFound = () => new NotFoundError('error.folderMissing');
const nameTaken = () => new ConflictError('conflict', 'error.folderNameTaken');

/** @throws NotFoundError */
export async function getFolder(
  { database }: Dependencies,
  { userId }: Viewer,
  id: string,
): Promise<BookmarkFolder> {
  const row = isId(id) ? await findFolder(database, { ownerId: userId, id }) : null;
  if (row === null) throw folderNotFound();
  return toFolderDto(row);
}

/** Returns the viewer's folders in the order that they have chosen. */
export async function listFolders({ database }: Dependencies, { userId }: Viewer) {
  return (await selectFolders(database, userId)).map(toFolderDto);
}

/** @throws ConflictError beyond the limit, and for a name that is taken */
export function createFolder(
  { database }: Dependencies,
  viewer: Viewer,
  idempotency: Idempotency,
  name: string,
): Promise<BookmarkFolder> {
  const key = { ownerId: viewer.userId, id: idempotency.id };
  return createOnce(idempotency, {
    deletedError: folderNotFound,
    find: async () => {
      const row = await findFolder(database, key);
      return row && toFolderDto(row);
    },
    create: async () => {
      const result = await insertFolder(database, key, name);
      if (result === 'name-taken') throw nameTaken();
      if (result === 'limit-reached') {
        const message = withValues('error.foldersMax', { max: bookmarkFoldersMax });
        throw new ConflictError('conflict', message);
      }
      return getFolder({ database }, viewer, key.id);
    },
  });
}

/** @throws NotFoundError, ConflictError */
export async function renameFolder(
  { database }: Dependencies,
  viewer: Viewer,
  id: string,
  name: string,
): Promise<BookmarkFolder> {
  const { id: folderId } = await getFolder({ database }, viewer, id);
  const result = await updateName(database, { ownerId: viewer.userId, id: folderId }, name);
  if (result === 'name-taken') throw nameTaken();
  return getFolder({ database }, viewer, id);
}

/** @throws NotFoundError */
export async function deleteFolder(
  { database }: Dependencies,
  { userId }: Viewer,
  id: string,
): Promise<void> {
  const isDone = isId(id) && (await deleteOwnFolder(database, { ownerId: userId, id }));
  if (!isDone) throw folderNotFound();
}

function toFolderDto({ id, name, createdAt }: FolderRow): BookmarkFolder {
  return { id, name, createdAt: createdAt.toISOString() };
}
