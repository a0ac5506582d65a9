import { chmod, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Makes a folder and those above it, unless they are there. Not by Node's own `recursive`, which
 * never returns where the system makes the folders itself, such as below /proc. New folders have
 * exactly this mode, which the process's umask does not reduce; without one, the umask decides.
 * @throws the system's error where there can be none
 */
export async function ensureDirectory(folder: string, mode?: number): Promise<void> {
  const error = await tryToMake(folder, mode);
  if (error?.code === 'ENOENT' && path.dirname(folder) !== folder) {
    await ensureDirectory(path.dirname(folder), mode);
    const again = await tryToMake(folder, mode);
    if (again !== undefined && !(await isFolder(folder))) throw again;
    return;
  }
  if (error !== undefined && !(await isFolder(folder))) throw error;
}

async function tryToMake(
  folder: string,
  mode?: number,
): Promise<NodeJS.ErrnoException | undefined> {
  try {
    await mkdir(folder, { mode });
    if (mode !== undefined) await chmod(folder, mode);
    return undefined;
  } catch (error) {
    // The file system throws nothing else.
    return error as NodeJS.ErrnoException;
  }
}

async function isFolder(folder: string): Promise<boolean> {
  return stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
