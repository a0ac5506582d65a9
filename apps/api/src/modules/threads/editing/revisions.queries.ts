import type { ThreadRevision } from '@skein/contracts/threads';
import type { Database } from '@skein/db';

/** Earlier texts of a thread, newest first. */
export async function listRevisions(
  database: Database,
  threadId: string,
  limit: number,
): Promise<ThreadRevision[]> {
  const rows = await database.threadRevision.findMany({
    where: { threadId },
    orderBy: { id: 'desc' },
    take: limit,
  });
  return rows.map(({ id, content, contentWarning, createdAt }) => ({
    id,
    content,
    contentWarning,
    replacedAt: createdAt.toISOString(),
  }));
}
