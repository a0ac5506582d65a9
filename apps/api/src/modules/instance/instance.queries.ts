import type { Database } from '@skein/db';

/** Resolves when the database answers; rejects with whatever is in the way. */
export async function askDatabase(database: Database): Promise<void> {
  await database.$queryRaw`SELECT 1`;
}
