import { getSessionUser } from '../../../lib/session/index.ts';
import { listFiles, writeFiles } from './file-list.ts';
import type { FileEntry } from './file-list.ts';

/** The files of an account's drafts that cannot be restored after a reload. */
export function createLostFiles(userId: string) {
  const missing = new Map<string, readonly FileEntry[]>();
  const toListName = (draftName: string) => `unstored:${draftName}`;
  return {
    /** Replaces the files of a draft that could not be stored. */
    setUnstored(draftName: string, unstored: readonly FileEntry[]): void {
      // Nothing is stored after signing out.
      if (unstored.length === 0 || getSessionUser()?.id === userId)
        writeFiles(userId, toListName(draftName), unstored);
    },

    /** Compares the files that a draft lists with those that could be loaded. */
    compare(
      draftName: string,
      listed: readonly FileEntry[],
      loaded: readonly { id: string }[],
    ): void {
      const loadedIds = new Set(loaded.map(({ id }) => id));
      missing.set(
        draftName,
        listed.filter(({ id }) => !loadedIds.has(id)),
      );
    },

    /** Returns the lost files of a draft. The next call returns none of them again. */
    take(draftName: string): FileEntry[] {
      const unstored = listFiles(userId, toListName(draftName));
      const files = [...(missing.get(draftName) ?? []), ...unstored];
      missing.delete(draftName);
      writeFiles(userId, toListName(draftName), []);
      return files;
    },
  };
}
