import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** @returns {string | undefined} the browser for the journeys: CHROMIUM_PATH or one on the PATH */
export function findChromium() {
  const { CHROMIUM_PATH: configured, PATH: path = '' } = process.env;
  if (configured) return configured;
  const candidates = path.split(delimiter).flatMap((dir) => names.map((name) => join(dir, name)));
  return candidates.find(isExecutable);
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
