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
import { createDiskSpace, readDisk } from '../../../platform/disk-space.ts';
import type { DiskSpace } from '../../../platform/disk-space.ts';
import { toStorageError } from '../../../platform/storage-error.ts';
import { isStorageKey, isStoredName, MediaStoreError } from './media-store.ts';
import type { ByteRange, MediaStore, StoredFile } from './media-store.ts';

const folderMode = 0o700;
const fileMode = 0o600;

/**
 * Stores media in a folder: `<root>/<first two characters of the key>/<key>/<file name>`, to limit
 * the size of folders. A file being written has a name that begins with a dot in its key's folder,
 * and is deleted with it. Only the server's account has access.
 */
export function createDiskMediaStore(
  root: string,
  diskSpace: DiskSpace = createDiskSpace({ directory: root, reserveBytes: 0, readDisk }),
): MediaStore {
  const folderPath = (key: string): string => {
    if (!isStorageKey(key)) throw new Error('Not a storage key.');
    return path.join(root, key.slice(0, 2), key);
  };
  const filePath = (key: string, fileName: string): string => {
    if (!isStoredName(key, fileName)) throw new Error('Not the name of a stored file.');
    return path.join(folderPath(key), fileName);
  };

  return {
    put: (key, fileName, content) =>
      mapStorageErrors(filePath(key, fileName), async (target) =>
        writeAtomically(target, await checkSpace(content, diskSpace)),
      ),
    putDeferred: (key, fileName, content) =>
      mapStorageErrors(filePath(key, fileName), async (target) => {
        const checked = await checkSpace(content, diskSpace);
        await (hasSyncCommand
          ? writeFile(target, checked, { mode: fileMode })
          : writeAtomically(target, checked));
      }),
    flush: async () => {
      // A single sync of the file system is much faster than one per file.
      if (hasSyncCommand) await promisify(execFile)('sync');
    },
    stat: (key, fileName) => statFile(filePath(key, fileName)),
    read: (key, fileName, range) => openFile(filePath(key, fileName), range),
    list: async (key) => {
      const names = (await nullIfMissing(readdir(folderPath(key)))) ?? [];
      return names.filter((name) => isStoredName(key, name));
    },
    removeFile: async (key, fileName) => rm(filePath(key, fileName), { force: true }),
    remove: (key) => rm(folderPath(key), { recursive: true, force: true }),
    check: () => requireWritable(root),
  };
}

async function requireWritable(root: string): Promise<void> {
  try {
    await ensureDirectory(path.dirname(root));
    await ensureDirectory(root, folderMode);
    await access(root, constants.W_OK);
    await restrictAccess(root);
  } catch (cause) {
    throw new MediaStoreError(
      `Media cannot be written to ${root}: make the account that runs Skein its owner, or set another MEDIA_STORE.`,
      { cause },
    );
  }
}

/** Other users of the machine cannot read the folder, also if the operator has created it. */
async function restrictAccess(root: string): Promise<void> {
  const { mode, uid } = await stat(root);
  const isOpen = (mode & 0o007) !== 0;
  if (isOpen && uid === process.getuid?.()) await chmod(root, mode & 0o770);
}

async function checkSpace(
  content: Uint8Array | Readable,
  diskSpace: DiskSpace,
): Promise<Uint8Array | AsyncIterable<Buffer>> {
  if (!(content instanceof Uint8Array)) return diskSpace.watch(content);
  await diskSpace.require(content.byteLength);
  return content;
}

/** The `sync` command; Node.js can only sync single files. */
const hasSyncCommand = process.platform !== 'win32';

async function mapStorageErrors(
  target: string,
  write: (target: string) => Promise<void>,
): Promise<void> {
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

/** Makes the rename durable, because the row that refers to the file will be. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder; its file system orders renames by itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function statFile(file: string): Promise<StoredFile | null> {
  const stats = await nullIfMissing(stat(file));
  return stats && { bytes: stats.size, modifiedAt: stats.mtime };
}

async function openFile(file: string, range?: ByteRange): Promise<Readable | null> {
  const handle = await nullIfMissing(open(file, 'r'));
  return handle?.createReadStream(range) ?? null;
}

async function nullIfMissing<Value>(reading: Promise<Value>): Promise<Value | null> {
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
