import { access, constants } from 'node:fs/promises';
import { ensureDirectory } from '../ensure-directory.ts';
import { ConfigurationError } from './env.ts';

/**
 * Others can pass through it but not list it: PostgreSQL runs as another user when Skein runs as
 * root. The folders in it are closed to others.
 */
const dataDirectoryMode = 0o711;

/**
 * Makes the folder that everything is kept in, unless it is there.
 * @throws ConfigurationError when nothing can be kept in it
 */
export async function prepareDataDirectory(directory: string): Promise<void> {
  try {
    await ensureDirectory(directory, dataDirectoryMode);
    await access(directory, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new ConfigurationError(
      `DATA_DIR: ${directory} is no folder that may be written to; give it to the account that runs Skein, or name another`,
      { cause },
    );
  }
}
