import { listMembersMax } from '@skein/contracts/limits';
import type { UserList } from '@skein/contracts/lists';
import type { UsersPage } from '@skein/contracts/relationships';
import type { Database, Transaction } from '@skein/db';
import { withValues } from '@skein/messages';
import { ConflictError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { PageQuery } from '../../platform/read-page.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { listUsers } from '../relationships/index.ts';
import { userNotFound } from '../users/index.ts';
import type { UsersModule } from '../users/index.ts';
import { deleteMember, insertMember, selectListsWithMember } from './lists.repository.ts';
import { selectMembers } from './lists.queries.ts';
import { getList, toListDto } from './lists.ts';

export interface ListMembersDependencies {
  database: Database;
  users: Pick<UsersModule, 'getProfile' | 'listUsers'>;
}

/** @throws NotFoundError */
export async function listMembers(
  { database, users }: ListMembersDependencies,
  viewer: Viewer,
  listId: string,
  query: PageQuery,
): Promise<UsersPage> {
  const { id } = await getList({ database }, viewer, listId);
  return listUsers(users, viewer, query, (range) => selectMembers(viewer.userId, id, range));
}

/**
 * @param record Writes something in the same transaction.
 * @throws NotFoundError for the list or the user; ConflictError beyond the limit
 */
export async function addMember(
  { database, users }: ListMembersDependencies,
  viewer: Viewer,
  { listId, userId }: { listId: string; userId: string },
  record?: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const list = await getList({ database }, viewer, listId);
  if (!isId(userId)) throw userNotFound();
  const user = await users.getProfile(viewer, userId);
  const member = { listId: list.id, userId: user.id };
  if (await insertMember(database, viewer.userId, member, record)) return;
  throw new ConflictError('conflict', withValues('error.listMembersMax', { max: listMembersMax }));
}

/** @throws NotFoundError for the list */
export async function removeMember(
  { database }: Pick<ListMembersDependencies, 'database'>,
  viewer: Viewer,
  listId: string,
  userId: string,
): Promise<void> {
  const list = await getList({ database }, viewer, listId);
  if (isId(userId)) await deleteMember(database, list.id, userId);
}

/** Returns the viewer's lists with a user. @throws NotFoundError */
export async function listListsWithMember(
  { database, users }: ListMembersDependencies,
  viewer: Viewer,
  userId: string,
): Promise<UserList[]> {
  if (!isId(userId)) throw userNotFound();
  const { id } = await users.getProfile(viewer, userId);
  return (await selectListsWithMember(database, viewer.userId, id)).map(toListDto);
}
