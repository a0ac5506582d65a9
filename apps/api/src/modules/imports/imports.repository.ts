import { importFailuresShown } from '@skein/contracts/import-limits';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { publishingUser } from '../../domain/visibility.queries.ts';
import type { ParsedRow } from './reading/parse-csv.ts';

const { sql } = Prisma;

/** A concurrent upload may insert its import after the deletion of the earlier one. */
const replacementsMax = 3;
const failuresPageSize = 1000;

export type Outcome = 'added' | 'requested' | 'unchanged' | 'not_found' | 'rejected';

export type ImportRecord = NonNullable<Awaited<ReturnType<typeof findImport>>>;

export interface StoredRow {
  position: number;
  address: string;
  username: string | null;
  listName: string | null;
  showsReposts: boolean;
  isNotifying: boolean;
}

export interface ProcessedRow {
  position: number;
  accountId: string | null;
  outcome: Outcome;
}

export interface Failure {
  address: string;
  listName: string | null;
  reason: 'not_found' | 'rejected';
}

export function findImport(database: Database, userId: string, id: string) {
  return database.import.findFirst({ where: { id, userId } });
}

export function selectImports(database: Database, userId: string) {
  return database.import.findMany({ where: { userId }, orderBy: { id: 'desc' } });
}

/** Replaces the user's import of the same kind. False while that is running. */
export function replaceImport(
  database: Database,
  record: Prisma.ImportUncheckedCreateInput,
  rows: readonly ParsedRow[],
): Promise<boolean> {
  return database.$transaction(async (tx) => {
    const { userId, kind, id } = record;
    // Concurrent uploads of the user wait for the unique key. The account is not locked, because
    // its own writes would wait for all rows.
    const earlier = { userId, kind, status: { not: 'running' } } as const;
    let isCreated = false;
    for (let attempt = 0; attempt < replacementsMax && !isCreated; attempt += 1) {
      await tx.import.deleteMany({ where: earlier });
      const { count } = await tx.import.createMany({ data: record, skipDuplicates: true });
      isCreated = count > 0;
    }
    if (!isCreated) return false;
    await tx.execute(sql`
      INSERT INTO import_rows (import_id, position, address, username, list_name, shows_reposts, is_notifying)
      SELECT ${id}::uuid, n - 1, address, username, list_name, shows_reposts, is_notifying
      FROM unnest(${rows.map((row) => row.address)}::text[],
        ${rows.map((row) => row.username)}::text[], ${rows.map((row) => row.listName)}::text[],
        ${rows.map((row) => row.showsReposts)}::boolean[], ${rows.map((row) => row.isNotifying)}::boolean[])
        WITH ORDINALITY AS row (address, username, list_name, shows_reposts, is_notifying, n)`);
    return true;
  });
}

/** Does nothing unless it is a preview. */
export async function startPreviewed(database: Database, id: string, now: Date): Promise<void> {
  await database.import.updateMany({
    where: { id, status: 'preview' },
    data: { status: 'running', startedAt: now, dueAt: now },
  });
}

export async function deleteOwnImport(
  database: Database,
  userId: string,
  id: string,
): Promise<boolean> {
  const { count } = await database.import.deleteMany({ where: { id, userId } });
  return count > 0;
}

/** Deletes old imports. Running ones stay. Returns whether there may be more. */
export async function deleteOldImports(
  database: Database,
  before: { previews: Date; finished: Date },
  batchSize: number,
): Promise<boolean> {
  const count = await database.execute(sql`
    DELETE FROM imports WHERE id IN (
      SELECT id FROM imports
      WHERE created_at < ${before.previews} AND status = 'preview'
        OR created_at < ${before.finished} AND finished_at < ${before.finished}
      ORDER BY created_at LIMIT ${batchSize}::int FOR UPDATE SKIP LOCKED)`);
  return count === batchSize;
}

/** The number of rows of each outcome. */
export async function countOutcomes(database: Database, id: string): Promise<Map<Outcome, number>> {
  const rows = await database.query<{ outcome: Outcome; count: number }>(sql`
    SELECT outcome, count(*)::int FROM import_rows
    WHERE import_id = ${id}::uuid AND outcome IS NOT NULL GROUP BY outcome`);
  return new Map(rows.map(({ outcome, count }) => [outcome, count]));
}

/** Rows that were not imported; of a preview, none. */
export function selectFailures(database: Database, id: string): Promise<Failure[]> {
  return database.query(sql`
    SELECT address, list_name AS "listName", outcome AS reason FROM import_rows
    WHERE import_id = ${id}::uuid AND outcome IN ('not_found', 'rejected')
    ORDER BY position LIMIT ${importFailuresShown}`);
}

/** All of them, page by page. */
export async function* listFailurePages(
  database: Database,
  id: string,
): AsyncGenerator<(Failure & StoredRow)[]> {
  let after = -1;
  for (;;) {
    const rows = await database.query<Failure & StoredRow>(sql`
      SELECT position, address, username, list_name AS "listName",
        shows_reposts AS "showsReposts", is_notifying AS "isNotifying", outcome AS reason
      FROM import_rows
      WHERE import_id = ${id}::uuid AND position > ${after}::int
        AND outcome IN ('not_found', 'rejected')
      ORDER BY position LIMIT ${failuresPageSize}::int`);
    const last = rows.at(-1);
    if (last !== undefined) yield rows;
    if (last === undefined || rows.length < failuresPageSize) return;
    after = last.position;
  }
}

/** Running imports of users who may publish, the one that has waited longest first. */
export function selectDueImports(database: Database, now: Date, limit: number) {
  return database.import.findMany({
    where: { status: 'running', dueAt: { lte: now }, user: { ...publishingUser, movedToId: null } },
    orderBy: { dueAt: 'asc' },
    take: limit,
  });
}

/** Rows without an outcome, from a position on. */
export function selectRows(
  database: Database,
  id: string,
  from: number,
  limit: number,
): Promise<StoredRow[]> {
  return database.importRow.findMany({
    where: { importId: id, position: { gte: from }, outcome: null },
    orderBy: { position: 'asc' },
    take: limit,
    select: {
      position: true,
      address: true,
      username: true,
      listName: true,
      showsReposts: true,
      isNotifying: true,
    },
  });
}

/**
 * Stores the outcome of rows that needed no change, and where the import continues. A row that another
 * server has processed keeps its outcome.
 */
export async function saveProgress(
  database: Database,
  id: string,
  progress: { processed: readonly ProcessedRow[]; nextPosition: number; dueAt: Date },
): Promise<void> {
  const { processed: rows, nextPosition, dueAt } = progress;
  await database.execute(sql`
    WITH processed AS (
      UPDATE import_rows SET outcome = coalesce(import_rows.outcome, done.outcome::import_outcome),
        account_id = done.account_id
      FROM unnest(${rows.map((row) => row.position)}::int[],
        ${rows.map((row) => row.accountId)}::uuid[], ${rows.map((row) => row.outcome)}::text[])
        AS done (position, account_id, outcome)
      WHERE import_rows.import_id = ${id}::uuid AND import_rows.position = done.position)
    UPDATE imports SET next_position = greatest(next_position, ${nextPosition}::int),
      due_at = ${dueAt}, is_waiting = false
    WHERE id = ${id}::uuid`);
}

export async function postponeImport(database: Database, id: string, dueAt: Date): Promise<void> {
  await database.import.updateMany({ where: { id }, data: { dueAt, isWaiting: true } });
}

/** Removals are counted by `recordRemoval`. */
export async function saveExamined(
  database: Database,
  id: string,
  { examinedUntil, dueAt }: { examinedUntil: string; dueAt: Date },
): Promise<void> {
  await database.execute(sql`
    UPDATE imports SET examined_until = greatest(examined_until, ${examinedUntil}::uuid),
      due_at = ${dueAt}
    WHERE id = ${id}::uuid`);
}

/** Stores the outcome of a row in the transaction of its change. */
export async function recordOutcome(
  tx: Transaction,
  id: string,
  { position, accountId, outcome }: ProcessedRow,
): Promise<void> {
  await tx.importRow.updateMany({
    where: { importId: id, position, outcome: null },
    data: { outcome, accountId },
  });
}

/** Counts a removal in its transaction, unless another server has counted it: they are in order of id. */
export async function recordRemoval(tx: Transaction, id: string, accountId: string): Promise<void> {
  await tx.execute(sql`
    UPDATE imports SET removed_count = removed_count + 1, examined_until = ${accountId}::uuid
    WHERE id = ${id}::uuid AND (examined_until IS NULL OR examined_until < ${accountId}::uuid)`);
}

export async function finishImport(
  tx: Transaction,
  id: string,
  removed: number,
  now: Date,
): Promise<void> {
  await tx.import.updateMany({
    where: { id, status: 'running' },
    data: {
      status: 'done',
      finishedAt: now,
      isWaiting: false,
      removedCount: { increment: removed },
    },
  });
}
