import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { dateOfId } from '../../platform/ids.ts';
import { canRepost } from '../../domain/visibility.queries.ts';
import { enqueueRepost } from '../../domain/events/federation-writer.queries.ts';
import { toggleStatement } from './toggle.queries.ts';
import type { ToggleResult } from './toggle.queries.ts';

const { sql } = Prisma;

export interface RepostToggle {
  /** The id of a new repost. */
  id: string;
  viewerId: string;
  threadId: string;
  mayRemove: boolean;
  mayAdd: boolean;
  isFederated: boolean;
}

export interface RepostToggleResult extends ToggleResult {
  /** Whether `canRepost`. */
  isAllowed: boolean;
  wasReposted: boolean;
  removedId: string | null;
}

/**
 * Adds or removes a repost and its feed entry; replies get no feed entry. Null when the viewer may not
 * see the thread. Does not remove a repost with the new id: an earlier attempt of the same request
 * created it.
 */
export async function toggleRepost(
  database: Database,
  change: RepostToggle,
): Promise<RepostToggleResult | null> {
  const [toggled] = await database.query<RepostToggleResult>(statement(change));
  return toggled ?? null;
}

/** The viewer's repost of a thread. */
export async function findOwnRepost(
  database: Database,
  userId: string,
  threadId: string,
): Promise<{ id: string; createdAt: Date } | null> {
  return database.repost.findFirst({
    where: { userId, threadId },
    select: { id: true, createdAt: true },
  });
}

/** The reposted thread; null if there is no repost with this id. */
export async function findRepostedThreadId(database: Database, id: string): Promise<string | null> {
  const repost = await database.repost.findFirst({ where: { id }, select: { threadId: true } });
  return repost?.threadId ?? null;
}

function statement(toggle: RepostToggle): Prisma.Sql {
  const { id, viewerId, threadId, mayRemove, mayAdd, isFederated } = toggle;
  const federated = sql`, federated AS (${enqueueRepost('repost', viewerId, sql`added`)}),
    unfederated AS (${enqueueRepost('undoRepost', viewerId, sql`removed`)})`;
  const own = sql`reposts.user_id = ${viewerId}::uuid AND reposts.thread_id`;
  return toggleStatement({
    viewerId,
    threadId,
    counter: 'reposts_count',
    notificationType: 'repost',
    columns: sql`, target.root_id, ${canRepost(viewerId, { thread: sql`target`, author: sql`author` })} AS is_allowed`,
    remove: mayRemove
      ? sql`DELETE FROM reposts USING thread
          WHERE ${own} = thread.id AND reposts.id <> ${id}::uuid RETURNING reposts.id`
      : null,
    add: mayAdd
      ? (isNotRemoved) => sql`
          INSERT INTO reposts (id, created_at, user_id, thread_id)
          SELECT ${id}::uuid, ${dateOfId(id)}, ${viewerId}::uuid, id FROM thread
          WHERE is_allowed AND ${isNotRemoved}
          ON CONFLICT DO NOTHING RETURNING id`
      : null,
    ctes: sql`, entered AS (
        INSERT INTO feed_entries (key, actor_id, thread_id)
        SELECT added.id, ${viewerId}::uuid, thread.id FROM added, thread WHERE thread.root_id IS NULL
      ), withdrawn AS (
        DELETE FROM feed_entries USING removed WHERE feed_entries.key = removed.id
      )${isFederated ? federated : Prisma.empty}`,
    resultColumns: sql`, (SELECT id FROM removed) AS "removedId", change.is_allowed AS "isAllowed",
      EXISTS (SELECT FROM reposts WHERE ${own} = change.id) AS "wasReposted"`,
  });
}
