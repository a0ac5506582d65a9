import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';

const { sql } = Prisma;

/** Resolves when the database responds. */
export async function pingDatabase(database: Database): Promise<void> {
  await database.query(sql`SELECT 1`);
}
