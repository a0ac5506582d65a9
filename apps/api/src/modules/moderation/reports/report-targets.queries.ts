import type { ReportTargetType } from '@skein/contracts/moderation';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import type { Viewer } from '../../../platform/viewer.ts';
import { canSee, canSeeProfile, isBlockedBy } from '../../../domain/visibility.queries.ts';

const { sql } = Prisma;

const groupMessagesMax = 20;

export interface ReportTarget {
  /** Null for a group, and when the author's account is deleted. */
  authorId: string | null;
  /** The last messages of a group that the reporter sees, for moderators. */
  messageIds?: string[];
}

/** The target of a report; null when the reporter cannot see it. */
export async function findReportTarget(
  database: Database,
  viewer: Viewer,
  target: { targetType: ReportTargetType; targetId: string },
): Promise<ReportTarget | null> {
  const select = selections[target.targetType];
  const [row] = await database.query<ReportTarget>(select(viewer.userId, target.targetId));
  return row ?? null;
}

const selections: Record<ReportTargetType, (viewerId: string, id: string) => Prisma.Sql> = {
  user: (viewerId, id) => sql`
    SELECT u.id AS "authorId" FROM users u
    WHERE u.id = ${id}::uuid AND ${canSeeProfile(viewerId, sql`u`)}`,

  thread: (viewerId, id) => sql`
    SELECT thread.author_id AS "authorId"
    FROM threads thread LEFT JOIN users author ON author.id = thread.author_id
    WHERE thread.id = ${id}::uuid AND thread.deleted_at IS NULL
      AND ${canSee(viewerId, { thread: sql`thread`, author: sql`author` })}`,

  // Members do not see messages that they have cleared. Blocks do not hide existing messages.
  message: (viewerId, id) => sql`
    SELECT message.sender_id AS "authorId"
    FROM messages message JOIN conversation_members member
      ON member.conversation_id = message.conversation_id AND member.user_id = ${viewerId}::uuid
    WHERE message.id = ${id}::uuid AND message.deleted_at IS NULL AND message.type <> 'system'
      AND message.seq > member.cleared_seq`,

  group: (viewerId, id) => sql`
    SELECT NULL AS "authorId", ARRAY(SELECT message.id FROM messages message
      WHERE message.conversation_id = member.conversation_id AND message.seq > member.cleared_seq
        AND message.type <> 'system' AND message.deleted_at IS NULL
        AND NOT ${isBlockedBy(sql`member.user_id`, sql`message.sender_id`)}
      ORDER BY message.seq DESC LIMIT ${groupMessagesMax}::int) AS "messageIds"
    FROM conversation_members member JOIN chat_groups grp ON grp.conversation_id = member.conversation_id
    WHERE member.conversation_id = ${id}::uuid AND member.user_id = ${viewerId}::uuid`,
};
