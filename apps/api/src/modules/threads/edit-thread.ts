import { listHashtags, listMentions } from '@skein/contracts/text';
import type { Database } from '@skein/db';
import type { Viewer } from '../../platform/viewer.ts';
import type { LinkCards } from './link-cards/link-cards.ts';
import { lockText, replaceText, setSensitive } from './thread-text.repository.ts';

export interface ThreadEdit {
  content: string;
  /** Undefined leaves it as it is. */
  contentWarning?: string | null | undefined;
  isSensitive?: boolean | undefined;
}

/**
 * Replaces the text of the viewer's own thread and keeps the old one as a revision. The same text
 * and content warning change nothing but `isSensitive`.
 * @returns the recipients of changed notifications; null when the thread no longer exists
 */
export async function editThread(
  { database, linkCards }: { database: Database; linkCards: Pick<LinkCards, 'find' | 'request'> },
  viewer: Viewer,
  threadId: string,
  edit: ThreadEdit,
): Promise<string[] | null> {
  const authorId = viewer.userId;
  const link = linkCards.find(edit.content);
  const recipientIds = await database.$transaction(async (tx) => {
    const before = await lockText(tx, threadId, authorId);
    if (before === null) return null;
    const { content, contentWarning = before.contentWarning } = edit;
    const { isSensitive = before.isSensitive } = edit;
    if (before.content === content && before.contentWarning === contentWarning) {
      if (before.isSensitive !== isSensitive) await setSensitive(tx, threadId, isSensitive);
      return [];
    }
    const after = { content, contentWarning, isSensitive, hashtags: listHashtags(content) };
    const linkCardId = link?.id ?? null;
    const mentions = listMentions(content);
    return replaceText(tx, { threadId, authorId, before, after, mentions, linkCardId });
  });
  await linkCards.request([link]);
  return recipientIds;
}
