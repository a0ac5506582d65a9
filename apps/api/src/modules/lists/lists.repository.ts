import { listMembersMax, listsMax } from '@skein/contracts/limits';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { lockAccounts } from '../users/index.ts';

const { sql } = Prisma;

interface ListKey {
  ownerId: string;
  id: string;
}

export interface ListRow {
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

export function findList(database: Database, { ownerId, id }: ListKey): Promise<ListRow | null> {
  return database.userList.findFirst({ where: { ownerId, id }, select: columns });
}

export function selectLists(database: Database, ownerId: string): Promise<ListRow[]> {
  return database.userList.findMany({
    where: { ownerId },
    select: columns,
    orderBy,
    take: listsMax,
  });
}

export function selectListsWithMember(
  database: Database,
  ownerId: string,
  userId: string,
): Promise<ListRow[]> {
  return database.userList.findMany({
    where: { ownerId, members: { some: { userId } } },
    select: columns,
    orderBy,
    take: listsMax,
  });
}

/** Appends a list; false beyond the limit. Concurrent requests of the user wait for the lock. */
export function insertList(
  database: Database,
  { ownerId, id }: ListKey,
  name: string,
): Promise<boolean> {
  return database.$transaction(async (tx) => {
    await lockAccounts(tx, [ownerId]);
    const { _count, _max } = await tx.userList.aggregate({
      where: { ownerId },
      _count: true,
      _max: { position: true },
    });
    if (_count >= listsMax) return false;
    const position = (_max.position ?? -1) + 1;
    await tx.userList.create({ data: { id, ownerId, name, position }, select: { id: true } });
    return true;
  });
}

export async function updateName(
  database: Database,
  { ownerId, id }: ListKey,
  name: string,
): Promise<boolean> {
  const { count } = await database.userList.updateMany({ where: { ownerId, id }, data: { name } });
  return count > 0;
}

export async function deleteOwnList(
  database: Database,
  { ownerId, id }: ListKey,
): Promise<boolean> {
  const { count } = await database.userList.deleteMany({ where: { ownerId, id } });
  return count > 0;
}

/** False beyond the limit. Adds nothing when the list or the account no longer exists. */
export function insertMember(
  database: Database,
  ownerId: string,
  { listId, userId }: { listId: string; userId: string },
  record?: (tx: Transaction) => Promise<void>,
): Promise<boolean> {
  return database.$transaction(async (tx) => {
    await lockAccounts(tx, [ownerId]);
    const otherMembers = { listId, userId: { not: userId } };
    if ((await tx.userListMember.count({ where: otherMembers })) >= listMembersMax) return false;
    await tx.execute(sql`
      INSERT INTO user_list_members (list_id, user_id)
      SELECT list.id, account.id FROM user_lists list, users account
      WHERE list.id = ${listId}::uuid AND account.id = ${userId}::uuid
      FOR KEY SHARE ON CONFLICT DO NOTHING`);
    await record?.(tx);
    return true;
  });
}

export async function deleteMember(
  database: Database,
  listId: string,
  userId: string,
): Promise<void> {
  await database.userListMember.deleteMany({ where: { listId, userId } });
}
