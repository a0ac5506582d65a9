import { filteredSendersMax } from '@skein/contracts/limits';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { userColumns } from '../../users/index.ts';
import type { UserRow } from '../../users/index.ts';
import {
  enabledTypes,
  filteredTypes,
  hasFilters,
  hasHeld,
  isFiltered,
  isSubjectThreadVisible,
  isVisible,
} from '../notification-visibility.queries.ts';

const { sql } = Prisma;

/** Limits the cost when many notifications are filtered. */
const examinedPerType = 1000;

type FilteredSenderRow = UserRow & {
  count: number;
  firstAt: Date;
  latestAt: Date;
  threadId: string | null;
};

/** The senders of filtered notifications, the latest first, or one of them. */
export function listFilteredSenders(
  database: Database,
  recipientId: string,
  senderId: string | null = null,
): Promise<FilteredSenderRow[]> {
  return database.query<FilteredSenderRow>(sql`
    WITH ${enabledTypes(recipientId, filteredTypes)}, sent AS MATERIALIZED (
      SELECT entry.* FROM enabled CROSS JOIN LATERAL (
        SELECT id, actor_id, type, thread_id, created_at, is_held FROM notifications
        WHERE recipient_id = ${recipientId}::uuid AND type = enabled.type
        ORDER BY id DESC LIMIT ${examinedPerType}::int
      ) entry
      WHERE (${hasFilters(recipientId)} OR ${hasHeld(recipientId)}) AND (${senderId}::uuid IS NULL OR entry.actor_id = ${senderId}::uuid)
        AND ${isFiltered(recipientId, sql`entry`)}
        AND ${isVisible(recipientId, sql`entry`, 'include-filtered')}
        AND ${isSubjectThreadVisible(recipientId, sql`entry.thread_id`)}
    )
    SELECT ${userColumns(recipientId, sql`sender`)}, summary.count, summary."firstAt",
      summary."latestAt", summary."threadId"
    FROM (
      SELECT actor_id, count(*)::int AS count, min(created_at) AS "firstAt",
        max(created_at) AS "latestAt",
        (array_agg(thread_id ORDER BY id DESC) FILTER (WHERE thread_id IS NOT NULL))[1] AS "threadId"
      FROM sent GROUP BY actor_id
    ) summary JOIN users sender ON sender.id = summary.actor_id
    ORDER BY "latestAt" DESC, sender.id LIMIT ${filteredSendersMax}::int`);
}
