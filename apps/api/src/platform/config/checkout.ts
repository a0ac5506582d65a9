import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds all of Skein's code. Absolute. */
export const checkoutDirectory = fileURLToPath(new URL('../../..', import.meta.url));

/** The version of this Skein, as its manifest has it. */
export async function readVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(
    await readFile(path.join(checkoutDirectory, 'package.json'), 'utf8'),
  );
  return isObject(manifest) && typeof manifest['version'] === 'string' ? manifest['version'] : '';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
