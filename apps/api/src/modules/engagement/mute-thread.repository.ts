import { mutedThreadsMax } from '@skein/contracts/limits';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { lockedThread } from './locked-thread.queries.ts';

const { sql } = Prisma;

interface MutedThread {
  viewerId: string;
  threadId: string;
}

/**
 * Mutes or unmutes the conversation of a thread; false when the viewer may not see it. Beyond the
 * limit, the conversations that were muted first are unmuted.
 */
export async function setThreadMute(
  database: Database,
  { viewerId, threadId }: MutedThread,
  isMuted: boolean,
): Promise<boolean> {
  const viewer = sql`${viewerId}::uuid`;
  const root = sql`SELECT coalesce(root_id, id) AS id FROM thread`;
  const change = isMuted
    ? sql`
      changed AS (
        INSERT INTO thread_mutes (user_id, thread_id) SELECT ${viewer}, id FROM (${root}) root
        ON CONFLICT DO NOTHING
      ), removed AS (
        DELETE FROM thread_mutes WHERE user_id = ${viewer} AND EXISTS (SELECT FROM thread)
          AND thread_id IN (SELECT old.thread_id FROM thread_mutes old WHERE old.user_id = ${viewer}
            AND old.thread_id NOT IN (${root})
            ORDER BY old.created_at DESC, old.thread_id OFFSET ${mutedThreadsMax - 1}::int)
      )`
    : sql`
      changed AS (DELETE FROM thread_mutes WHERE user_id = ${viewer} AND thread_id IN (${root}))`;
  const rows = await database.query(sql`
    WITH ${lockedThread(viewerId, threadId, sql`, target.root_id`)}, ${change} SELECT id FROM thread`);
  return rows.length > 0;
}
