import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const rootDir = fileURLToPath(new URL('../..', import.meta.url));

const nodeDir = join(rootDir, 'node_modules/node/bin');

/** The Node.js that the product runs on; the machine's own only starts the launcher. */
export const nodePath = join(nodeDir, process.platform === 'win32' ? 'node.exe' : 'node');

/**
 * The environment of everything the launcher starts: the project's Node.js and tools come first.
 *
 * @returns {NodeJS.ProcessEnv}
 */
export function projectEnv() {
  const path = [nodeDir, join(rootDir, 'node_modules/.bin'), process.env.PATH];
  return { ...process.env, PATH: path.join(delimiter) };
}
