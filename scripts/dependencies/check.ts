// `pnpm check:dependencies`: checks the lockfile for known bad versions and all licenses.
import { fileURLToPath } from 'node:url';
import { findKnownFault, findLicenseFault } from './rules.ts';
import { readInstalledPackages, readLockedPackages } from './read-packages.ts';

/** A lower number means that packages were not read. */
const fewestPackages = 300;

const root = fileURLToPath(new URL('../..', import.meta.url));
const locked = readLockedPackages(root);
const installed = readInstalledPackages(root);
const faults = [...locked.map(findKnownFault), ...installed.map(findLicenseFault)].filter(
  (fault) => fault !== null,
);
for (const fault of new Set(faults)) console.error(fault);

const isBlind = Math.min(locked.length, installed.length) < fewestPackages;
if (isBlind) console.error('Too few packages were found.');

console.log(
  `${locked.length} packages locked, ${installed.length} installed, ${faults.length} faults`,
);
process.exitCode = isBlind || faults.length > 0 ? 1 : 0;
