import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  access,
  chmod,
  constants,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { ensureDirectory } from '../../../platform/ensure-directory.ts';
import { createDiskSpace } from '../../../platform/disk-space.ts';
import type { DiskSpace } from '../../../platform/disk-space.ts';
import { toStorageError } from '../../../platform/storage-error.ts';
import { isStorageKey, isStoredName, MediaStoreError } from './media-store.ts';
import type { ByteRange, MediaStore, StoredFile } from './media-store.ts';

const folderMode = 0o700;
const fileMode = 0o600;

/**
 * Keeps media in a folder: `<root>/<first two letters of the key>/<key>/<file name>`, so that
 * no folder gets too long. A file that is still being written has a name that begins with a
 * dot and lies in its key's folder, to be removed with it. Files and folders are open to the
 * server's account only.
 */
export function createDiskMediaStore(
  root: string,
  diskSpace: DiskSpace = createDiskSpace({ directory: root, reserveBytes: 0 }),
): MediaStore {
  const folderOf = (key: string): string => {
    if (!isStorageKey(key)) throw new Error('Not a storage key.');
    return path.join(root, key.slice(0, 2), key);
  };
  const fileOf = (key: string, fileName: string): string => {
    if (!isStoredName(key, fileName)) throw new Error('Not the name of a stored file.');
    return path.join(folderOf(key), fileName);
  };

  return {
    put: (key, fileName, content) =>
      keep(fileOf(key, fileName), async (target) =>
        writeAtomically(target, await withinSpace(content, diskSpace)),
      ),
    putQuickly: (key, fileName, content) =>
      keep(fileOf(key, fileName), async (target) => {
        const checked = await withinSpace(content, diskSpace);
        await (canSyncAll
          ? writeFile(target, checked, { mode: fileMode })
          : writeAtomically(target, checked));
      }),
    settle: async () => {
      // One for all is many times faster than one for each.
      if (canSyncAll) await promisify(execFile)('sync');
    },
    stat: (key, fileName) => statFile(fileOf(key, fileName)),
    read: (key, fileName, range) => openFile(fileOf(key, fileName), range),
    list: async (key) => {
      const names = (await unlessMissing(readdir(folderOf(key)))) ?? [];
      return names.filter((name) => isStoredName(key, name));
    },
    remove: (key) => rm(folderOf(key), { recursive: true, force: true }),
    check: () => requireWritable(root),
  };
}

async function requireWritable(root: string): Promise<void> {
  try {
    await ensureDirectory(path.dirname(root));
    await ensureDirectory(root, folderMode);
    await access(root, constants.W_OK);
    await closeToOthers(root);
  } catch (cause) {
    throw new MediaStoreError(
      `Media cannot be written to ${root}: give the folder to the server's account, or set MEDIA_STORE to another.`,
      { cause },
    );
  }
}

/** A folder that an earlier version made is open to every account of the machine. */
async function closeToOthers(root: string): Promise<void> {
  const { mode, uid } = await stat(root);
  const isOpen = (mode & 0o007) !== 0;
  if (isOpen && uid === process.getuid?.()) await chmod(root, mode & 0o770);
}

async function withinSpace(
  content: Uint8Array | Readable,
  diskSpace: DiskSpace,
): Promise<Uint8Array | AsyncIterable<Buffer>> {
  if (!(content instanceof Uint8Array)) return diskSpace.watch(content);
  await diskSpace.require(content.byteLength);
  return content;
}

/** By a program of the system: Node.js itself has nothing for more than one file. */
const canSyncAll = process.platform !== 'win32';

async function keep(target: string, write: (target: string) => Promise<void>): Promise<void> {
  try {
    await mkdir(path.dirname(target), { recursive: true, mode: folderMode });
    await write(target);
  } catch (error) {
    throw toStorageError(error);
  }
}

async function writeAtomically(
  target: string,
  content: Uint8Array | AsyncIterable<Buffer>,
): Promise<void> {
  const folder = path.dirname(target);
  const temporary = path.join(folder, `.${randomUUID()}`);
  try {
    const file = await open(temporary, 'wx', fileMode);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, target);
    await syncFolder(folder);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** The new name survives a power cut, too: the row that mentions it will. */
async function syncFolder(folder: string): Promise<void> {
  // Windows can't open a folder; its file system orders renames by itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function statFile(file: string): Promise<StoredFile | null> {
  const stats = await unlessMissing(stat(file));
  return stats && { bytes: stats.size, modifiedAt: stats.mtime };
}

async function openFile(file: string, range?: ByteRange): Promise<Readable | null> {
  const handle = await unlessMissing(open(file, 'r'));
  return handle?.createReadStream(range) ?? null;
}

async function unlessMissing<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading;
  } catch (error) {
    if (hasCode(error, ['ENOENT', 'ENOTDIR'])) return null;
    throw error;
  }
}

function hasCode(error: unknown, codes: readonly string[]): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    codes.includes(error.code)
  );
}
