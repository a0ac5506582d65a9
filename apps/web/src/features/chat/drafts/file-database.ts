import { openDB } from 'idb';
import type { DBSchema } from 'idb';
import { messageFilesDatabase } from '../../../lib/storage.ts';
import type { Attachment } from '../model/conversation-state.ts';

/** A file of an unsent message. Its alt text is in the `DraftEntry`. */
export interface StoredFile {
  /** The id of the attachment. */
  id: string;
  partnerId: string;
  attachment: Attachment;
}

export interface FileDatabase {
  list: () => Promise<StoredFile[]>;
  /** Rejects if the browser has no space. */
  put: (file: StoredFile) => Promise<unknown>;
  remove: (id: string) => Promise<void>;
}

interface Schema extends DBSchema {
  files: { key: string; value: StoredFile };
}

/**
 * Runs a task with the database of an account. It is closed afterward, so that signing out can delete
 * it. Rejects where the browser forbids IndexedDB.
 */
export async function withFileDatabase<Result>(
  userId: string,
  task: (database: FileDatabase) => Promise<Result>,
): Promise<Result> {
  const database = await openDB<Schema>(messageFilesDatabase(userId), 1, {
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
