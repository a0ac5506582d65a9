import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MigrationList, SchemasContainer } from '@prisma/schema-engine-wasm/schema_engine_bg';

/** One directory of `migrations/` in Prisma's layout: the name begins with a timestamp. */
export interface LocalMigration {
  name: string;
  script: string;
  /** The checksum that Prisma records to detect later edits. */
  checksum: string;
}

export const migrationsDirectory = join(import.meta.dirname, '..', 'migrations');
export const schemaDirectory = join(import.meta.dirname, '..', 'schema');

const scriptName = 'migration.sql';
const lockfileName = 'migration_lock.toml';

/** The migrations of a directory, oldest first. */
export function readMigrations(directory: string): LocalMigration[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(directory, entry.name, scriptName)))
    .map((entry) => entry.name)
    .toSorted()
    .map((name) => {
      const script = readText(join(directory, name, scriptName));
      return { name, script, checksum: createHash('sha256').update(script).digest('hex') };
    });
}

/** Converts migrations to the format of Prisma's engine. */
export function toMigrationList(directory: string, migrations: LocalMigration[]): MigrationList {
  return {
    baseDir: directory,
    lockfile: { path: lockfileName, content: readText(join(directory, lockfileName)) },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, script }) => ({
      path: name,
      migrationFile: { path: scriptName, content: { tag: 'ok', value: script } },
    })),
  };
}

/** The files of the Prisma schema. */
export function readSchema(directory: string): SchemasContainer {
  const files = readdirSync(directory)
    .filter((name) => name.endsWith('.prisma'))
    .toSorted()
    .map((name) => ({ path: join(directory, name), content: readText(join(directory, name)) }));
  return { files };
}

// A checkout on Windows may convert line endings, which is not an edit.
function readText(path: string): string {
  return readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
}
