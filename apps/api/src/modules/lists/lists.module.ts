import type { Database, Transaction } from '@skein/db';
import { reorder } from '../../domain/reorder.queries.ts';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import type { PageQuery } from '../../platform/read-page.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { UsersModule } from '../users/index.ts';
import { addMember, listListsWithMember, listMembers, removeMember } from './list-members.ts';
import { createList, deleteList, getList, listLists, renameList } from './lists.ts';

export type ListsModule = ReturnType<typeof createListsModule>;

interface Dependencies {
  database: Database;
  users: Pick<UsersModule, 'getProfile' | 'listUsers'>;
}

/** Private lists of users. All functions treat lists of other users as nonexistent. */
export function createListsModule({ database, users }: Dependencies) {
  const deps = { database, users };
  return {
    get: (viewer: Viewer, id: string) => getList(deps, viewer, id),
    list: (viewer: Viewer) => listLists(deps, viewer),
    create: (viewer: Viewer, idempotency: Idempotency, name: string) =>
      createList(deps, viewer, idempotency, name),
    rename: (viewer: Viewer, id: string, name: string) => renameList(deps, viewer, id, name),
    /** Lists that are not named keep their order, after the others. */
    reorder: ({ userId }: Viewer, ids: readonly string[]) =>
      reorder(database, 'userLists', userId, ids),
    delete: (viewer: Viewer, id: string) => deleteList(deps, viewer, id),

    listMembers: (viewer: Viewer, listId: string, query: PageQuery) =>
      listMembers(deps, viewer, listId, query),
    addMember: (
      viewer: Viewer,
      listId: string,
      userId: string,
      record?: (tx: Transaction) => Promise<void>,
    ) => addMember(deps, viewer, { listId, userId }, record),
    removeMember: (viewer: Viewer, listId: string, userId: string) =>
      removeMember(deps, viewer, listId, userId),
    listOfMember: (viewer: Viewer, userId: string) => listListsWithMember(deps, viewer, userId),
  };
}
