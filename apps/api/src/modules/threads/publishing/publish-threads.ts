import { listHashtags, listMentions } from '@skein/contracts/text';
import type { Database, Transaction } from '@skein/db';
import { enqueueQuoteRequest } from '../../../domain/events/quote-writer.queries.ts';
import { publishNotificationChanges } from '../../../domain/events/publish-notification-changes.ts';
import { publishThreadChange } from '../../../domain/events/publish-thread-change.ts';
import { shortenLocalHandles } from '../../../domain/local-handles.ts';
import type { RateLimitsModule } from '../../../platform/rate-limits/index.ts';
import { userKey } from '../../../platform/rate-limits/rate-limits.ts';
import type { FederationSettings } from '../../../platform/config/federation-settings.ts';
import { minuteMs } from '../../../platform/clock.ts';
import type { Clock } from '../../../platform/clock.ts';
import { UnauthenticatedError, UnavailableError } from '../../../platform/errors.ts';
import type { Bus } from '../../../platform/events/bus.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { MediaModule, ProcessedMedia } from '../../media/index.ts';
import type { Charge, ProtectionModule } from '../../protection/index.ts';
import { toPresentUsernames } from '../../users/index.ts';
import { deletePublishedDraft } from '../drafts/drafts.ts';
import type { Link } from '../link-cards/find-link.ts';
import type { LinkCards } from '../link-cards/link-cards.ts';
import type { ThreadReader } from '../reading/read-threads.ts';
import { requireTarget } from '../reading/require-thread.ts';
import type { ThreadRow } from '../reading/threads.rows.ts';
import { findUnapproved } from '../remote/quote-approvals.ts';
import { insertPendingQuote } from '../remote/quote-approvals.repository.ts';
import { takeScheduled } from '../scheduled/scheduled-threads.repository.ts';
import { insertThread } from '../threads.repository.ts';
import type { NewThread } from '../threads.repository.ts';
import { insertPoll, lockForChain } from './publishing.repository.ts';
import { hasAttachments, requireContents } from './thread-drafts.ts';
import type { ThreadPart } from './thread-drafts.ts';

/** Finds unknown accounts of other servers that a user mentions, unless that takes long. */
export type LookUpMentions = (viewer: Viewer, usernames: readonly string[]) => Promise<void>;

export interface PublishingDependencies {
  database: Database;
  clock: Clock;
  bus: Pick<Bus, 'publish'>;
  media: Pick<MediaModule, 'processAll' | 'insert' | 'claim' | 'discard'>;
  rateLimiter: Pick<RateLimitsModule, 'consume'>;
  linkCards: Pick<LinkCards, 'find' | 'request'>;
  protection: Pick<
    ProtectionModule,
    'countThread' | 'refund' | 'requirePostsLeft' | 'requireVerifiedEmail'
  >;
  reader: ThreadReader;
  publicUrl: URL;
  federation: FederationSettings | undefined;
  lookUpMentions: LookUpMentions;
  /** Whether other servers are informed about threads. */
  isFederated: boolean;
}

/** A scheduled thread was changed, deleted or published since it was read. */
export class ScheduledThreadChanged extends Error {}

/** The account no longer exists, or the viewer may not reply to or quote the target. */
class TargetUnavailable extends Error {}

/**
 * Publishes a thread, reply or quote, or a chain: a thread and replies to it, in one transaction. Files are
 * processed before the transaction. After an error neither rows nor files remain, and nothing is counted.
 * @returns the row of a single thread as the author sees it; null when it must be read again
 * @throws ValidationError for an empty part or an invalid file; NotFoundError and ForbiddenError for the
 *   target; RateLimitedError beyond the daily limit, and by the automatic protection;
 *   ScheduledThreadChanged; ConflictError for a draft that no longer exists
 */
export async function publishThreads(
  deps: PublishingDependencies,
  viewer: Viewer,
  parts: readonly ThreadPart[],
): Promise<ThreadRow | null> {
  const { rateLimiter, protection, linkCards } = deps;
  requireContents(parts);
  await protection.requirePostsLeft(viewer, parts.length);
  const posts = await rateLimiter.consume('posts', userKey(viewer.userId), parts.length);
  const charges: Charge[] = [posts];
  const newParts: NewPart[] = [];
  let stored: StoredThreads;
  try {
    for (const part of parts) {
      const newPart = await toNewPart(deps, viewer, part);
      charges.push(...(await countPart(protection, viewer, newPart)));
      newParts.push(newPart);
    }
    stored = await storeThreads(deps, viewer, newParts);
  } catch (error) {
    // After an outage it is not known whether the threads were stored.
    if (!isOutage(error)) await protection.refund(charges);
    if (error instanceof TargetUnavailable) throw await explainRejection(deps, viewer, parts);
    throw error;
  }
  await linkCards.request(
    viewer.userId,
    newParts.map(({ link }) => link),
  );
  announce(deps, newParts, stored.recipientIds);
  return stored.row;
}

interface NewPart extends ThreadPart {
  thread: NewThread;
  /** The link whose card it shows. */
  link: Link | null;
  /** The quoted thread, if its author on another server must approve the quote. */
  unapprovedId: string | null;
}

async function toNewPart(
  deps: PublishingDependencies,
  viewer: Viewer,
  part: ThreadPart,
): Promise<NewPart> {
  const { database, linkCards, isFederated } = deps;
  const { target, contentWarning, isSensitive, replyPermission } = part.draft;
  const { audience = null, language = null } = part.draft;
  const unapprovedId = await findUnapproved(deps, viewer, target);
  const content = shortenLocalHandles(part.draft.content, deps);
  const mentions = listMentions(content);
  await deps.lookUpMentions(viewer, mentions);
  // The card is shown below the text only if nothing else is.
  const hasCard = !hasAttachments(part) && target.type !== 'quote';
  const link = hasCard ? linkCards.find(content) : null;
  const thread: NewThread = {
    id: part.id,
    authorId: viewer.userId,
    target: unapprovedId === null ? target : { type: 'thread' },
    content,
    contentWarning,
    isSensitive,
    replyPermission,
    audience,
    language,
    hashtags: listHashtags(content),
    mentions: await toPresentUsernames(database, mentions),
    linkCardId: link?.id ?? null,
    isFederated,
  };
  return { ...part, thread, link, unapprovedId };
}

/** @throws RateLimitedError by the automatic protection */
function countPart(
  protection: Pick<ProtectionModule, 'countThread'>,
  viewer: Viewer,
  { thread: { content, mentions, target } }: NewPart,
): Promise<Charge[]> {
  const parentId = target.type === 'reply' ? target.parentId : null;
  return protection.countThread(viewer, { content, mentions, parentId });
}

interface StoredThreads {
  row: ThreadRow | null;
  /** The recipients of new notifications. */
  recipientIds: string[];
}

/** @throws TargetUnavailable; ScheduledThreadChanged; errors of the media module */
async function storeThreads(
  deps: PublishingDependencies,
  viewer: Viewer,
  parts: readonly NewPart[],
): Promise<StoredThreads> {
  const { database, media, reader } = deps;
  const [first] = parts;
  if (parts.length === 1 && first !== undefined && isOneStatement(first)) {
    return insertRow(database, first.thread);
  }
  const files = parts.flatMap((part) => part.files);
  // Files are not processed in vain. Only the insert decides, because the target can change meanwhile.
  if (files.length > 0 && first !== undefined) {
    await requireTarget(reader.get, viewer, first.draft.target);
  }
  const processed = await media.processAll(files, viewer.userId);
  try {
    const recipientIds = await database.$transaction(async (tx) => {
      const threads = parts.map(({ thread }) => thread);
      if (threads.length > 1) await lockForChain(tx, viewer.userId, threads);
      const recipients = await insertParts(tx, deps, parts, processed);
      await removeScheduled(tx, first);
      return recipients;
    });
    return { row: null, recipientIds };
  } catch (error) {
    // After an outage the threads may exist and need their files. Otherwise the media job deletes them.
    if (!isOutage(error)) await media.discard(processed);
    throw error;
  }
}

/** Whether the thread changes no rows but those of `insertThread`, which needs a transaction for a quote. */
function isOneStatement(part: NewPart): boolean {
  const { draftId, scheduled, target } = part.draft;
  const isStored = draftId !== undefined || scheduled !== undefined;
  return !hasAttachments(part) && !isStored && target.type !== 'quote';
}

/** @throws TargetUnavailable */
async function insertRow(database: Database | Transaction, thread: NewThread) {
  const inserted = await insertThread(database, thread);
  if (inserted === null) throw new TargetUnavailable();
  return inserted;
}

/** @returns the recipients of notifications */
async function insertParts(
  tx: Transaction,
  deps: Pick<PublishingDependencies, 'clock' | 'media'>,
  parts: readonly NewPart[],
  processed: readonly ProcessedMedia[],
): Promise<string[]> {
  const recipientIds: string[] = [];
  let next = 0;
  for (const { thread, draft, files, unapprovedId } of parts) {
    const inserted = await insertRow(tx, thread);
    recipientIds.push(...inserted.recipientIds);
    if (unapprovedId !== null) {
      await insertPendingQuote(tx, { threadId: thread.id, quotedId: unapprovedId });
      await enqueueQuoteRequest(tx, thread.id);
    }
    await deletePublishedDraft(tx, thread.authorId, draft);
    await attach(tx, deps, { thread, draft }, processed.slice(next, next + files.length));
    next += files.length;
  }
  return recipientIds;
}

/** Inserts the files, uploads and poll of a thread. */
async function attach(
  tx: Transaction,
  { clock, media }: Pick<PublishingDependencies, 'clock' | 'media'>,
  { thread: { id: threadId, authorId: ownerId }, draft }: Pick<NewPart, 'thread' | 'draft'>,
  files: readonly ProcessedMedia[],
): Promise<void> {
  const { altText, focus = [], poll, upload, uploadIds, scheduled } = draft;
  const usedBy = { threadId };
  const describe = (index: number) => ({ altText: altText[index] ?? null, focus: focus[index] });
  const items = files.map((processed, index) => ({ processed, ...describe(index) }));
  await media.insert(tx, { threadId, items });
  if (upload !== undefined) {
    await media.claim(tx, { ...upload, usedBy, ownerId, position: 0, ...describe(0) });
  }
  for (const [position, uploadId] of uploadIds.entries()) {
    const claim = { uploadId, mediaType: undefined, scheduledId: scheduled?.id };
    await media.claim(tx, { ...claim, usedBy, ownerId, position, ...describe(position) });
  }
  if (poll !== undefined) {
    const expiresAt = new Date(clock.now().getTime() + poll.durationMinutes * minuteMs);
    await insertPoll(tx, threadId, poll, expiresAt);
  }
}

/**
 * Deletes the scheduled thread that is published. Last in the transaction, because the deletion of an
 * account also locks the user first.
 * @throws ScheduledThreadChanged
 */
async function removeScheduled(tx: Transaction, first: NewPart | undefined): Promise<void> {
  const scheduled = first?.draft.scheduled;
  if (scheduled !== undefined && !(await takeScheduled(tx, scheduled))) {
    throw new ScheduledThreadChanged();
  }
}

/** Returns why the statement that inserts a thread has inserted none. */
async function explainRejection(
  { reader }: Pick<PublishingDependencies, 'reader'>,
  viewer: Viewer,
  [first]: readonly ThreadPart[],
): Promise<Error> {
  // Every account that exists can publish a root.
  if (first === undefined || first.draft.target.type === 'thread')
    return new UnauthenticatedError();
  await requireTarget(reader.get, viewer, first.draft.target);
  return new UnavailableError('error.threadBusy');
}

/** Informs open streams and other servers, after the commit. */
function announce(
  { bus }: Pick<PublishingDependencies, 'bus'>,
  parts: readonly NewPart[],
  recipientIds: readonly string[],
): void {
  publishNotificationChanges(bus, recipientIds);
  if (parts.some(({ draft }) => draft.target.type !== 'reply')) bus.publish({ kind: 'feed' });
  for (const { thread } of parts) {
    publishThreadChange(bus, {
      change: 'published',
      threadId: thread.id,
      actorId: thread.authorId,
    });
  }
}
