import type { Database } from '@skein/db';

/** Resolves when the database responds. */
export async function pingDatabase(database: Database): Promise<void> {
  await database.$queryRaw`SELECT 1`;
}
