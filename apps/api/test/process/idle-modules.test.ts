import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cloneDatabase } from '@skein/db/testing';
import type { TestDatabase } from '@skein/db/testing';
import type {} from '@skein/db/testing/global-setup';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { startProcess } from '../support/servers/server-process.ts';

const recordPackages = new URL('../support/servers/loaded-packages.ts', import.meta.url).href;

/**
 * The packages that an idle server has loaded. Each one uses memory permanently, some more than all
 * modules of Skein. Add a package only if most requests need it.
 */
const packagesAtStart = [
  'bcrypt',
  'bowser',
  'express',
  'helmet',
  'ipaddr.js',
  'jsonwebtoken',
  'lru-cache',
  'multer',
  'p-limit',
  'p-queue',
  'pino',
  'uuid',
  'zod',
];

let dataDirectory: string;
let database: TestDatabase;

beforeEach(async () => {
  dataDirectory = await mkdtemp(path.join(tmpdir(), 'skein-idle-'));
  database = await cloneDatabase(inject('templateUrl'));
});

afterEach(async () => {
  await database.drop();
  await rm(dataDirectory, { recursive: true, force: true });
});

it(
  'loads packages that few requests need only with the first such request',
  { timeout: 60_000 },
  async () => {
    const file = path.join(dataDirectory, 'packages');
    const server = startProcess({
      DATA_DIR: dataDirectory,
      DATABASE_URL: database.url,
      LOADED_PACKAGES_FILE: file,
      NODE_OPTIONS: `--import=${recordPackages}`,
    });
    await server.ready;
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);

    const loaded = (await readFile(file, 'utf8')).trim().split('\n');
    const direct = Object.keys(manifest.dependencies);
    expect(direct.filter((name) => loaded.includes(name))).toEqual(packagesAtStart);
    // `@skein/db` needs the schema engine only for migrations.
    expect(loaded).toContain('pg');
    expect(loaded).not.toContain('@prisma/schema-engine-wasm');
  },
);
