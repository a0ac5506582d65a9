import { listMembersMax, listsMax } from '@skein/contracts/limits';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { reorder } from '../../domain/reorder.queries.ts';
import { lockAccounts } from '../users/index.ts';

const { sql } = Prisma;

interface ListKey {
  ownerId: string;
  id: string;
}

interface ListRow {
  id: string;
  name: string;
  createdAt: Date;
  _count: { members: number };
}

const columns = {
  id: true,
  name: true,
  createdAt: true,
  _count: { select: { members: true } },
} as const;
const orderBy = [{ position: 'asc' as const }, { id: 'asc' as const }];

export type ListsRepository = ReturnType<typeof createListsRepository>;

export function createListsRepository(database: Database) {
  return {
    find: ({ ownerId, id }: ListKey): Promise<ListRow | null> =>
      database.userList.findFirst({ where: { ownerId, id }, select: columns }),

    list: (ownerId: string): Promise<ListRow[]> =>
      database.userList.findMany({ where: { ownerId }, select: columns, orderBy, take: listsMax }),

    /** The lists with a member. */
    listWithMember: (ownerId: string, userId: string): Promise<ListRow[]> =>
      database.userList.findMany({
        where: { ownerId, members: { some: { userId } } },
        select: columns,
        orderBy,
        take: listsMax,
      }),

    /** Appends a list; false beyond the limit. Concurrent requests of the user wait for the lock. */
    insert: ({ ownerId, id }: ListKey, name: string): Promise<boolean> =>
      database.$transaction(async (tx) => {
        await lockAccounts(tx, [ownerId]);
        const { _count, _max } = await tx.userList.aggregate({
          where: { ownerId },
          _count: true,
          _max: { position: true },
        });
        if (_count >= listsMax) return false;
        const position = (_max.position ?? -1) + 1;
        // A concurrent attempt of the same request may have created it.
        const data = [{ id, ownerId, name, position }];
        await tx.userList.createMany({ data, skipDuplicates: true });
        return true;
      }),

    async rename({ ownerId, id }: ListKey, name: string): Promise<boolean> {
      const { count } = await database.userList.updateMany({
        where: { ownerId, id },
        data: { name },
      });
      return count > 0;
    },

    /** Lists that are not named keep their order, after the others. */
    reorder: (ownerId: string, ids: readonly string[]): Promise<void> =>
      reorder(database, 'userLists', ownerId, ids),

    async delete({ ownerId, id }: ListKey): Promise<boolean> {
      const { count } = await database.userList.deleteMany({ where: { ownerId, id } });
      return count > 0;
    },
  };
}

export type ListMembersRepository = ReturnType<typeof createListMembersRepository>;

export function createListMembersRepository(database: Database) {
  return {
    /** False beyond the limit. Adds nothing when the list or the account no longer exists. */
    insert: (
      ownerId: string,
      { listId, userId }: { listId: string; userId: string },
      record?: (tx: Transaction) => Promise<void>,
    ): Promise<boolean> =>
      database.$transaction(async (tx) => {
        await lockAccounts(tx, [ownerId]);
        const others = { listId, userId: { not: userId } };
        if ((await tx.userListMember.count({ where: others })) >= listMembersMax) return false;
        await tx.execute(sql`
          INSERT INTO user_list_members (list_id, user_id)
          SELECT list.id, account.id FROM user_lists list, users account
          WHERE list.id = ${listId}::uuid AND account.id = ${userId}::uuid
          FOR KEY SHARE ON CONFLICT DO NOTHING`);
        await record?.(tx);
        return true;
      }),

    async delete(listId: string, userId: string): Promise<void> {
      await database.userListMember.deleteMany({ where: { listId, userId } });
    },
  };
}
