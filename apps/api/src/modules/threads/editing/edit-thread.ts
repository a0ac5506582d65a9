import { listHashtags, listMentions } from '@skein/contracts/text';
import type { Thread } from '@skein/contracts/threads';
import type { Database, Transaction } from '@skein/db';
import { enqueueThreadUpdate } from '../../../domain/events/federation-writer.queries.ts';
import { publishNotificationChanges } from '../../../domain/events/publish-notification-changes.ts';
import { publishThreadChange } from '../../../domain/events/publish-thread-change.ts';
import { shortenLocalHandles } from '../../../domain/local-handles.ts';
import type { FederationSettings } from '../../../platform/config/federation-settings.ts';
import type { Bus } from '../../../platform/events/bus.ts';
import { userKey } from '../../../platform/rate-limits/rate-limits.ts';
import type { Consumption } from '../../../platform/rate-limits/rate-limits.ts';
import type { RateLimitsModule } from '../../../platform/rate-limits/index.ts';
import { explainRateLimit, RateLimitedError } from '../../../platform/errors.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { Charge, ProtectionModule } from '../../protection/index.ts';
import { toPresentUsernames } from '../../users/index.ts';
import type { Link } from '../link-cards/find-link.ts';
import type { LinkCards } from '../link-cards/link-cards.ts';
import type { LookUpMentions } from '../publishing/publish-threads.ts';
import type { ThreadReader } from '../reading/read-threads.ts';
import { requireAuthor, requireExisting, threadNotFound } from '../reading/require-thread.ts';
import {
  describeFiles,
  isNewCard,
  lockText,
  replaceText,
  setDetails,
} from './thread-text.repository.ts';

export interface ThreadEdit {
  content: string;
  /** Undefined leaves it as it is. */
  contentWarning?: string | null | undefined;
  isSensitive?: boolean | undefined;
  language?: string | undefined;
  /** The descriptions of the files, in order. */
  altText?: readonly string[] | undefined;
}

interface Dependencies {
  database: Database;
  bus: Pick<Bus, 'publish'>;
  linkCards: Pick<LinkCards, 'find' | 'request'>;
  rateLimiter: Pick<RateLimitsModule, 'consume'>;
  protection: Pick<ProtectionModule, 'countThread' | 'refund'>;
  reader: Pick<ThreadReader, 'get'>;
  publicUrl: URL;
  federation: FederationSettings | undefined;
  lookUpMentions: LookUpMentions;
  /** Whether other servers are informed about edits. */
  isFederated: boolean;
}

/**
 * Replaces the text of the viewer's own thread and keeps the old one as a revision. The same text
 * and content warning change nothing but `isSensitive`, `language` and the descriptions. A change counts as a post, because it stores a revision.
 * @throws NotFoundError; ForbiddenError for a thread of another user; RateLimitedError beyond the daily limit
 *   of posts, and by the automatic protection
 */
export async function editThread(
  deps: Dependencies,
  viewer: Viewer,
  threadId: string,
  input: ThreadEdit,
): Promise<Thread> {
  const { database, bus, linkCards, rateLimiter, protection, reader } = deps;
  await requireAuthor(reader.get, viewer, threadId);
  const edit = { ...input, content: shortenLocalHandles(input.content, deps) };
  await deps.lookUpMentions(viewer, listMentions(edit.content));
  const charges = await countEdit(deps, viewer, threadId, edit);
  let stored: StoredEdit;
  let newLink: Link | null;
  try {
    newLink = await findNewLink({ database, linkCards }, threadId, edit.content);
    charges.push(await countPost(rateLimiter, userKey(viewer.userId)));
    stored = await storeEdit(deps, viewer, threadId, edit);
  } catch (error) {
    // After an outage it is not known whether the text was stored.
    if (!isOutage(error)) await protection.refund(charges);
    throw error;
  }
  if (stored.isChanged) await linkCards.request(viewer.userId, [newLink]);
  else await protection.refund(charges);
  if (stored.recipientIds === null) throw threadNotFound();
  publishNotificationChanges(bus, stored.recipientIds);
  publishThreadChange(bus, { change: 'edited', threadId, actorId: viewer.userId });
  return requireExisting(reader.get, viewer, threadId);
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

/** Returns the link whose card the thread did not show before. */
async function findNewLink(
  { database, linkCards }: Pick<Dependencies, 'database' | 'linkCards'>,
  threadId: string,
  content: string,
): Promise<Link | null> {
  const link = linkCards.find(content);
  return link !== null && (await isNewCard(database, threadId, link.id)) ? link : null;
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

async function informServers(tx: Transaction, threadId: string, isFederated: boolean) {
  if (isFederated) await enqueueThreadUpdate(tx, threadId);
}

interface StoredEdit {
  /** Null when the thread no longer exists. */
  recipientIds: string[] | null;
  /** Whether a revision was stored. */
  isChanged: boolean;
}

function storeEdit(
  {
    database,
    linkCards,
    isFederated,
  }: Pick<Dependencies, 'database' | 'linkCards' | 'isFederated'>,
  { userId: authorId }: Viewer,
  threadId: string,
  edit: ThreadEdit,
): Promise<StoredEdit> {
  return database.$transaction(async (tx) => {
    const before = await lockText(tx, threadId, authorId);
    if (before === null) return { recipientIds: null, isChanged: false };
    const { content, contentWarning = before.contentWarning, altText } = edit;
    if (altText) await describeFiles(tx, threadId, altText);
    await informServers(tx, threadId, isFederated);
    const { isSensitive = before.isSensitive, language = before.language } = edit;
    if (before.content === content && before.contentWarning === contentWarning) {
      if (before.isSensitive !== isSensitive || before.language !== language) {
        await setDetails(tx, threadId, { isSensitive, language });
      }
      return { recipientIds: [], isChanged: false };
    }
    const hashtags = listHashtags(content);
    const after = { content, contentWarning, isSensitive, language, hashtags };
    const linkCardId = linkCards.find(content)?.id ?? null;
    const mentions = await toPresentUsernames(tx, listMentions(content));
    const change = { threadId, authorId, before, after, mentions, linkCardId };
    return { recipientIds: await replaceText(tx, change), isChanged: true };
  });
}
