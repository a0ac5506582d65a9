// pnpm migration:new -- NAME: writes the difference between schema/ and migrations/ as a new migration.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { startEmbeddedPostgres } from '../embedded/index.ts';
import { withEngine } from '../migration/engine.ts';
import {
  migrationsDirectory,
  readMigrations,
  readSchema,
  schemaDirectory,
  toMigrationList,
} from '../migration/files.ts';
import { makeTemporaryDirectory } from '../testing/temporary-directory.ts';

const name = process.argv.slice(2).find((argument) => argument !== '--');
if (name === undefined || !/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error('Name the migration in snake_case: pnpm migration:new -- add_thread_topics');
  process.exit(1);
}

const script = await diffAgainstSchema();
if (script === '') {
  console.log('The migrations already match schema/.');
} else {
  const directory = join(migrationsDirectory, `${timestamp()}_${name}`);
  mkdirSync(directory);
  writeFileSync(join(directory, 'migration.sql'), script);
  console.log(`Wrote ${relative(process.cwd(), directory)}/migration.sql`);
  console.log('Add what the schema cannot express: CHECK constraints, partial indexes.');
}

async function diffAgainstSchema(): Promise<string> {
  const scratch = makeTemporaryDirectory('skein-migration-');
  try {
    const database = await startEmbeddedPostgres({
      dataDir: scratch,
      log: () => undefined,
      durability: 'throw-away',
    });
    try {
      return await diff(database.url);
    } finally {
      await database.stop();
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function diff(url: string): Promise<string> {
  const migrations = toMigrationList(migrationsDirectory, readMigrations(migrationsDirectory));
  const { exitCode, stdout } = await withEngine(url, (engine) =>
    engine.diff({
      from: { tag: 'migrations', ...migrations },
      to: { tag: 'schemaDatamodel', ...readSchema(schemaDirectory) },
      script: true,
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    }),
  );
  const differenceFound = 2;
  return exitCode === differenceFound ? (stdout ?? '') : '';
}

function timestamp(): string {
  return new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
}
