import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { InstalledPackage, PackageVersion } from './rules.ts';

/** All packages of the lockfile, for all platforms. */
export function readLockedPackages(root: string): PackageVersion[] {
  const text = readFileSync(path.join(root, 'pnpm-lock.yaml'), 'utf8');
  const section = /^packages:\n(.*?)^\S/ms.exec(text)?.[1] ?? '';
  return [...section.matchAll(/^ {2}'?(@?[^@'\s]+)@([^'\s(]+)'?:$/gm)].map(
    ([, name = '', version = '']) => ({ name, version }),
  );
}

/** All installed packages. */
export function readInstalledPackages(root: string): InstalledPackage[] {
  const store = path.join(root, 'node_modules/.pnpm');
  return readdirSync(store)
    .filter((entry) => /^@?[^@]+@/.test(entry))
    .map((entry) => readManifest(path.join(store, entry, 'node_modules', getName(entry))))
    .filter((manifest) => manifest !== null);
}

/** Parses `@scope+name@1.2.3_peers`. */
function getName(entry: string): string {
  return entry.slice(0, entry.indexOf('@', 1)).replace('+', '/');
}

function readManifest(directory: string): InstalledPackage | null {
  const file = path.join(directory, 'package.json');
  if (!existsSync(file)) return null;
  // Every published package has these fields; the license may be missing.
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as PackageVersion & {
    license?: unknown;
    licenses?: unknown;
  };
  const { name, version, license, licenses } = manifest;
  return { name, version, license: license ?? licenses };
}
