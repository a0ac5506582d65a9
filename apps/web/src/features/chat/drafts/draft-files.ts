import { withLock } from '../../../lib/lock.ts';
import { getSessionUser } from '../../../lib/session/index.ts';
import { messageFilesDatabase } from '../../../lib/storage.ts';
import { countBytes } from '../../composer/attachments/count-bytes.ts';
import type { Attachment } from '../model/conversation-state.ts';
import { emptyEntry, readEntry, writeEntry } from './draft-entries.ts';
import type { FileEntry } from './draft-entries.ts';
import type { FileDatabase, StoredFile } from './file-database.ts';
import { keyOf } from './sync-drafts.ts';

/** The size of the stored files of an account. Further ones are lost by a reload. */
const bytesMax = 200 * 1024 * 1024;

/** Some browsers never open a damaged database. The conversation opens without the files then. */
const loadTimeoutMs = 3000;

export interface DraftFiles {
  /** The files of a draft, which are to be uploaded; null if it has none. Never rejects. */
  read: (partnerId: string) => Promise<Attachment[]> | null;
  write: (partnerId: string, attachments: readonly Attachment[]) => void;
  /** Whether another tab has removed or sent the files that this one has read or written. */
  areRemoved: (partnerId: string) => boolean;
}

/** The files of a draft that this page has read or written. Another tab may have attached more. */
interface KnownFiles {
  attachments: readonly Attachment[];
  /** False if localStorage is full or blocked, or the files could not be stored. */
  areListed: boolean;
}

const noFiles: KnownFiles = { attachments: [], areListed: false };

/**
 * The files of the drafts of an account. localStorage lists them with their alt texts, which change
 * often. IndexedDB stores them. Without either, messages can still be sent.
 */
export function createDraftFiles(viewerId: string): DraftFiles {
  const known = new Map<string, KnownFiles>();
  const unstoredIds = new Set<string>();
  const knownOf = (partnerId: string) => known.get(partnerId) ?? noFiles;
  const isOneListed = (partnerId: string, attachments: readonly Attachment[]) =>
    listFiles(viewerId, partnerId).some(({ id }) => attachments.some((file) => file.id === id));
  /** Other tabs and later pages cannot load files that are not stored. */
  const unlist = (partnerId: string, ids: readonly string[]) => {
    if (ids.length === 0) return;
    for (const id of ids) unstoredIds.add(id);
    removeFromList(viewerId, partnerId, ids);
    const { attachments } = knownOf(partnerId);
    known.set(partnerId, { attachments, areListed: isOneListed(partnerId, attachments) });
  };
  return {
    read(partnerId) {
      const listed = listFiles(viewerId, partnerId);
      if (listed.length === 0) return null;
      return Promise.race([
        loadFiles(viewerId, partnerId, listed),
        rejectAfter(loadTimeoutMs),
      ]).then(
        (attachments) => {
          known.set(partnerId, { attachments, areListed: attachments.length > 0 });
          return attachments;
        },
        () => [],
      );
    },

    write(partnerId, attachments) {
      const { attachments: before } = knownOf(partnerId);
      if (isSameList(before, attachments)) return;
      const replacedIds = new Set([...before, ...attachments].map(({ id }) => id));
      const others = listFiles(viewerId, partnerId).filter(({ id }) => !replacedIds.has(id));
      const added = attachments.filter(
        (attachment) => !before.some((stored) => hasSameFiles(stored, attachment)),
      );
      for (const { id } of added) unstoredIds.delete(id);
      const files = attachments
        .filter(({ id }) => !unstoredIds.has(id))
        .map(({ id, altText }) => ({ id, altText }));
      writeFiles(viewerId, partnerId, [...others, ...files]);
      known.set(partnerId, { attachments, areListed: isOneListed(partnerId, attachments) });
      const isOneRemoved = before.some(({ id }) => !attachments.some((file) => file.id === id));
      if (added.length === 0 && !isOneRemoved) return;
      const stored = added.map((attachment) => ({ id: attachment.id, partnerId, attachment }));
      void store(viewerId, stored).then((ids) => unlist(partnerId, ids));
    },

    areRemoved(partnerId) {
      const { attachments, areListed } = knownOf(partnerId);
      return areListed && !isOneListed(partnerId, attachments);
    },
  };
}

/** Removes the files of a draft, also those of other tabs. */
export function removeFiles(viewerId: string, partnerId: string): void {
  if (listFiles(viewerId, partnerId).length === 0) return;
  writeFiles(viewerId, partnerId, []);
  void store(viewerId, []);
}

const listFiles = (viewerId: string, partnerId: string): readonly FileEntry[] =>
  readEntry(keyOf(viewerId, partnerId))?.files ?? [];

function writeFiles(viewerId: string, partnerId: string, files: readonly FileEntry[]): void {
  const key = keyOf(viewerId, partnerId);
  writeEntry(key, { ...(readEntry(key) ?? emptyEntry), files });
}

function removeFromList(viewerId: string, partnerId: string, ids: readonly string[]): void {
  const listed = listFiles(viewerId, partnerId);
  const kept = listed.filter(({ id }) => !ids.includes(id));
  if (kept.length < listed.length) writeFiles(viewerId, partnerId, kept);
}

const isSameList = (before: readonly Attachment[], after: readonly Attachment[]): boolean =>
  before.length === after.length &&
  before.every((attachment, index) => attachment === after[index]);

const hasSameFiles = (before: Attachment, after: Attachment): boolean =>
  before.id === after.id &&
  before.file === after.file &&
  before.edited === after.edited &&
  before.captions === after.captions;

async function loadFiles(
  viewerId: string,
  partnerId: string,
  listed: readonly FileEntry[],
): Promise<Attachment[]> {
  const stored = await withFiles(viewerId, ({ list }) => list());
  const attachmentsById = new Map(stored.map(({ id, attachment }) => [id, attachment]));
  const missingIds = listed.map(({ id }) => id).filter((id) => !attachmentsById.has(id));
  removeFromList(viewerId, partnerId, missingIds);
  return listed.flatMap(({ id, altText }) => {
    const attachment = attachmentsById.get(id);
    // The server deletes uploads that no message has used.
    return attachment ? [{ ...attachment, altText, mediaUrl: null }] : [];
  });
}

const rejectAfter = (ms: number): Promise<never> =>
  new Promise((_resolve, reject) => {
    setTimeout(reject, ms, new DOMException('The files could not be loaded', 'TimeoutError'));
  });

/**
 * Stores files, and removes those that no draft lists. Resolves to the ids of the files that could
 * not be stored.
 */
async function store(viewerId: string, added: readonly StoredFile[]): Promise<string[]> {
  try {
    return await withFiles(viewerId, (database) => update(viewerId, database, added));
  } catch {
    // The browser forbids it, or the user has signed out. The files are lost by a reload.
    return added.map(({ id }) => id);
  }
}

/** Other tabs wait, so that none loads the files of a draft while they are being stored. */
function withFiles<Result>(
  viewerId: string,
  task: (database: FileDatabase) => Promise<Result>,
): Promise<Result> {
  return withLock(messageFilesDatabase(viewerId), {}, async () => {
    const { withFileDatabase } = await import('./file-database.ts');
    // Signing out deletes the database, which must not be created again. The check is directly before
    // opening it, because a database that is open is deleted once it is closed.
    if (getSessionUser()?.id !== viewerId) throw new Error('The user has signed out');
    return withFileDatabase(viewerId, task);
  });
}

async function update(
  viewerId: string,
  { list, put, remove }: FileDatabase,
  added: readonly StoredFile[],
): Promise<string[]> {
  const isListed = ({ id, partnerId }: StoredFile) =>
    listFiles(viewerId, partnerId).some((file) => file.id === id);
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
