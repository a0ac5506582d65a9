import type { FilterInput } from '@skein/contracts/filters';
import { filtersMax } from '@skein/contracts/limits';
import type { Database } from '@skein/db';
import { lockAccounts } from '../users/index.ts';

const columns = {
  id: true,
  phrase: true,
  isWholeWord: true,
  contexts: true,
  action: true,
  expiresAt: true,
  createdAt: true,
} as const;

interface FilterKey {
  userId: string;
  id: string;
}

export type FilterRow = NonNullable<Awaited<ReturnType<FiltersRepository['find']>>>;
export type FiltersRepository = ReturnType<typeof createFiltersRepository>;

export function createFiltersRepository(database: Database) {
  const find = ({ userId, id }: FilterKey) =>
    database.keywordFilter.findFirst({ where: { userId, id }, select: columns });

  return {
    find,

    list: (userId: string) =>
      database.keywordFilter.findMany({
        where: { userId },
        select: columns,
        orderBy: { id: 'desc' },
        take: filtersMax,
      }),

    /** False beyond the limit. Concurrent requests of the user wait for the lock. */
    insert: ({ userId, id }: FilterKey, input: FilterInput): Promise<boolean> =>
      database.$transaction(async (tx) => {
        await lockAccounts(tx, [userId]);
        if ((await tx.keywordFilter.count({ where: { userId } })) >= filtersMax) return false;
        // A concurrent attempt of the same request may have created it.
        const data = [{ ...input, id, userId }];
        await tx.keywordFilter.createMany({ data, skipDuplicates: true });
        return true;
      }),

    async update({ userId, id }: FilterKey, input: FilterInput): Promise<boolean> {
      const { count } = await database.keywordFilter.updateMany({
        where: { userId, id },
        data: input,
      });
      return count > 0;
    },

    async delete({ userId, id }: FilterKey): Promise<boolean> {
      const { count } = await database.keywordFilter.deleteMany({ where: { userId, id } });
      return count > 0;
    },
  };
}
