import { startApi, type ApiOptions } from './servers.ts';
import { queryDatabase, type VolumeDatabase } from './volume-database.ts';

/**
 * Copies the seeded database and starts the server once, which applies the migrations that the
 * checkout has in addition. Returns the address.
 */
export async function prepareCopy(
  database: Pick<VolumeDatabase, 'copy' | 'dataDirectory'>,
  name: string,
  options: ApiOptions,
  log: (line: string) => void,
): Promise<string> {
  const url = await database.copy(name);
  const before = await countMigrations(url);
  const api = await startApi(url, database.dataDirectory, options);
  await api.stop();
  if ((await countMigrations(url)) > before) {
    log('Vacuuming the database after its migrations.');
    await queryDatabase(url, 'VACUUM (ANALYZE)');
  }
  return url;
}

async function countMigrations(url: string): Promise<number> {
  const [row] = await queryDatabase<{ count: number }>(
    url,
    'SELECT count(*)::int AS count FROM _prisma_migrations',
  );
  return row?.count ?? 0;
}
