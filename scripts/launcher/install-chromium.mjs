import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { rootDir } from './project.mjs';
import { runStep } from './run.mjs';

// Outside of the workspace: only machines without a browser download it (66 MB).
const packageDir = join(rootDir, 'e2e/browser');
const archivesDir = join(packageDir, 'node_modules/@sparticuz/chromium/bin');
const unpackedDir = join(packageDir, 'node_modules/.chromium');
const launcherPath = join(unpackedDir, 'launch.sh');

/**
 * Installs Chromium from the npm registry. The package is made for AWS Lambda and includes the
 * libraries and a font, which a machine without a browser may lack.
 *
 * @returns {Promise<string | undefined>} its path, `undefined` if there is none for this machine
 */
export async function installChromium() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund'];
  const lockPath = join(packageDir, 'node_modules/.package-lock.json');
  if (existsSync(launcherPath) && existsSync(lockPath)) return launcherPath;
  const installed = await runStep('Installing Chromium…', 'npm', ['ci', ...flags], {
    cwd: packageDir,
  });
  if (!installed) return undefined;
  await unpack();
  return launcherPath;
}

async function unpack() {
  // An interrupted attempt must not look complete.
  const unfinishedDir = `${unpackedDir}.unfinished`;
  await rm(unfinishedDir, { recursive: true, force: true });
  await mkdir(unfinishedDir, { recursive: true });
  const browserPath = join(unfinishedDir, 'chromium');
  await pipeline(read('chromium.br'), createBrotliDecompress(), createWriteStream(browserPath));
  await chmod(browserPath, 0o755);
  await unpackTar('al2023.tar.br', join(unfinishedDir, 'system'));
  await unpackTar('fonts.tar.br', join(unfinishedDir, 'fonts'));
  await writeFile(join(unfinishedDir, 'fonts.conf'), fontsConfig);
  await writeFile(join(unfinishedDir, 'launch.sh'), launcher, { mode: 0o755 });
  await rm(unpackedDir, { recursive: true, force: true });
  await rename(unfinishedDir, unpackedDir);
}

/** @param {string} archive */
const read = (archive) => createReadStream(join(archivesDir, archive));

/**
 * @param {string} archive
 * @param {string} directory
 */
async function unpackTar(archive, directory) {
  await mkdir(directory);
  const tar = spawn('tar', ['-x', '--no-same-owner', '-C', directory], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const exit = once(tar, 'exit');
  await pipeline(read(archive), createBrotliDecompress(), tar.stdin);
  await exit;
  if (tar.exitCode !== 0)
    throw new Error(`tar failed with exit code ${tar.exitCode} for ${archive}`);
}

const launcher = `#!/bin/sh
export LD_LIBRARY_PATH='${unpackedDir}/system/lib'
export FONTCONFIG_FILE='${unpackedDir}/fonts.conf'
exec '${unpackedDir}/chromium' "$@"
`;

const fontsConfig = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${unpackedDir}/fonts</dir>
  <cachedir>${unpackedDir}/fonts-cache</cachedir>
</fontconfig>
`;
