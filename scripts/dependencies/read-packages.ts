import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { InstalledPackage, PackageVersion } from './judge.ts';

/** Every package that the lockfile names, for whatever machine. */
export function readLockedPackages(root: string): PackageVersion[] {
  const text = readFileSync(path.join(root, 'pnpm-lock.yaml'), 'utf8');
  const section = /^packages:\n(.*?)^\S/ms.exec(text)?.[1] ?? '';
  return [...section.matchAll(/^ {2}'?(@?[^@'\s]+)@([^'\s(]+)'?:$/gm)].map(
    ([, name = '', version = '']) => ({ name, version }),
  );
}

/** Every package that is installed here. */
export function readInstalledPackages(root: string): InstalledPackage[] {
  const store = path.join(root, 'node_modules/.pnpm');
  return readdirSync(store)
    .filter((entry) => /^@?[^@]+@/.test(entry))
    .map((entry) => readManifest(path.join(store, entry, 'node_modules', nameOf(entry))))
    .filter((manifest) => manifest !== null);
}

/** As in `@scope+name@1.2.3_peers`. */
function nameOf(entry: string): string {
  return entry.slice(0, entry.indexOf('@', 1)).replace('+', '/');
}

function readManifest(directory: string): InstalledPackage | null {
  const file = path.join(directory, 'package.json');
  if (!existsSync(file)) return null;
  // What every published package has; of the licence nothing is certain.
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as PackageVersion & {
    license?: unknown;
    licenses?: unknown;
  };
  const { name, version, license, licenses } = manifest;
  return { name, version, licence: license ?? licenses };
}
