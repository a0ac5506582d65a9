import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodePath, rootDir } from './project.mjs';
import { runStep } from './run.mjs';

const stampPath = join(rootDir, 'node_modules/.skein-installed');

/**
 * Installs dependencies unless the manifests and the lockfile are unchanged since the last installation.
 *
 * @returns {Promise<boolean>} whether the dependencies are installed
 */
export async function install() {
  const currentFingerprint = fingerprint();
  const upToDate =
    existsSync(nodePath) &&
    existsSync(stampPath) &&
    readFileSync(stampPath, 'utf8') === currentFingerprint;
  if (upToDate) return true;
  const installed = await runStep(
    'Installing dependencies…',
    'npx',
    ['--yes', pnpmVersion(), 'install', '--frozen-lockfile'],
    // npx is a batch file on Windows and needs a shell.
    { env: process.env, shell: process.platform === 'win32' },
  );
  if (installed) writeFileSync(stampPath, currentFingerprint);
  return installed;
}

/** @returns {string} for example `pnpm@12.21.0`, without a checksum */
function pnpmVersion() {
  const manifest = /** @type {{ packageManager: string }} */ (
    JSON.parse(readFileSync(join(rootDir, 'package.json'), 'utf8'))
  );
  return manifest.packageManager.replace(/\+.*$/, '');
}

/** @returns {string} a hash of the inputs of an installation */
function fingerprint() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const path of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests()]) {
    hash.update(`\n${path}\n`).update(readFileSync(join(rootDir, path)));
  }
  return hash.digest('hex');
}

/** @returns {string[]} the manifests of the workspace, at most two levels deep */
function manifests() {
  const top = foldersIn('.');
  const paths = ['.', ...top, ...top.flatMap(foldersIn)]
    .map((folder) => join(folder, 'package.json'))
    .filter((path) => existsSync(join(rootDir, path)));
  // oxlint-disable-next-line unicorn/no-array-sort -- toSorted came with Node.js 20
  return paths.sort();
}

/** @param {string} folder */
function foldersIn(folder) {
  return readdirSync(join(rootDir, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map((entry) => join(folder, entry.name));
}
