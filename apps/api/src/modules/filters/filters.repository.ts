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

type FilterValues = FilterInput & { id: string };

export type SaveResult = 'saved' | 'missing' | 'phrase_taken' | 'limit_reached';

export type FilterRow = NonNullable<Awaited<ReturnType<typeof findFilter>>>;

export function findFilter(database: Database, { userId, id }: FilterKey) {
  return database.keywordFilter.findFirst({ where: { userId, id }, select: columns });
}

export function selectFilters(database: Database, userId: string) {
  return database.keywordFilter.findMany({
    where: { userId },
    select: columns,
    orderBy: { id: 'desc' },
    take: filtersMax,
  });
}

/**
 * Adds filters, after changing one if `changed` is given: all or nothing. They replace expired filters
 * for the same words. Concurrent requests of the user wait for the lock.
 */
export function saveFilters(
  database: Database,
  userId: string,
  added: readonly FilterValues[],
  changed?: FilterValues,
): Promise<SaveResult> {
  return database.$transaction(async (tx) => {
    await lockAccounts(tx, [userId]);
    const present = await listPhrases(tx, userId);
    const others = present.filter(({ id }) => id !== changed?.id);
    if (changed && others.length === present.length) return 'missing';
    const saved = changed ? [changed, ...added] : added;
    const phrases = new Set(saved.map(foldPhrase));
    const same = others.filter((filter) => phrases.has(foldPhrase(filter)));
    if (phrases.size < saved.length || same.some(isActive)) return 'phrase_taken';
    if (others.length - same.length + saved.length > filtersMax) return 'limit_reached';
    if (changed && !(await updateValues(tx, userId, changed))) return 'missing';
    await tx.keywordFilter.deleteMany({ where: { id: { in: same.map(({ id }) => id) } } });
    await tx.keywordFilter.createMany({ data: added.map((row) => ({ ...row, userId })) });
    return 'saved';
  });
}

export async function deleteOwnFilter(
  database: Database,
  { userId, id }: FilterKey,
): Promise<boolean> {
  const { count } = await database.keywordFilter.deleteMany({ where: { userId, id } });
  return count > 0;
}

const foldPhrase = ({ phrase }: { phrase: string }) => foldForFilter(phrase);

const listPhrases = (tx: Transaction, userId: string) =>
  tx.keywordFilter.findMany({
    where: { userId },
    select: { id: true, phrase: true, expiresAt: true },
  });

const isActive = ({ expiresAt }: { expiresAt: Date | null }) =>
  expiresAt === null || expiresAt > new Date();

/** False if it was deleted meanwhile. */
async function updateValues(
  tx: Transaction,
  userId: string,
  { id, ...data }: FilterValues,
): Promise<boolean> {
  const { count } = await tx.keywordFilter.updateMany({ where: { userId, id }, data });
  return count > 0;
}
