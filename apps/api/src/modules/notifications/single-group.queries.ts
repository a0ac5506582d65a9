import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { isInGroup } from './groups.queries.ts';
import { isVisible } from './notification-visibility.queries.ts';

const { sql } = Prisma;

/** Limits the duration of one statement. */
const deletionBatch = 5000;

/** FROM items: `latest`, a notification of the user, and `entry`, those of its group up to it. */
function getEntries(userId: string, id: string): Prisma.Sql {
  return sql`notifications latest JOIN notifications entry
      ON ${isInGroup(sql`entry`, sql`latest`)} AND entry.id <= latest.id
    WHERE latest.id = ${id}::uuid AND latest.recipient_id = ${userId}::uuid`;
}

/** The users who caused the events of a group, the latest first. */
export async function listGroupActorIds(
  database: Database,
  userId: string,
  { id, take }: { id: string; take: number },
): Promise<string[]> {
  const rows = await database.query<{ actorId: string }>(sql`
    SELECT entry.actor_id AS "actorId" FROM ${getEntries(userId, id)}
      AND entry.actor_id IS NOT NULL AND ${isVisible(userId, sql`entry`, 'include-filtered')}
    ORDER BY entry.id DESC LIMIT ${take}::int`);
  return rows.map(({ actorId }) => actorId);
}

/**
 * Deletes a batch of the group with this id, or of all notifications of the user; false when none is
 * left. Locks rows in id order, as all statements that delete notifications do.
 */
export async function deleteBatch(
  database: Database,
  userId: string,
  id: string | undefined,
): Promise<boolean> {
  const entries =
    id === undefined
      ? sql`notifications entry WHERE entry.recipient_id = ${userId}::uuid`
      : getEntries(userId, id);
  const count = await database.execute(sql`
    DELETE FROM notifications WHERE id IN (
      SELECT entry.id FROM ${entries}
      ORDER BY entry.id LIMIT ${deletionBatch}::int FOR UPDATE OF entry)`);
  return count === deletionBatch;
}
