import { chmod, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Creates a directory and its parents if they are missing. Does not use the `recursive` option of
 * Node.js, which never returns in some places, such as below /proc. New directories get exactly
 * `mode`, regardless of the umask; without `mode`, the umask applies.
 * @throws the system error when the directory cannot be created
 */
export async function ensureDirectory(directory: string, mode?: number): Promise<void> {
  const error = await tryToCreate(directory, mode);
  if (error?.code === 'ENOENT' && path.dirname(directory) !== directory) {
    await ensureDirectory(path.dirname(directory), mode);
    const again = await tryToCreate(directory, mode);
    if (again !== undefined && !(await isDirectory(directory))) throw again;
    return;
  }
  if (error !== undefined && !(await isDirectory(directory))) throw error;
}

async function tryToCreate(
  directory: string,
  mode?: number,
): Promise<NodeJS.ErrnoException | undefined> {
  try {
    await mkdir(directory, { mode });
    if (mode !== undefined) await chmod(directory, mode);
    return undefined;
  } catch (error) {
    // File system functions throw nothing else.
    return error as NodeJS.ErrnoException;
  }
}

async function isDirectory(directory: string): Promise<boolean> {
  return stat(directory).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
