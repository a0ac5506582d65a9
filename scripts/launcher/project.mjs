import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const rootDir = fileURLToPath(new URL('../..', import.meta.url));

const nodeDir = join(rootDir, 'node_modules/node/bin');

/** The Node.js version that runs the product; the system's version only runs the launcher. */
export const nodePath = join(nodeDir, process.platform === 'win32' ? 'node.exe' : 'node');

/**
 * The environment of child processes: the project's Node.js and tools come first on the PATH.
 *
 * @returns {NodeJS.ProcessEnv}
 */
export function projectEnv() {
  const path = [nodeDir, join(rootDir, 'node_modules/.bin'), process.env.PATH];
  return { ...process.env, PATH: path.join(delimiter) };
}
