import { getSessionUser } from '../../../lib/session/index.ts';
import { readItem, removeItem, writeItem } from '../../../lib/storage.ts';
import type { Attachment } from '../attachments/attachments-reducer.ts';
import { getListKey } from './file-list.ts';
import type { FileEntry } from './file-list.ts';

/** The names of the files of an account's drafts that cannot be restored after a reload. */
export function createLostFiles(userId: string) {
  const missing = new Map<string, string[]>();
  const getKey = (draftName: string) => getListKey(userId, `unstored:${draftName}`);
  return {
    /** Replaces the names of the files of a draft that could not be stored. */
    setUnstored(draftName: string, unstored: readonly Attachment[]): void {
      // Nothing is stored after signing out.
      if (unstored.length === 0) removeItem(getKey(draftName));
      else if (getSessionUser()?.id === userId)
        writeItem(getKey(draftName), unstored.map(({ file }) => file.name).join('\n'));
    },

    /** Compares the files that a draft lists with those that could be loaded. */
    compare(draftName: string, listed: readonly FileEntry[], loaded: readonly Attachment[]): void {
      const lost = listed.filter(({ id }) => loaded.every((attachment) => attachment.id !== id));
      missing.set(
        draftName,
        lost.map(({ name = '?' }) => name),
      );
    },

    /** The names of the lost files of a draft. The next call returns none of them again. */
    take(draftName: string): string[] {
      const unstored = readItem(getKey(draftName))?.split('\n') ?? [];
      const names = [...(missing.get(draftName) ?? []), ...unstored];
      missing.delete(draftName);
      removeItem(getKey(draftName));
      return names;
    },
  };
}
