import { Prisma } from '@skein/db';
import type { Transaction } from '@skein/db';
import { enqueueLike } from '../../domain/events/federation-writer.queries.ts';
import { toggleStatement } from './toggle.queries.ts';
import type { ToggleResult } from './toggle.queries.ts';

const { sql } = Prisma;

interface LikeOrBookmarkToggle {
  table: 'likes' | 'bookmarks';
  viewerId: string;
  threadId: string;
  /** Undefined to toggle. */
  on: boolean | undefined;
  /** Whether the other server learns of a like. */
  isFederated?: boolean;
}

/** Adds or removes a like or bookmark; null when the viewer may not see the thread. */
export async function toggleLikeOrBookmark(
  database: Pick<Transaction, 'query'>,
  change: LikeOrBookmarkToggle,
): Promise<ToggleResult | null> {
  const [toggled] = await database.query<ToggleResult>(statement(change));
  return toggled ?? null;
}

function statement({
  table,
  viewerId,
  threadId,
  on,
  isFederated,
}: LikeOrBookmarkToggle): Prisma.Sql {
  const name = Prisma.raw(table);
  return toggleStatement({
    viewerId,
    threadId,
    counter: `${table}_count`,
    ...(table === 'likes' && { notificationType: 'like' }),
    ...(table === 'likes' &&
      isFederated && {
        ctes: sql`, federated AS (${enqueueLike('like', viewerId, sql`added`)}),
          unfederated AS (${enqueueLike('undoLike', viewerId, sql`removed`)})`,
      }),
    remove:
      on === true
        ? null
        : sql`DELETE FROM ${name} USING thread
            WHERE user_id = ${viewerId}::uuid AND thread_id = thread.id RETURNING thread_id AS id`,
    add:
      on === false
        ? null
        : (isNotRemoved) => sql`
            INSERT INTO ${name} (user_id, thread_id)
            SELECT ${viewerId}::uuid, id FROM thread WHERE ${isNotRemoved}
            ON CONFLICT DO NOTHING RETURNING thread_id AS id`,
  });
}
