import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { switchStatement } from './switch.queries.ts';
import type { Switched } from './switch.queries.ts';

const { sql } = Prisma;

interface MarkChange {
  table: 'likes' | 'bookmarks';
  viewerId: string;
  threadId: string;
  /** Undefined to switch. */
  on: boolean | undefined;
}

/** Likes or bookmarks a thread, or takes that back; null where there is no thread. */
export async function changeMark(database: Database, change: MarkChange): Promise<Switched | null> {
  const [switched] = await database.$queryRaw<Switched[]>(statement(change));
  return switched ?? null;
}

function statement({ table, viewerId, threadId, on }: MarkChange): Prisma.Sql {
  const name = Prisma.raw(table);
  return switchStatement({
    viewerId,
    threadId,
    counter: `${table}_count`,
    ...(table === 'likes' && { act: 'like' }),
    remove:
      on === true
        ? null
        : sql`DELETE FROM ${name} USING thread
            WHERE user_id = ${viewerId}::uuid AND thread_id = thread.id RETURNING thread_id AS id`,
    add:
      on === false
        ? null
        : (unlessRemoved) => sql`
            INSERT INTO ${name} (user_id, thread_id)
            SELECT ${viewerId}::uuid, id FROM thread WHERE ${unlessRemoved}
            ON CONFLICT DO NOTHING RETURNING thread_id AS id`,
  });
}
