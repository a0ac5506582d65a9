import { getSessionUser } from '../../../lib/session/index.ts';
import { countBytes } from '../../composer/attachments/count-bytes.ts';
import type { Attachment } from '../model/conversation-state.ts';
import { createQueue } from '../model/queue.ts';
import { emptyEntry, readEntry, writeEntry } from './draft-entries.ts';
import type { FileEntry } from './draft-entries.ts';
import type { FileDatabase, StoredFile } from './file-database.ts';
import { keyOf } from './sync-drafts.ts';

/** The size of the stored files of an account. Further ones are lost by a reload. */
const bytesMax = 200 * 1024 * 1024;

/** Some browsers never open a damaged database. The conversation opens without the files then. */
const loadTimeoutMs = 3000;

const enqueue = createQueue();

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
  /** False if localStorage is full or blocked. */
  areListed: boolean;
}

const noFiles: KnownFiles = { attachments: [], areListed: false };

/**
 * The files of the drafts of an account. localStorage lists them with their alt texts, which change
 * often. IndexedDB stores them. Without either, messages can still be sent.
 */
export function createDraftFiles(viewerId: string): DraftFiles {
  const known = new Map<string, KnownFiles>();
  const knownOf = (partnerId: string) => known.get(partnerId) ?? noFiles;
  const isOneListed = (partnerId: string, attachments: readonly Attachment[]) =>
    listFiles(viewerId, partnerId).some(({ id }) => attachments.some((file) => file.id === id));
  return {
    read(partnerId) {
      const listed = listFiles(viewerId, partnerId);
      if (listed.length === 0) return null;
      return Promise.race([loadFiles(viewerId, listed), rejectAfter(loadTimeoutMs)]).then(
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
      const files = attachments.map(({ id, altText }) => ({ id, altText }));
      writeFiles(viewerId, partnerId, [...others, ...files]);
      known.set(partnerId, { attachments, areListed: isOneListed(partnerId, attachments) });
      const added = attachments.filter(
        (attachment) => !before.some((stored) => hasSameFiles(stored, attachment)),
      );
      const isOneRemoved = before.some(({ id }) => !files.some((file) => file.id === id));
      if (added.length === 0 && !isOneRemoved) return;
      store(
        viewerId,
        added.map((attachment) => ({ id: attachment.id, partnerId, attachment })),
      );
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
  store(viewerId, []);
}

const listFiles = (viewerId: string, partnerId: string): readonly FileEntry[] =>
  readEntry(keyOf(viewerId, partnerId))?.files ?? [];

function writeFiles(viewerId: string, partnerId: string, files: readonly FileEntry[]): void {
  const key = keyOf(viewerId, partnerId);
  writeEntry(key, { ...(readEntry(key) ?? emptyEntry), files });
}

const isSameList = (before: readonly Attachment[], after: readonly Attachment[]): boolean =>
  before.length === after.length &&
  before.every((attachment, index) => attachment === after[index]);

const hasSameFiles = (before: Attachment, after: Attachment): boolean =>
  before.id === after.id &&
  before.file === after.file &&
  before.edited === after.edited &&
  before.captions === after.captions;

async function loadFiles(viewerId: string, listed: readonly FileEntry[]): Promise<Attachment[]> {
  const { withFileDatabase } = await import('./file-database.ts');
  const stored = await withFileDatabase(viewerId, ({ list }) => list());
  const attachmentsById = new Map(stored.map(({ id, attachment }) => [id, attachment]));
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

/** Stores files, and removes those that no draft lists. */
function store(viewerId: string, added: readonly StoredFile[]): void {
  void enqueue(viewerId, async () => {
    // Signing out has deleted the database.
    if (getSessionUser()?.id !== viewerId) return;
    try {
      const { withFileDatabase } = await import('./file-database.ts');
      await withFileDatabase(viewerId, (database) => update(viewerId, database, added));
    } catch {
      // The browser forbids it. The files are lost by a reload.
    }
  });
}

async function update(
  viewerId: string,
  { list, put, remove }: FileDatabase,
  added: readonly StoredFile[],
): Promise<void> {
  const isListed = ({ id, partnerId }: StoredFile) =>
    listFiles(viewerId, partnerId).some((file) => file.id === id);
  let bytes = 0;
  for (const stored of await list()) {
    const isReplaced = added.some(({ id }) => id === stored.id);
    if (isReplaced || !isListed(stored)) await remove(stored.id);
    else bytes += countBytes([stored.attachment]);
  }
  for (const file of added.filter(isListed)) {
    const size = countBytes([file.attachment]);
    if (bytes + size > bytesMax) continue;
    // A smaller file may still have space.
    const isStored = await put(file).then(
      () => true,
      () => false,
    );
    if (isStored) bytes += size;
  }
}
