import type { UserRole } from '@skein/contracts/administration';
import { Prisma, queryRows } from '@skein/db';
import type { Database } from '@skein/db';

const { sql } = Prisma;

/** The fields that decide whether an account has verified its address or is exempt. */
interface Publisher {
  role: UserRole;
  email: string;
  emailProvenAt: Date | null;
}

export async function findPublisher(
  database: Database,
  userId: string,
): Promise<Publisher | undefined> {
  const [publisher] = await queryRows<Publisher>(
    database,
    sql`SELECT role::text AS role, email, email_proven_at AS "emailProvenAt"
      FROM users WHERE id = ${userId}::uuid`,
  );
  return publisher;
}

/** When an author published the latest thread, reply or quote but `skip`, of those after an id. */
export async function findPublication(
  database: Database,
  authorId: string,
  { afterId, skip }: { afterId: string; skip: number },
): Promise<Date | undefined> {
  const [row] = await queryRows<{ createdAt: Date }>(
    database,
    sql`SELECT created_at AS "createdAt" FROM threads
      WHERE author_id = ${authorId}::uuid AND id > ${afterId}::uuid
      ORDER BY id DESC OFFSET ${skip}::int LIMIT 1`,
  );
  return row?.createdAt;
}
