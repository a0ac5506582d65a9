import type { Readable } from 'node:stream';
import type { Import } from '@skein/contracts/imports';
import type { Database } from '@skein/db';
import type { Download } from '../../platform/download.ts';
import type { Clock } from '../../platform/clock.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { Logger } from '../../platform/logger.ts';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { countRemovals, findAccounts } from './imports.queries.ts';
import { createImportsRepository } from './imports.repository.ts';
import type { ImportRecord, ImportsRepository } from './imports.repository.ts';
import { toImportDto } from './imports.serializer.ts';
import { toLocalHosts } from './local-username.ts';
import { createImportedPosts } from './posts/imported-posts.ts';
import type { RowDependencies } from './process-row.ts';
import { createFileReader } from './reading/file-reader.ts';
import type { FileReader } from './reading/file-reader.ts';
import type { ParsedRow } from './reading/parse-csv.ts';
import { runImports } from './run-imports.ts';

const dayMs = 24 * 60 * 60 * 1000;
const previewDays = 1;
const finishedDays = 30;
const deletionBatch = 20;

interface Dependencies extends RowDependencies {
  database: Database;
  clock: Clock;
  logger: Logger;
  publicUrl: URL;
}

type ImportInput = Pick<Import, 'kind' | 'mode'>;

export type ImportsModule = ReturnType<typeof createImportsModule>;

/** Imports of follows, blocks, mutes and lists from CSV files, and of posts from archives. */
export function createImportsModule(dependencies: Dependencies) {
  const { database, clock } = dependencies;
  const repository = createImportsRepository(database);
  const reader = createFileReader(dependencies.rateLimiter);

  async function get({ userId }: Viewer, id: string): Promise<ImportRecord> {
    const record = isId(id) ? await repository.find(userId, id) : null;
    if (record === null) throw importNotFound();
    return record;
  }

  return {
    posts: createImportedPosts({ database, clock, reader }),

    list: async ({ userId }: Viewer): Promise<Import[]> =>
      Promise.all((await repository.list(userId)).map((record) => describe(repository, record))),

    /** @throws ValidationError for the file; ConflictError while one of the kind is running */
    create: (viewer: Viewer, input: ImportInput, files: readonly UploadedFile[]) =>
      createImport({ ...dependencies, repository, reader }, viewer, input, files),

    /** @throws NotFoundError; ConflictError if no account was found */
    async start(viewer: Viewer, id: string): Promise<Import> {
      const { foundCount } = await get(viewer, id);
      // Overwriting with such a file would remove everything.
      if (foundCount === 0) throw nothingFound();
      await repository.start(id, clock.now());
      return describe(repository, await get(viewer, id));
    },

    /** @throws NotFoundError */
    async delete({ userId }: Viewer, id: string): Promise<void> {
      if (!isId(id) || !(await repository.delete(userId, id))) throw importNotFound();
    },

    /** @throws NotFoundError */
    async downloadFailures(viewer: Viewer, id: string): Promise<Download> {
      const { kind } = await get(viewer, id);
      // Loaded lazily: most servers never write such a file.
      const { writeFailures } = await import('./write-failures.ts');
      const content: Readable = writeFailures(kind, repository.listFailurePages(id));
      return { fileName: `${kind}-not-imported.csv`, content };
    },

    continueAll: () => runImports({ ...dependencies, repository }),

    async removeOld(): Promise<void> {
      const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMs);
      const before = { previews: daysAgo(previewDays), finished: daysAgo(finishedDays) };
      while (await repository.deleteOld(before, deletionBatch));
    },
  };
}

async function createImport(
  {
    database,
    clock,
    publicUrl,
    repository,
    reader,
  }: Dependencies & { repository: ImportsRepository; reader: FileReader },
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
    request: { content: 'accounts', path: file.path, kind, hosts: toLocalHosts(publicUrl) },
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
  const isStored = await repository.replace(
    {
      id,
      userId,
      kind,
      mode,
      rowsCount: rows.length,
      foundCount: found.filter(({ accountId }) => accountId !== null).length,
      removalsCount,
      createdAt: now,
      dueAt: now,
    },
    rows,
  );
  if (!isStored) throw stillRunning();
  const record = await repository.find(userId, id);
  if (record === null) throw importNotFound();
  return describe(repository, record);
}

async function describe(repository: ImportsRepository, record: ImportRecord): Promise<Import> {
  const outcomes = await repository.countOutcomes(record.id);
  return toImportDto(record, outcomes, await repository.listFailures(record.id));
}

const importNotFound = () => new NotFoundError('error.importNotFound');

const stillRunning = () => new ConflictError('conflict', 'error.importRunning');

const nothingFound = () => new ConflictError('conflict', 'error.importNothingFound');
