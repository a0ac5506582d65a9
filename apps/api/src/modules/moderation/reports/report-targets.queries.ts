import type { ReportTargetType } from '@skein/contracts/moderation';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import type { Viewer } from '../../../platform/viewer.ts';
import { canSee, canSeeProfile } from '../../../domain/visibility.queries.ts';

const { sql } = Prisma;

export interface ReportTarget {
  /** Null when the author's account is deleted. */
  authorId: string | null;
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
};
