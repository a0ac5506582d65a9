import { listHashtags, listMentions } from '@skein/contracts/text';
import type { Database } from '@skein/db';
import type { Viewer } from '../../platform/viewer.ts';
import { lockText, replaceText } from './thread-text.repository.ts';

/**
 * Replaces the text of the viewer's own thread and keeps the old one as a revision. The same text
 * changes nothing.
 * @returns the recipients of changed notifications; null when the thread no longer exists
 */
export function editThread(
  database: Database,
  viewer: Viewer,
  threadId: string,
  content: string,
): Promise<string[] | null> {
  const authorId = viewer.userId;
  return database.$transaction(async (tx) => {
    const before = await lockText(tx, threadId, authorId);
    if (before === null) return null;
    if (before.content === content) return [];
    const after = { content, hashtags: listHashtags(content) };
    const mentions = listMentions(content);
    return replaceText(tx, { threadId, authorId, before, after, mentions });
  });
}
