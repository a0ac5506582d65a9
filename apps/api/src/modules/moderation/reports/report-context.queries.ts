import type { ReportContextItem, ReportTargetType } from '@skein/contracts/moderation';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { isOpenThread } from '../../../domain/visibility.queries.ts';
import { userJson } from '../accounts/user-json.queries.ts';

const { sql } = Prisma;

const threadsAboveMax = 10;
const repliesMax = 20;
const messagesMax = 50;

type ContextRow = Omit<ReportContextItem, 'createdAt'> & { createdAt: Date };

interface ReportedContent {
  targetType: ReportTargetType;
  targetId: string;
  messageIds: readonly string[];
}

/** The content around that of a report, in order. */
export async function readContext(
  database: Database,
  { targetType, targetId, messageIds }: ReportedContent,
): Promise<ReportContextItem[]> {
  if (targetType === 'user') return [];
  const selections = {
    thread: selectThreads,
    message: selectMessages,
    group: () => selectDisclosed(messageIds),
  };
  const rows = await database.query<ContextRow>(selections[targetType](targetId));
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

/** The threads above, the reported one and its direct replies. */
function selectThreads(id: string): Prisma.Sql {
  return sql`
    WITH RECURSIVE above AS (
      SELECT id, parent_id, 0 AS distance FROM threads WHERE id = ${id}::uuid
      UNION ALL
      SELECT parent.id, parent.parent_id, above.distance + 1
      FROM above JOIN threads parent ON parent.id = above.parent_id
      WHERE above.distance < ${threadsAboveMax}::int
    ), replies AS (
      SELECT id, row_number() OVER (ORDER BY id) AS number FROM threads
      WHERE parent_id = ${id}::uuid ORDER BY id LIMIT ${repliesMax}::int
    ), around AS (
      SELECT id, -distance AS place FROM above UNION ALL SELECT id, number FROM replies
    )
    SELECT thread.id, thread.created_at AS "createdAt", ${userJson(sql`author`)} AS author,
      CASE sign(around.place) WHEN 0 THEN 'reported' WHEN 1 THEN 'after' ELSE 'before' END AS position,
      CASE WHEN thread.deleted_at IS NULL THEN thread.content END AS text,
      (SELECT count(*)::int FROM media WHERE thread_id = thread.id) AS "mediaCount",
      thread.deleted_at IS NULL AND NOT ${isOpenThread(sql`thread`)} AS "isPrivate"
    FROM around JOIN threads thread ON thread.id = around.id
      LEFT JOIN users author ON author.id = thread.author_id AND author.deleted_at IS NULL
    ORDER BY around.place`;
}

/** Messages are private: only those that their receivers have reported. */
function selectMessages(id: string): Prisma.Sql {
  return sql`
    SELECT id, "createdAt", author, position, text, "mediaCount", "isPrivate" FROM (
      SELECT message.id, message.created_at AS "createdAt", ${userJson(sql`author`)} AS author,
        CASE WHEN message.seq = reported.seq THEN 'reported'
          WHEN message.seq > reported.seq THEN 'after' ELSE 'before' END AS position,
        CASE WHEN message.deleted_at IS NULL THEN message.content END AS text,
        (SELECT count(*)::int FROM media WHERE message_id = message.id) AS "mediaCount",
        true AS "isPrivate", message.seq
      FROM messages reported
        JOIN messages message ON message.conversation_id = reported.conversation_id
        LEFT JOIN users author ON author.id = message.sender_id AND author.deleted_at IS NULL
      WHERE reported.id = ${id}::uuid AND EXISTS (
        SELECT FROM reports WHERE target_type = 'message' AND target_id = message.id)
      ORDER BY abs(message.seq - reported.seq) LIMIT ${messagesMax}::int
    ) nearest ORDER BY seq`;
}

/** The messages of a group that the reporter has disclosed. */
function selectDisclosed(ids: readonly string[]): Prisma.Sql {
  return sql`
    SELECT message.id, message.created_at AS "createdAt", ${userJson(sql`author`)} AS author,
      'before' AS position, CASE WHEN message.deleted_at IS NULL THEN message.content END AS text,
      (SELECT count(*)::int FROM media WHERE message_id = message.id) AS "mediaCount", true AS "isPrivate"
    FROM messages message LEFT JOIN users author ON author.id = message.sender_id AND author.deleted_at IS NULL
    WHERE message.id = ANY (${[...ids]}::uuid[]) ORDER BY message.id`;
}
