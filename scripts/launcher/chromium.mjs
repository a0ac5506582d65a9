import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installChromium } from './install-chromium.mjs';

/** The headless shell is the same engine without a user interface: journeys take a third less time. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/**
 * @returns {Promise<string | undefined>} the browser for the journeys: CHROMIUM_PATH, one on the PATH,
 *   or one from npm
 */
export async function findChromium() {
  const { CHROMIUM_PATH: configured, PATH: path = '' } = process.env;
  if (configured) return configured;
  const candidates = path.split(delimiter).flatMap((dir) => names.map((name) => join(dir, name)));
  const found = candidates.find(isExecutable) ?? (await installChromium());
  return found && canStart(found) ? found : undefined;
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether it runs on this system; the one from npm does not run on Alpine Linux.
 *
 * @param {string} path
 */
function canStart(path) {
  return spawnSync(path, ['--no-sandbox', '--version'], { stdio: 'ignore' }).status === 0;
}
