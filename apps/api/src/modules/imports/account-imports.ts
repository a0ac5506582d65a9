import type { Readable } from 'node:stream';
import type { Import } from '@skein/contracts/imports';
import { isRemoteUsername } from '@skein/contracts/text';
import type { Database } from '@skein/db';
import { dayMs } from '../../platform/clock.ts';
import type { Clock } from '../../platform/clock.ts';
import { getHandleDomain } from '../../platform/config/federation-settings.ts';
import type { FederationSettings } from '../../platform/config/federation-settings.ts';
import type { Download } from '../../platform/download.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { countRemovals, findAccounts } from './imports.queries.ts';
import {
  countOutcomes,
  deleteOldImports,
  deleteOwnImport,
  findImport,
  listFailurePages,
  replaceImport,
  selectFailures,
  selectImports,
  startPreviewed,
} from './imports.repository.ts';
import type { ImportRecord } from './imports.repository.ts';
import { toImportDto } from './imports.serializer.ts';
import type { FileReader } from './reading/file-reader.ts';
import type { ParsedRow } from './reading/parse-csv.ts';

const previewDays = 1;
const finishedDays = 30;
const deletionBatch = 20;

interface Dependencies {
  database: Database;
  clock: Clock;
  publicUrl: URL;
  federation?: FederationSettings | undefined;
  reader: FileReader;
}

export type ImportInput = Pick<Import, 'kind' | 'mode'>;

export async function listImports(database: Database, { userId }: Viewer): Promise<Import[]> {
  const records = await selectImports(database, userId);
  return Promise.all(records.map((record) => describeImport(database, record)));
}

/** @throws ValidationError for the file; ConflictError while one of the kind is running */
export async function createImport(
  { database, clock, publicUrl, federation, reader }: Dependencies,
  { userId }: Viewer,
  { kind, mode }: ImportInput,
  [file]: readonly UploadedFile[],
): Promise<Import> {
  if (file === undefined) {
    throw new ValidationError([{ path: 'file', message: 'error.importFile' }]);
  }
  const rows: ParsedRow[] = [];
  await reader.read({
    userId,
    request: {
      content: 'accounts',
      path: file.path,
      kind,
      // The hosts of addresses that belong to this instance.
      hosts: new Set([
        publicUrl.hostname,
        publicUrl.host,
        getHandleDomain({ publicUrl, federation }),
      ]),
    },
    receive: (batch) => void rows.push(...batch),
  });
  const usernames = [...new Set(rows.flatMap(({ username }) => username ?? []))];
  const accounts = await findAccounts(database, { userId, kind }, usernames);
  const found = rows.map((row) => ({
    ...row,
    accountId: accounts.get(row.username ?? '')?.id ?? null,
  }));
  const removalsCount =
    mode === 'overwrite' ? await countRemovals(database, { userId, kind }, found) : 0;
  const now = clock.now();
  const id = newId();
  const isStored = await replaceImport(
    database,
    {
      id,
      userId,
      kind,
      mode,
      rowsCount: rows.length,
      // Unknown accounts of other servers are looked up while the import runs.
      foundCount: found.filter(
        ({ accountId, username }) =>
          accountId !== null || (federation !== undefined && isRemoteUsername(username)),
      ).length,
      removalsCount,
      createdAt: now,
      dueAt: now,
    },
    rows,
  );
  if (!isStored) throw stillRunning();
  const record = await findImport(database, userId, id);
  if (record === null) throw importNotFound();
  return describeImport(database, record);
}

/** @throws NotFoundError; ConflictError if no account was found */
export async function startImport(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  viewer: Viewer,
  id: string,
): Promise<Import> {
  const { foundCount } = await getImport(database, viewer, id);
  // Overwriting with such a file would remove everything.
  if (foundCount === 0) throw nothingFound();
  await startPreviewed(database, id, clock.now());
  return describeImport(database, await getImport(database, viewer, id));
}

/** @throws NotFoundError */
export async function deleteImport(
  database: Database,
  { userId }: Viewer,
  id: string,
): Promise<void> {
  if (!isId(id) || !(await deleteOwnImport(database, userId, id))) throw importNotFound();
}

/** @throws NotFoundError */
export async function downloadFailures(
  database: Database,
  viewer: Viewer,
  id: string,
): Promise<Download> {
  const { kind } = await getImport(database, viewer, id);
  // Loaded lazily: most servers never write such a file.
  const { writeFailures } = await import('./write-failures.ts');
  const content: Readable = writeFailures(kind, listFailurePages(database, id));
  return { fileName: `${kind}-not-imported.csv`, content };
}

/** Removes previews after a day and finished imports after 30 days. */
export async function removeOldImports({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMs);
  const before = { previews: daysAgo(previewDays), finished: daysAgo(finishedDays) };
  while (await deleteOldImports(database, before, deletionBatch));
}

async function getImport(
  database: Database,
  { userId }: Viewer,
  id: string,
): Promise<ImportRecord> {
  const record = isId(id) ? await findImport(database, userId, id) : null;
  if (record === null) throw importNotFound();
  return record;
}

async function describeImport(database: Database, record: ImportRecord): Promise<Import> {
  const outcomes = await countOutcomes(database, record.id);
  return toImportDto(record, outcomes, await selectFailures(database, record.id));
}

const importNotFound = () => new NotFoundError('error.importNotFound');

const stillRunning = () => new ConflictError('conflict', 'error.importRunning');

const nothingFound = () => new ConflictError('conflict', 'error.importNothingFound');
