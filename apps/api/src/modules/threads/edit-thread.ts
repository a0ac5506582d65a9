import { listHashtags, listMentions } from '@skein/contracts/text';
import type { Database } from '@skein/db';
import type { Viewer } from '../../platform/viewer.ts';
import { lockText, replaceText } from './thread-text.repository.ts';

/**
 * Gives a thread of the viewer's another text, and keeps the old one. The same text changes nothing.
 * @returns for whom something to be told of has changed; null when there is no such thread any more
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
