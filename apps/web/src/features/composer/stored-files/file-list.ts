import type { Focus } from '@skein/contracts/media';
import {
  draftFilesPrefix,
  listKeys,
  readItem,
  removeItem,
  writeItem,
} from '../../../lib/storage.ts';

/** A file of a draft. The file itself is in IndexedDB, under this id. */
export interface FileEntry {
  id: string;
  altText: string;
  focus?: Focus;
  name: string;
}

/** The key of the list of a draft. */
const getListKey = (userId: string, draftName: string): string =>
  `${draftFilesPrefix(userId)}${draftName}`;

/** The stored files of a draft, in order. */
export function listFiles(userId: string, draftName: string): readonly FileEntry[] {
  return readList(getListKey(userId, draftName));
}

/** The ids of the stored files of all drafts. */
export function listAllFiles(userId: string): ReadonlySet<string> {
  return new Set(
    listKeys(draftFilesPrefix(userId))
      .flatMap(readList)
      .map(({ id }) => id),
  );
}

function readList(key: string): readonly FileEntry[] {
  try {
    const stored: unknown = JSON.parse(readItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isFileEntry) : [];
  } catch {
    // Another version of the app may have written the stored value.
    return [];
  }
}

export function writeFiles(userId: string, draftName: string, files: readonly FileEntry[]): void {
  const key = getListKey(userId, draftName);
  if (files.length === 0) removeItem(key);
  else writeItem(key, JSON.stringify(files));
}

function isFileEntry(stored: unknown): stored is FileEntry {
  if (typeof stored !== 'object' || stored === null) return false;
  const { id, altText, focus, name }: Partial<Record<keyof FileEntry, unknown>> = stored;
  const hasFocus = focus === undefined || isFocus(focus);
  return [id, altText, name].every((text) => typeof text === 'string') && hasFocus;
}

function isFocus(stored: unknown): stored is Focus {
  if (typeof stored !== 'object' || stored === null) return false;
  const { x, y }: Partial<Record<keyof Focus, unknown>> = stored;
  return typeof x === 'number' && typeof y === 'number';
}
