import { listHashtags, listMentions } from '@skein/contracts/text';
import type { Database } from '@skein/db';
import type { Viewer } from '../../shared/viewer.ts';
import { lockText, replaceText } from './thread-text.repository.ts';

/**
 * Gives a thread of the viewer's another text, and keeps the old one. The same text changes nothing.
 * @returns false when there is no such thread any more
 */
export function editThread(
  database: Database,
  viewer: Viewer,
  threadId: string,
  content: string,
): Promise<boolean> {
  const authorId = viewer.userId;
  return database.$transaction(async (tx) => {
    const before = await lockText(tx, threadId, authorId);
    if (before === null) return false;
    if (before.content === content) return true;
    const after = { content, hashtags: listHashtags(content) };
    const mentions = listMentions(content);
    await replaceText(tx, { threadId, authorId, before, after, mentions });
    return true;
  });
}
