import { openDB } from 'idb';
import type { DBSchema, IDBPDatabase } from 'idb';
import type { PendingPost } from './pending-post.ts';

/** The pending posts of all accounts on this device. */
export interface PendingDatabase {
  /** Oldest first. */
  list: (userId: string) => Promise<PendingPost[]>;
  find: (id: string) => Promise<PendingPost | undefined>;
  put: (post: PendingPost) => Promise<unknown>;
  remove: (id: string) => Promise<void>;
}

interface Schema extends DBSchema {
  posts: { key: string; value: PendingPost; indexes: { userId: string } };
}

let opened: Promise<IDBPDatabase<Schema>> | null = null;

/** In IndexedDB, because it stores files. Rejects where the browser forbids it, or has no space. */
export const pendingDatabase: PendingDatabase = {
  list: async (userId) =>
    (await (await open()).getAllFromIndex('posts', 'userId', userId)).toSorted(
      (a, b) => a.createdAtMs - b.createdAtMs,
    ),
  find: async (id) => (await open()).get('posts', id),
  put: async (post) => (await open()).put('posts', post),
  remove: async (id) => (await open()).delete('posts', id),
};

async function open(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>('pending-posts', 1, {
    upgrade: (database) => {
      database.createObjectStore('posts', { keyPath: 'id' }).createIndex('userId', 'userId');
    },
    // The browser may close it, for example when it frees space.
    terminated: () => {
      opened = null;
    },
  });
  try {
    return await opened;
  } catch (error) {
    opened = null;
    throw error;
  }
}
