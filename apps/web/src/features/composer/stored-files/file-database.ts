import { openDB } from 'idb';
import type { DBSchema } from 'idb';
import { draftFilesDatabase } from '../../../lib/storage.ts';
import type { Attachment } from '../attachments/attachments-reducer.ts';

/** A file of a draft. Its alt text is in the `FileEntry`. */
export interface DraftFile {
  /** The id of the attachment. */
  id: string;
  draftName: string;
  attachment: Attachment;
}

export interface FileDatabase {
  list: () => Promise<DraftFile[]>;
  /** Rejects if the browser has no space. */
  put: (file: DraftFile) => Promise<unknown>;
  remove: (id: string) => Promise<void>;
}

interface Schema extends DBSchema {
  files: { key: string; value: DraftFile };
}

/**
 * Runs a task with the database of an account. It is closed afterward, so that signing out can delete
 * it. Rejects where the browser forbids IndexedDB.
 */
export async function withFileDatabase<Result>(
  userId: string,
  task: (database: FileDatabase) => Promise<Result>,
): Promise<Result> {
  const database = await openDB<Schema>(draftFilesDatabase(userId), 1, {
    upgrade: (created) => {
      created.createObjectStore('files', { keyPath: 'id' });
    },
  });
  try {
    return await task({
      list: () => database.getAll('files'),
      put: (file) => database.put('files', file),
      remove: (id) => database.delete('files', id),
    });
  } finally {
    database.close();
  }
}
