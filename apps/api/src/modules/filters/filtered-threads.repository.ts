import { filteredThreadsMax } from '@skein/contracts/limits';
import type { Database } from '@skein/db';
import { newId } from '../../platform/ids.ts';
import { lockAccounts } from '../users/index.ts';

const columns = { id: true, groupId: true, threadId: true } as const;

export type FilteredThread = NonNullable<Awaited<ReturnType<typeof findFilteredThread>>>;

export function findFilteredThread(database: Database, userId: string, id: string) {
  return database.filteredThread.findFirst({ where: { userId, id }, select: columns });
}

export function listFilteredThreads(database: Database, userId: string) {
  return database.filteredThread.findMany({
    where: { userId },
    select: columns,
    orderBy: { id: 'asc' },
  });
}

/** Adds a thread to a filter. Returns the present entry if it is there; null beyond the limit. */
export function addFilteredThread(
  database: Database,
  { userId, ...entry }: { userId: string; groupId: string; threadId: string },
): Promise<FilteredThread | null> {
  return database.$transaction(async (tx) => {
    await lockAccounts(tx, [userId]);
    const present = await tx.filteredThread.findMany({ where: { userId }, select: columns });
    const same = present.find(
      ({ groupId, threadId }) => groupId === entry.groupId && threadId === entry.threadId,
    );
    if (same !== undefined) return same;
    if (present.length >= filteredThreadsMax) return null;
    const data = { ...entry, userId, id: newId() };
    return tx.filteredThread.create({ data, select: columns });
  });
}

export async function deleteFilteredThread(
  database: Database,
  userId: string,
  id: string,
): Promise<boolean> {
  const { count } = await database.filteredThread.deleteMany({ where: { userId, id } });
  return count > 0;
}
