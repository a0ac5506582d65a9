import { listsMax } from '@skein/contracts/limits';
import type { UserList } from '@skein/contracts/lists';
import type { Database } from '@skein/db';
import { withValues } from '@skein/messages';
import { createOnce } from '../../platform/idempotency/create-once.ts';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import { ConflictError, NotFoundError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import {
  deleteOwnList,
  findList,
  insertList,
  selectLists,
  updateName,
} from './lists.repository.ts';
import type { ListRow } from './lists.repository.ts';

interface Dependencies {
  database: Database;
}

export const listNotFound = () => new NotFoundError('error.listMissing');

/** @throws NotFoundError */
export async function getList(
  { database }: Dependencies,
  { userId }: Viewer,
  id: string,
): Promise<UserList> {
  const row = isId(id) ? await findList(database, { ownerId: userId, id }) : null;
  if (row === null) throw listNotFound();
  return toListDto(row);
}

/** Returns the viewer's lists in the order that they have chosen. */
export async function listLists({ database }: Dependencies, { userId }: Viewer) {
  return (await selectLists(database, userId)).map(toListDto);
}

/** @throws ConflictError beyond the limit */
export function createList(
  { database }: Dependencies,
  viewer: Viewer,
  idempotency: Idempotency,
  name: string,
): Promise<UserList> {
  const key = { ownerId: viewer.userId, id: idempotency.id };
  return createOnce(idempotency, {
    deletedError: listNotFound,
    find: async () => {
      const row = await findList(database, key);
      return row && toListDto(row);
    },
    create: async () => {
      if (!(await insertList(database, key, name))) {
        throw new ConflictError('conflict', withValues('error.listsMax', { max: listsMax }));
      }
      return getList({ database }, viewer, key.id);
    },
  });
}

/** @throws NotFoundError */
export async function renameList(
  { database }: Dependencies,
  viewer: Viewer,
  id: string,
  name: string,
): Promise<UserList> {
  const isDone = isId(id) && (await updateName(database, { ownerId: viewer.userId, id }, name));
  if (!isDone) throw listNotFound();
  return getList({ database }, viewer, id);
}

/** @throws NotFoundError */
export async function deleteList(
  { database }: Dependencies,
  { userId }: Viewer,
  id: string,
): Promise<void> {
  const isDone = isId(id) && (await deleteOwnList(database, { ownerId: userId, id }));
  if (!isDone) throw listNotFound();
}

export function toListDto({ id, name, createdAt, _count }: ListRow): UserList {
  return { id, name, membersCount: _count.members, createdAt: createdAt.toISOString() };
}
