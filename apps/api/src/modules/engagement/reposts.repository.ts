import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { dateOfId } from '../../platform/ids.ts';
import { canRepost } from '../../platform/visibility.queries.ts';
import { switchStatement } from './switch.queries.ts';
import type { Switched } from './switch.queries.ts';

const { sql } = Prisma;

export interface RepostChange {
  /** Of the repost that may be made. */
  id: string;
  viewerId: string;
  threadId: string;
  mayRemove: boolean;
  mayAdd: boolean;
}

interface SwitchedRepost extends Switched {
  /** What a private account wrote is reposted by that account alone. */
  isAllowed: boolean;
  wasReposted: boolean;
}

/**
 * Reposts a thread or takes the repost back, and does the same in the feed, where replies never
 * stand. Null where there is no thread. A repost with the id that is to be made is not taken back:
 * it was made by an earlier attempt of this very request.
 */
export async function changeRepost(
  database: Database,
  change: RepostChange,
): Promise<SwitchedRepost | null> {
  const [switched] = await database.$queryRaw<SwitchedRepost[]>(statement(change));
  return switched ?? null;
}

function statement({ id, viewerId, threadId, mayRemove, mayAdd }: RepostChange): Prisma.Sql {
  const own = sql`reposts.user_id = ${viewerId}::uuid AND reposts.thread_id`;
  return switchStatement({
    viewerId,
    threadId,
    counter: 'reposts_count',
    act: 'repost',
    columns: sql`, held.root_id, ${canRepost(viewerId, sql`author`)} AS is_allowed`,
    remove: mayRemove
      ? sql`DELETE FROM reposts USING thread
          WHERE ${own} = thread.id AND reposts.id <> ${id}::uuid RETURNING reposts.id`
      : null,
    add: mayAdd
      ? (unlessRemoved) => sql`
          INSERT INTO reposts (id, created_at, user_id, thread_id)
          SELECT ${id}::uuid, ${dateOfId(id)}, ${viewerId}::uuid, id FROM thread
          WHERE is_allowed AND ${unlessRemoved}
          ON CONFLICT DO NOTHING RETURNING id`
      : null,
    further: sql`, entered AS (
        INSERT INTO feed_entries (key, actor_id, thread_id)
        SELECT added.id, ${viewerId}::uuid, thread.id FROM added, thread WHERE thread.root_id IS NULL
      ), withdrawn AS (
        DELETE FROM feed_entries USING removed WHERE feed_entries.key = removed.id
      )`,
    answer: sql`, change.is_allowed AS "isAllowed",
      EXISTS (SELECT FROM reposts WHERE ${own} = change.id) AS "wasReposted"`,
  });
}
