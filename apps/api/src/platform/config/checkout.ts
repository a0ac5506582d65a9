import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The absolute path of the project's root directory. */
export const checkoutDirectory = fileURLToPath(new URL('../../../../..', import.meta.url));

/** The version in the root `package.json`. */
export async function readVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(
    await readFile(path.join(checkoutDirectory, 'package.json'), 'utf8'),
  );
  return isObject(manifest) && typeof manifest['version'] === 'string' ? manifest['version'] : '';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
