// pnpm migration:retry NAME: marks a failed migration so that the next start applies it again.
// Uses DATABASE_DIRECT_URL or DATABASE_URL, or the embedded database of DATA_DIR, which must not be in use.
import { join } from 'node:path';
import { defaultDataDir, startEmbeddedPostgres } from '../embedded/index.ts';
import { withEngine } from '../migration/engine.ts';

const migrationName = process.argv.slice(2).find((argument) => argument !== '--');
if (migrationName === undefined) {
  console.error('Name the migration: pnpm --filter @skein/db migration:retry 20260101120000_name');
  process.exit(1);
}

const { DATABASE_DIRECT_URL: directUrl = '', DATABASE_URL: pooledUrl = '' } = process.env;
const url = directUrl === '' ? pooledUrl : directUrl;
if (url !== '') {
  await markRolledBack(url, migrationName);
} else {
  const checkout = join(import.meta.dirname, '..', '..');
  const dataDir = process.env['DATA_DIR'] ?? defaultDataDir(checkout);
  const database = await startEmbeddedPostgres({ dataDir, log: console.log });
  try {
    await markRolledBack(database.url, migrationName);
  } finally {
    await database.stop();
  }
}

async function markRolledBack(databaseUrl: string, name: string): Promise<void> {
  await withEngine(databaseUrl, (engine) =>
    engine.markMigrationRolledBack({ migrationName: name }),
  );
  console.log(`The next start applies ${name} again.`);
}
