import type { Database } from '@skein/db';

/** Null if no account has this username. By an id, PostgreSQL knows which index is the fastest. */
export async function findIdByUsername(database: Database, name: string): Promise<string | null> {
  const username = name.trim().replace(/^@/, '').toLowerCase();
  const user = await database.user.findFirst({
    where: { username, deletedAt: null },
    select: { id: true },
  });
  return user?.id ?? null;
}
