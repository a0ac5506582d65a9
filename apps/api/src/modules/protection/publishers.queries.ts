import type { UserRole } from '@skein/contracts/administration';
import type { Database } from '@skein/db';

/** The fields that decide whether an account has verified its address or is exempt. */
interface Publisher {
  role: UserRole;
  email: string | null;
  emailProvenAt: Date | null;
}

export function findPublisher(database: Database, userId: string): Promise<Publisher | null> {
  return database.user.findFirst({
    where: { id: userId },
    select: { role: true, email: true, emailProvenAt: true },
  });
}

/** When an author published the latest thread, reply or quote but `skip`, of those after an id. */
export async function findPublication(
  database: Database,
  authorId: string,
  { afterId, skip }: { afterId: string; skip: number },
): Promise<Date | undefined> {
  const row = await database.thread.findFirst({
    where: { authorId, id: { gt: afterId } },
    select: { createdAt: true },
    orderBy: { id: 'desc' },
    skip,
  });
  return row?.createdAt;
}
