import { listHashtags, listMentions } from '@skein/contracts/text';
import type { Database } from '@skein/db';
import { userKey } from '../../../platform/rate-limits/rate-limits.ts';
import type { Consumption } from '../../../platform/rate-limits/rate-limits.ts';
import type { RateLimitsModule } from '../../../platform/rate-limits/index.ts';
import { explainRateLimit, RateLimitedError } from '../../../platform/errors.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { Charge, ProtectionModule } from '../../protection/index.ts';
import { toPresentUsernames } from '../../users/index.ts';
import type { LinkCards } from '../link-cards/link-cards.ts';
import { isNewCard, lockText, replaceText, setSensitive } from './thread-text.repository.ts';

export interface ThreadEdit {
  content: string;
  /** Undefined leaves it as it is. */
  contentWarning?: string | null | undefined;
  isSensitive?: boolean | undefined;
}

interface Dependencies {
  database: Database;
  linkCards: Pick<LinkCards, 'find' | 'request'>;
  rateLimiter: Pick<RateLimitsModule, 'consume'>;
  protection: Pick<ProtectionModule, 'countThread' | 'refund'>;
}

/**
 * Replaces the text of the viewer's own thread and keeps the old one as a revision. The same text
 * and content warning change nothing but `isSensitive`.
 * @returns the recipients of changed notifications; null when the thread no longer exists
 * @throws RateLimitedError beyond the daily limit, and by the automatic protection
 */
export async function editThread(
  dependencies: Dependencies,
  viewer: Viewer,
  threadId: string,
  edit: ThreadEdit,
): Promise<string[] | null> {
  const charges = await countEdit(dependencies, viewer, threadId, edit);
  try {
    const recipientIds = await editCounted(dependencies, viewer, threadId, edit);
    if (recipientIds === null) await dependencies.protection.refund(charges);
    return recipientIds;
  } catch (error) {
    if (!isOutage(error)) await dependencies.protection.refund(charges);
    throw error;
  }
}

/** Counts the mentions and links that the edit adds, and a text that is not the same any more. */
async function countEdit(
  { database, protection }: Pick<Dependencies, 'database' | 'protection'>,
  viewer: Viewer,
  threadId: string,
  { content }: ThreadEdit,
): Promise<Charge[]> {
  const select = { content: true, parentId: true } as const;
  const thread = await database.thread.findFirst({ where: { id: threadId }, select });
  if (thread === null || thread.content === content) return [];
  const [mentions, mentionsBefore] = await Promise.all(
    [content, thread.content].map((text) => toPresentUsernames(database, listMentions(text))),
  );
  return protection.countThread(viewer, {
    content,
    mentions: mentions ?? [],
    parentId: thread.parentId,
    before: { content: thread.content, mentions: mentionsBefore ?? [] },
  });
}

/** Counts a change of the text or the content warning as a post, because it stores a revision. */
async function editCounted(
  dependencies: Dependencies,
  viewer: Viewer,
  threadId: string,
  edit: ThreadEdit,
): Promise<string[] | null> {
  const { database, linkCards, rateLimiter } = dependencies;
  const link = linkCards.find(edit.content);
  const isNewLink = link !== null && (await isNewCard(database, threadId, link.id));
  const key = userKey(viewer.userId);
  const post = await countPost(rateLimiter, key);
  try {
    const stored = await storeEdit(dependencies, viewer, threadId, edit);
    if (!stored.isChanged) await post.refund();
    else if (isNewLink) await linkCards.request(viewer.userId, [link]);
    return stored.recipientIds;
  } catch (error) {
    // After an outage it is not known whether the text was stored.
    if (!isOutage(error)) await post.refund();
    throw error;
  }
}

async function countPost(
  rateLimiter: Pick<RateLimitsModule, 'consume'>,
  key: string,
): Promise<Pick<Consumption, 'refund'>> {
  try {
    return await rateLimiter.consume('posts', key);
  } catch (error) {
    if (!(error instanceof RateLimitedError)) throw error;
    throw explainRateLimit(error, 'error.postsLimit');
  }
}

interface StoredEdit {
  /** Null when the thread no longer exists. */
  recipientIds: string[] | null;
  /** Whether a revision was stored. */
  isChanged: boolean;
}

function storeEdit(
  { database, linkCards }: Dependencies,
  { userId: authorId }: Viewer,
  threadId: string,
  edit: ThreadEdit,
): Promise<StoredEdit> {
  return database.$transaction(async (tx) => {
    const before = await lockText(tx, threadId, authorId);
    if (before === null) return { recipientIds: null, isChanged: false };
    const { content, contentWarning = before.contentWarning } = edit;
    const { isSensitive = before.isSensitive } = edit;
    if (before.content === content && before.contentWarning === contentWarning) {
      if (before.isSensitive !== isSensitive) await setSensitive(tx, threadId, isSensitive);
      return { recipientIds: [], isChanged: false };
    }
    const after = { content, contentWarning, isSensitive, hashtags: listHashtags(content) };
    const linkCardId = linkCards.find(content)?.id ?? null;
    const mentions = await toPresentUsernames(tx, listMentions(content));
    const change = { threadId, authorId, before, after, mentions, linkCardId };
    return { recipientIds: await replaceText(tx, change), isChanged: true };
  });
}
