// `pnpm check:dependencies`: nothing known to be bad is in the lockfile, and what is installed may be used.
import { fileURLToPath } from 'node:url';
import { findKnownFault, findLicenceFault } from './judge.ts';
import { readInstalledPackages, readLockedPackages } from './read-packages.ts';

/** The least there can be; fewer were not read as they should have been. */
const fewestPackages = 300;

const root = fileURLToPath(new URL('../..', import.meta.url));
const locked = readLockedPackages(root);
const installed = readInstalledPackages(root);
const faults = [...locked.map(findKnownFault), ...installed.map(findLicenceFault)].filter(
  (fault) => fault !== null,
);
for (const fault of new Set(faults)) console.error(fault);

const isBlind = Math.min(locked.length, installed.length) < fewestPackages;
if (isBlind) console.error('Too few packages were found for this to be all of them.');

console.log(
  `${locked.length} packages locked, ${installed.length} installed, ${faults.length} faults`,
);
process.exitCode = isBlind || faults.length > 0 ? 1 : 0;
