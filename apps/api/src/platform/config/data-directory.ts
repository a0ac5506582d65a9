import { access, constants } from 'node:fs/promises';
import { ensureDirectory } from '../ensure-directory.ts';
import { ConfigurationError } from './env.ts';

/**
 * Other users can enter but not list it, because PostgreSQL runs as another user when Skein runs as
 * root. Its subdirectories are not accessible to others.
 */
const dataDirectoryMode = 0o711;

/**
 * Creates the data directory if it is missing.
 * @throws ConfigurationError when it cannot be created or written to
 */
export async function prepareDataDirectory(directory: string): Promise<void> {
  try {
    await ensureDirectory(directory, dataDirectoryMode);
    await access(directory, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new ConfigurationError(
      `DATA_DIR: ${directory} is not a writable folder; make the account that runs Skein its owner, or set another folder`,
      { cause },
    );
  }
}
