import { withLock } from '../../../lib/lock.ts';
import { getSessionUser } from '../../../lib/session/index.ts';
import { draftFilesDatabase } from '../../../lib/storage.ts';
import type { Attachment } from '../attachments/attachments-reducer.ts';
import { countBytes } from '../attachments/count-bytes.ts';
import type { DraftFile, FileDatabase } from './file-database.ts';
import { listAllFiles, listFiles, writeFiles } from './file-list.ts';
import type { FileEntry } from './file-list.ts';
import { createLostFiles } from './lost-files.ts';

/** The size of the stored files of an account. Further ones are lost by a reload. */
const bytesMax = 200 * 1024 * 1024;

/** Some browsers never open a damaged database. The draft opens without the files then. */
const loadTimeoutMs = 3000;

export interface DraftFiles {
  /**
   * The files of a draft, in order; null if it has none. Resolves to an empty list if they cannot be
   * loaded. They stay stored then. Never rejects.
   */
  read: (draftName: string) => Promise<Attachment[]> | null;
  /** Stores the files of a draft, in this order. */
  write: (draftName: string, attachments: readonly Attachment[]) => void;
  /** The files that `read` could not restore. The next call returns none of them again. */
  takeLost: (draftName: string) => FileEntry[];
  /** Removes the files of a draft that `read` could not load. */
  removeUnloaded: (draftName: string) => void;
  /** Whether another tab has removed or sent the files that this one has read or written. */
  areRemoved: (draftName: string) => boolean;
  /** Stores the files with the next `write` that another tab has removed. */
  forgetRemoved: (draftName: string) => void;
}

/** The files of a draft that this page has read or written. Another tab may have attached more. */
interface KnownFiles {
  attachments: readonly Attachment[];
  /** False if localStorage is full or blocked, or the files could not be stored. */
  areListed: boolean;
}

const noFiles: KnownFiles = { attachments: [], areListed: false };

/**
 * The files of the unsent messages and unpublished threads of an account. localStorage lists them with
 * their alt texts, which change often. IndexedDB stores them. Without either, content can still be sent.
 */
export function createDraftFiles(userId: string): DraftFiles {
  const known = new Map<string, KnownFiles>();
  const unstoredIds = new Set<string>();
  const unloadedIds = new Map<string, string[]>();
  const lost = createLostFiles(userId);
  const isUnstored = ({ id }: Attachment) => unstoredIds.has(id);
  const getKnown = (draftName: string) => known.get(draftName) ?? noFiles;
  const isOneListed = (draftName: string, attachments: readonly Attachment[]) =>
    listFiles(userId, draftName).some(({ id }) => attachments.some((file) => file.id === id));
  const areRemoved = (draftName: string) => {
    const { attachments, areListed } = getKnown(draftName);
    return areListed && !isOneListed(draftName, attachments);
  };
  /** Other tabs and later pages cannot load files that are not stored. */
  const unlist = (draftName: string, ids: readonly string[]) => {
    if (ids.length === 0) return;
    for (const id of ids) unstoredIds.add(id);
    removeFromList(userId, draftName, ids);
    const { attachments } = getKnown(draftName);
    known.set(draftName, { attachments, areListed: isOneListed(draftName, attachments) });
    lost.setUnstored(draftName, attachments.filter(isUnstored).map(toEntry));
  };
  return {
    read(draftName) {
      const listed = listFiles(userId, draftName);
      if (listed.length === 0) return null;
      return loadInTime(userId, draftName, listed).then((loaded) => {
        const attachments = loaded ?? [];
        lost.compare(draftName, listed, attachments);
        if (loaded === null) unloadedIds.set(draftName, collectIds(listed));
        else known.set(draftName, { attachments, areListed: loaded.length > 0 });
        return attachments;
      });
    },

    write(draftName, attachments) {
      const { attachments: before } = getKnown(draftName);
      if (attachments.length === 0) lost.setUnstored(draftName, []);
      if (isSameList(before, attachments)) return;
      const replacedIds = new Set([...before, ...attachments].map(({ id }) => id));
      const others = listFiles(userId, draftName).filter(({ id }) => !replacedIds.has(id));
      const added = attachments.filter(
        (attachment) => !before.some((stored) => hasSameFiles(stored, attachment)),
      );
      for (const { id } of added) unstoredIds.delete(id);
      lost.setUnstored(draftName, attachments.filter(isUnstored).map(toEntry));
      const files = attachments.filter((file) => !isUnstored(file)).map(toEntry);
      writeFiles(userId, draftName, [...others, ...files]);
      known.set(draftName, { attachments, areListed: isOneListed(draftName, attachments) });
      const isOneRemoved = before.some(({ id }) => !attachments.some((file) => file.id === id));
      if (added.length === 0 && !isOneRemoved) return;
      const stored = added.map((attachment) => ({ id: attachment.id, draftName, attachment }));
      void store(userId, stored).then((ids) => unlist(draftName, ids));
    },

    takeLost: (draftName) => lost.take(draftName),
    removeUnloaded: (draftName) => removeFiles(userId, draftName, unloadedIds.get(draftName) ?? []),
    areRemoved,
    forgetRemoved(draftName) {
      if (areRemoved(draftName)) known.delete(draftName);
    },
  };
}

/** Removes files of a draft: by default all, also those of other tabs. */
export function removeFiles(
  userId: string,
  draftName: string,
  ids: readonly string[] = collectIds(listFiles(userId, draftName)),
): void {
  if (ids.length === 0) return;
  removeFromList(userId, draftName, ids);
  void store(userId, []);
}

const collectIds = (files: readonly FileEntry[]): string[] => files.map(({ id }) => id);

function removeFromList(userId: string, draftName: string, ids: readonly string[]): void {
  const listed = listFiles(userId, draftName);
  const kept = listed.filter(({ id }) => !ids.includes(id));
  if (kept.length < listed.length) writeFiles(userId, draftName, kept);
}

const toEntry = ({ id, altText, focus, file }: Attachment): FileEntry => ({
  id,
  altText,
  ...(focus && { focus }),
  name: file.name,
});

const isSameList = (before: readonly Attachment[], after: readonly Attachment[]): boolean =>
  before.length === after.length &&
  before.every((attachment, index) => attachment === after[index]);

const hasSameFiles = (before: Attachment, after: Attachment): boolean =>
  before.id === after.id &&
  before.file === after.file &&
  before.edited === after.edited &&
  before.poster === after.poster &&
  before.captions === after.captions;

async function loadFiles(
  userId: string,
  draftName: string,
  listed: readonly FileEntry[],
): Promise<Attachment[]> {
  const stored = await withFiles(userId, ({ list }) => list());
  const attachmentsById = new Map(stored.map(({ id, attachment }) => [id, attachment]));
  const missingIds = collectIds(listed).filter((id) => !attachmentsById.has(id));
  removeFromList(userId, draftName, missingIds);
  return listed.flatMap(({ id, altText, focus }) => {
    const attachment = attachmentsById.get(id);
    return attachment ? [{ ...attachment, altText, ...(focus && { focus }) }] : [];
  });
}

/** Null if the files could not be loaded in time. */
async function loadInTime(
  userId: string,
  draftName: string,
  listed: readonly FileEntry[],
): Promise<Attachment[] | null> {
  const late = new Promise<null>((resolve) => {
    setTimeout(resolve, loadTimeoutMs, null);
  });
  return Promise.race([loadFiles(userId, draftName, listed), late]).catch(() => null);
}

/**
 * Stores files, and removes those that no draft lists. Resolves to the ids of the files that could
 * not be stored.
 */
async function store(userId: string, added: readonly DraftFile[]): Promise<string[]> {
  try {
    return await withFiles(userId, (database) => update(userId, database, added));
  } catch {
    // The browser forbids it, or the user has signed out. The files are lost by a reload.
    return added.map(({ id }) => id);
  }
}

/** Other tabs wait, so that none loads the files of a draft while they are being stored. */
function withFiles<Result>(
  userId: string,
  task: (database: FileDatabase) => Promise<Result>,
): Promise<Result> {
  return withLock(draftFilesDatabase(userId), {}, async () => {
    const { withFileDatabase } = await import('./file-database.ts');
    // Signing out deletes the database, which must not be created again. The check is directly before
    // opening it, because a database that is open is deleted once it is closed.
    if (getSessionUser()?.id !== userId) throw new Error('The user has signed out');
    return withFileDatabase(userId, task);
  });
}

async function update(
  userId: string,
  { list, put, remove }: FileDatabase,
  added: readonly DraftFile[],
): Promise<string[]> {
  const isListed = ({ id }: DraftFile) => listAllFiles(userId).has(id);
  let bytes = 0;
  for (const stored of await list()) {
    const isReplaced = added.some(({ id }) => id === stored.id);
    if (isReplaced || !isListed(stored)) await remove(stored.id);
    else bytes += countBytes([stored.attachment]);
  }
  const unstoredIds: string[] = [];
  for (const file of added.filter(isListed)) {
    const size = countBytes([file.attachment]);
    // A smaller file may still have space.
    const isStored =
      bytes + size <= bytesMax &&
      (await put(file).then(
        () => true,
        () => false,
      ));
    if (isStored) bytes += size;
    else unstoredIds.push(file.id);
  }
  return unstoredIds;
}
