import type { FilterInput } from '@skein/contracts/filters';
import { filtersMax } from '@skein/contracts/limits';
import type { Database, Transaction } from '@skein/db';
import { lockAccounts } from '../users/index.ts';
import { foldForFilter } from './match-filters.policy.ts';

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

type NewFilter = FilterInput & { id: string };

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

    /**
     * Adds all filters or none. They replace expired filters for the same words. Concurrent requests of
     * the user wait for the lock.
     */
    insert: (
      userId: string,
      filters: readonly NewFilter[],
    ): Promise<'saved' | 'limit_reached' | 'phrase_taken'> =>
      database.$transaction(async (tx) => {
        await lockAccounts(tx, [userId]);
        const present = await listPhrases(tx, userId);
        // A concurrent attempt of the same request may have created them.
        if (present.some(({ id }) => id === filters[0]?.id)) return 'saved';
        const phrases = new Set(filters.map(foldPhrase));
        const same = present.filter((filter) => phrases.has(foldPhrase(filter)));
        if (phrases.size < filters.length || same.some(isActive)) return 'phrase_taken';
        if (present.length - same.length + filters.length > filtersMax) return 'limit_reached';
        await deleteFilters(tx, same);
        await tx.keywordFilter.createMany({ data: filters.map((row) => ({ ...row, userId })) });
        return 'saved';
      }),

    /** Replaces expired filters for the same word. */
    update: (
      { userId, id }: FilterKey,
      input: FilterInput,
    ): Promise<'saved' | 'phrase_taken' | 'missing'> =>
      database.$transaction(async (tx) => {
        await lockAccounts(tx, [userId]);
        const present = await listPhrases(tx, userId);
        if (!present.some((filter) => filter.id === id)) return 'missing';
        const phrase = foldPhrase(input);
        const same = present.filter((other) => other.id !== id && foldPhrase(other) === phrase);
        if (same.some(isActive)) return 'phrase_taken';
        const { count } = await tx.keywordFilter.updateMany({ where: { userId, id }, data: input });
        // It was deleted meanwhile.
        if (count === 0) return 'missing';
        await deleteFilters(tx, same);
        return 'saved';
      }),

    async delete({ userId, id }: FilterKey): Promise<boolean> {
      const { count } = await database.keywordFilter.deleteMany({ where: { userId, id } });
      return count > 0;
    },
  };
}

const foldPhrase = ({ phrase }: { phrase: string }) => foldForFilter(phrase);

const listPhrases = (tx: Transaction, userId: string) =>
  tx.keywordFilter.findMany({
    where: { userId },
    select: { id: true, phrase: true, expiresAt: true },
  });

const isActive = ({ expiresAt }: { expiresAt: Date | null }) =>
  expiresAt === null || expiresAt > new Date();

const deleteFilters = (tx: Transaction, filters: readonly { id: string }[]) =>
  tx.keywordFilter.deleteMany({ where: { id: { in: filters.map(({ id }) => id) } } });
