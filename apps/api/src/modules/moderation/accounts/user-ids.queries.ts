import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';

const { sql } = Prisma;

/** Null if no account has this username. By an id, PostgreSQL knows which index is the fastest. */
export async function findIdByUsername(database: Database, name: string): Promise<string | null> {
  const username = name.trim().replace(/^@/, '').toLowerCase();
  const [user] = await database.query<{ id: string }>(sql`
    SELECT id FROM users WHERE username = ${username} AND deleted_at IS NULL`);
  return user?.id ?? null;
}
