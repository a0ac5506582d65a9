import { isRemoteUsername } from '@skein/contracts/text';
import type { Database } from '@skein/db';
import { minuteMs } from '../../platform/clock.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError, RateLimitedError } from '../../platform/errors.ts';
import { isOutage } from '../../platform/is-outage.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { findAccountById, findAccounts, listRemovals, removeListed } from './imports.queries.ts';
import type { ImportedAccount } from './imports.queries.ts';
import {
  finishImport,
  postponeImport,
  recordOutcome,
  recordRemoval,
  saveExamined,
  saveProgress,
  selectDueImports,
  selectRows,
} from './imports.repository.ts';
import type { ImportRecord, Outcome, ProcessedRow, StoredRow } from './imports.repository.ts';
import { processRow } from './process-row.ts';
import type { RowDependencies } from './process-row.ts';

/** Rows of an import before it is another one's turn. */
const batchSize = 25;
const importsPerRound = 20;
/** Shorter than the interval of the job, so that other work has its share of the server. */
const runMaxMs = 2000;
/** Before an import that failed is tried again. */
const failureWaitMs = 10 * minuteMs;
const lowestId = '00000000-0000-0000-0000-000000000000';

export interface RunDependencies extends RowDependencies {
  database: Database;
  clock: Clock;
  logger: Pick<Logger, 'error'>;
  /**
   * Looks an account of another server up by its handle. Undefined without federation.
   * @throws RateLimitedError
   */
  lookUpAccount?: ((viewer: Viewer, handle: string) => Promise<string | null>) | undefined;
}

/**
 * Continues all running imports, in turn, for a short time. Several servers may do so at once, because
 * each step can be repeated.
 */
export async function runImports(dependencies: RunDependencies): Promise<void> {
  const { database, clock } = dependencies;
  const end = performance.now() + runMaxMs;
  while (performance.now() < end) {
    const due = await selectDueImports(database, clock.now(), importsPerRound);
    if (due.length === 0) return;
    for (const record of due) await tryImport(dependencies, record, end);
  }
}

/** An import that fails waits, so that it does not keep the others from continuing. */
async function tryImport(
  dependencies: RunDependencies,
  record: ImportRecord,
  end: number,
): Promise<void> {
  const { database, clock, logger } = dependencies;
  try {
    await continueImport(dependencies, record, end);
  } catch (error) {
    if (isOutage(error)) throw error;
    logger.error({ err: error }, 'an import failed');
    await postponeImport(database, record.id, new Date(clock.now().getTime() + failureWaitMs));
  }
}

async function continueImport(
  dependencies: RunDependencies,
  record: ImportRecord,
  end: number,
): Promise<void> {
  const { database } = dependencies;
  // The changes belong to no session.
  const viewer: Viewer = { userId: record.userId, sessionId: record.id };
  const rows = await selectRows(database, record.id, record.nextPosition, batchSize);
  if (rows.length > 0) return processRows(dependencies, viewer, record, { rows, end });
  if (record.mode === 'overwrite') return removeOthers(dependencies, viewer, record);
  return finishImport(dependencies.database, record.id, 0, dependencies.clock.now());
}

async function processRows(
  dependencies: RunDependencies,
  viewer: Viewer,
  record: ImportRecord,
  { rows, end }: { rows: readonly StoredRow[]; end: number },
): Promise<void> {
  const { database, clock } = dependencies;
  const usernames = rows.flatMap(({ username }) => username ?? []);
  const accounts = await findAccounts(database, record, usernames);
  const processed: ProcessedRow[] = [];
  let { nextPosition } = record;
  let waitSeconds: number | undefined;
  for (const row of rows) {
    const result = await tryRow(dependencies, viewer, record, { row, accounts });
    if ('waitSeconds' in result) {
      waitSeconds = result.waitSeconds;
      break;
    }
    const { accountId, outcome } = result;
    nextPosition = row.position + 1;
    if (outcome !== 'recorded') processed.push({ position: row.position, accountId, outcome });
    // Other servers may respond slowly.
    if (performance.now() > end) break;
  }
  await saveProgress(database, record.id, { processed, nextPosition, dueAt: clock.now() });
  if (waitSeconds !== undefined) {
    const dueAt = new Date(clock.now().getTime() + waitSeconds * 1000);
    await postponeImport(database, record.id, dueAt);
  }
}

type RowResult =
  | { outcome: Outcome | 'recorded'; accountId: string | null }
  /** Before the row is repeated. */
  | { waitSeconds: number };

async function tryRow(
  dependencies: RunDependencies,
  viewer: Viewer,
  record: ImportRecord,
  { row, accounts }: { row: StoredRow; accounts: ReadonlyMap<string, ImportedAccount> },
): Promise<RowResult> {
  const { position } = row;
  let accountId: string | null = null;
  try {
    const account =
      accounts.get(row.username ?? '') ?? (await lookUp(dependencies, viewer, record, row));
    if (account === undefined) return { outcome: 'not_found', accountId };
    const { id } = account;
    accountId = id;
    const outcome = await processRow(dependencies, viewer, record, {
      row,
      account,
      record: (tx, changed) =>
        recordOutcome(tx, record.id, { position, accountId: id, outcome: changed }),
    });
    return { outcome, accountId };
  } catch (error) {
    if (isOutage(error)) throw error;
    if (error instanceof RateLimitedError) {
      return { waitSeconds: Number(error.headers['Retry-After'] ?? 1) };
    }
    if (!(error instanceof AppError)) dependencies.logger.error({ err: error }, 'a row failed');
    const isMissing = error instanceof AppError && error.code === 'not_found';
    return { outcome: isMissing ? 'not_found' : 'rejected', accountId };
  }
}

/** An account of another server that this one does not know yet. */
async function lookUp(
  { database, lookUpAccount }: RunDependencies,
  viewer: Viewer,
  record: ImportRecord,
  { username }: StoredRow,
): Promise<ImportedAccount | undefined> {
  if (lookUpAccount === undefined || username === null) return undefined;
  if (!isRemoteUsername(username)) return undefined;
  const id = await lookUpAccount(viewer, username);
  if (id === null) return undefined;
  // The account may have another handle than that in the file.
  return findAccountById(database, record, id);
}

async function removeOthers(
  { database, relationships, clock }: RunDependencies,
  viewer: Viewer,
  record: ImportRecord,
): Promise<void> {
  if (record.kind === 'lists') {
    return database.$transaction(async (tx) =>
      finishImport(tx, record.id, await removeListed(tx, record), clock.now()),
    );
  }
  const examinedUntil = record.examinedUntil ?? lowestId;
  const ids = await listRemovals(database, { ...record, examinedUntil }, batchSize);
  const last = ids.at(-1);
  if (last === undefined) return finishImport(database, record.id, 0, clock.now());
  const actions = { follows: 'unfollow', blocks: 'unblock', mutes: 'unmute' } as const;
  for (const id of ids) {
    try {
      await relationships[actions[record.kind]](viewer, id, (tx) =>
        recordRemoval(tx, record.id, id),
      );
    } catch (error) {
      // An account that was suspended meanwhile stays as it is.
      if (!(error instanceof AppError)) throw error;
    }
  }
  await saveExamined(database, record.id, { examinedUntil: last, dueAt: clock.now() });
}
