import { afterEach } from 'vitest';
import type {
  DraftFile,
  withFileDatabase as openDatabase,
} from '../features/composer/stored-files/file-database.ts';

/** The stored files of drafts, by account and id. */
export const fileDatabases = new Map<string, Map<string, DraftFile>>();
/** The ids of the files in the order in which they were stored. */
export const storedFileIds: string[] = [];
/** Set if the browser forbids IndexedDB, or opens a database later. */
export const fileDatabaseState: { error: Error | null; opened: Promise<void> | null } = {
  error: null,
  opened: null,
};

/** Replaces the module `file-database.ts`, because jsdom has no IndexedDB. */
export const withFileDatabase: typeof openDatabase = async (userId, task) => {
  if (fileDatabaseState.error !== null) throw fileDatabaseState.error;
  await fileDatabaseState.opened;
  const files = fileDatabases.get(userId) ?? new Map<string, DraftFile>();
  fileDatabases.set(userId, files);
  return task({
    list: async () => [...files.values()],
    put: async (file) => {
      storedFileIds.push(file.id);
      files.set(file.id, file);
    },
    remove: async (id) => void files.delete(id),
  });
};

afterEach(() => {
  fileDatabases.clear();
  storedFileIds.length = 0;
  Object.assign(fileDatabaseState, { error: null, opened: null });
});
