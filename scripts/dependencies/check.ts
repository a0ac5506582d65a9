// `pnpm check:dependencies`: checks the lockfile for known bad versions and all licenses.
import { fileURLToPath } from 'node:url';
import { findKnownFault, findLicenseFault } from './rules.ts';
import { readInstalledPackages, readLockedPackages } from './read-packages.ts';

/** A lower number means that packages were not read. */
const packagesMin = 300;

const root = fileURLToPath(new URL('../..', import.meta.url));
const locked = readLockedPackages(root);
const installed = readInstalledPackages(root);
const problems = [...locked.map(findKnownFault), ...installed.map(findLicenseFault)].filter(
  (problem) => problem !== null,
);
for (const problem of new Set(problems)) console.error(problem);

const isIncomplete = Math.min(locked.length, installed.length) < packagesMin;
if (isIncomplete) console.error('Too few packages were found.');

console.log(
  `${locked.length} packages locked, ${installed.length} installed, ${problems.length} faults`,
);
process.exitCode = isIncomplete || problems.length > 0 ? 1 : 0;
