import type { FilterInput } from '@skein/contracts/filters';
import { filtersMax } from '@skein/contracts/limits';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { lockAccounts } from '../users/index.ts';
import { foldForFilter } from './match-filters.policy.ts';

const columns = {
  id: true,
  phrase: true,
  title: true,
  groupId: true,
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

/** A phrase of a filter. `title` and `groupId` are set by apps. */
export type FilterDraft = FilterInput & { title?: string | null; groupId?: string | null };

type FilterValues = FilterDraft & { id: string };

/** All or nothing is saved. */
export interface FilterChanges {
  added?: readonly FilterValues[];
  changed?: readonly FilterValues[];
  removedIds?: readonly string[];
}

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

/** The phrases of a filter of an app, the first one first. */
export function selectGroup(database: Database, userId: string, groupId: string) {
  return database.keywordFilter.findMany({
    where: inGroup(userId, groupId),
    select: columns,
    orderBy: { id: 'asc' },
  });
}

export async function deleteGroup(
  database: Database,
  userId: string,
  groupId: string,
): Promise<boolean> {
  return database.$transaction(async (tx) => {
    const { count } = await tx.keywordFilter.deleteMany({ where: inGroup(userId, groupId) });
    await deleteThreadsWithoutFilter(tx, userId);
    return count > 0;
  });
}

const inGroup = (userId: string, groupId: string) => ({
  userId,
  OR: [{ groupId }, { id: groupId, groupId: null }],
});

/**
 * Changes, removes and adds filters: all or nothing. They replace expired filters for the same words.
 * Concurrent requests of the user wait for the lock.
 */
export function saveFilters(
  database: Database,
  userId: string,
  { added = [], changed = [], removedIds = [] }: FilterChanges,
): Promise<SaveResult> {
  return database.$transaction(async (tx) => {
    await lockAccounts(tx, [userId]);
    const present = await listPhrases(tx, userId);
    const replacedIds = new Set([...changed.map(({ id }) => id), ...removedIds]);
    const others = present.filter(({ id }) => !replacedIds.has(id));
    if (present.length - others.length < replacedIds.size) return 'missing';
    const saved = [...changed, ...added];
    const phrases = new Set(saved.map(foldPhrase));
    const same = others.filter((filter) => phrases.has(foldPhrase(filter)));
    if (phrases.size < saved.length || same.some(isActive)) return 'phrase_taken';
    if (others.length - same.length + saved.length > filtersMax) return 'limit_reached';
    for (const { id, ...data } of changed) {
      await tx.keywordFilter.updateMany({ where: { userId, id }, data });
    }
    const deletedIds = [...removedIds, ...same.map(({ id }) => id)];
    await tx.keywordFilter.deleteMany({ where: { userId, id: { in: deletedIds } } });
    await tx.keywordFilter.createMany({ data: added.map((row) => ({ ...row, userId })) });
    if (deletedIds.length > 0) await deleteThreadsWithoutFilter(tx, userId);
    return 'saved';
  });
}

export async function deleteOwnFilter(
  database: Database,
  { userId, id }: FilterKey,
): Promise<boolean> {
  return database.$transaction(async (tx) => {
    const { count } = await tx.keywordFilter.deleteMany({ where: { userId, id } });
    await deleteThreadsWithoutFilter(tx, userId);
    return count > 0;
  });
}

/** Deletes the threads of filters that have no phrase left, and so do not exist anymore. */
function deleteThreadsWithoutFilter(tx: Transaction, userId: string) {
  return tx.execute(Prisma.sql`
    DELETE FROM filtered_threads filtered WHERE user_id = ${userId}::uuid AND NOT EXISTS (
      SELECT FROM keyword_filters phrase WHERE phrase.user_id = ${userId}::uuid
        AND coalesce(phrase.group_id, phrase.id) = filtered.group_id)`);
}

const foldPhrase = ({ phrase }: { phrase: string }) => foldForFilter(phrase);

const listPhrases = (tx: Transaction, userId: string) =>
  tx.keywordFilter.findMany({
    where: { userId },
    select: { id: true, phrase: true, expiresAt: true },
  });

const isActive = ({ expiresAt }: { expiresAt: Date | null }) =>
  expiresAt === null || expiresAt > new Date();
