import type { MediaType } from '@skein/contracts/media';
import { listHashtags, listMentions } from '@skein/contracts/text';
import type { PollInput, ReplyPermission } from '@skein/contracts/threads';
import type { Database, Transaction } from '@skein/db';
import { publishNotificationChanges } from '../../../domain/events/publish-notification-changes.ts';
import type { Bus } from '../../../platform/events/bus.ts';
import { userKey } from '../../../platform/rate-limits/rate-limits.ts';
import type { Clock } from '../../../platform/clock.ts';
import {
  UnauthenticatedError,
  UnavailableError,
  ValidationError,
} from '../../../platform/errors.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import type { UploadedFile } from '../../../platform/uploaded-file.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { RateLimitsModule } from '../../../platform/rate-limits/index.ts';
import type { MediaModule, ProcessedMedia } from '../../media/index.ts';
import type { Charge, ProtectionModule } from '../../protection/index.ts';
import { toPresentUsernames } from '../../users/index.ts';
import type { Link } from '../link-cards/find-link.ts';
import type { LinkCards } from '../link-cards/link-cards.ts';
import { deletePublishedDraft } from '../drafts/drafts.ts';
import { insertPoll } from './polls.repository.ts';
import { takeScheduled } from '../scheduled/scheduled-threads.repository.ts';
import type { ScheduledVersion } from '../scheduled/scheduled-threads.repository.ts';
import type { ThreadTarget } from '../reading/thread-target.queries.ts';
import { insertThread } from '../threads.repository.ts';
import type { NewThread } from '../threads.repository.ts';
import type { ThreadRow } from '../reading/threads.rows.ts';

export interface ThreadDraft {
  target: ThreadTarget;
  content: string;
  contentWarning: string | null;
  isSensitive: boolean;
  /** One for each file, in order; '' for none. */
  altText: string[];
  replyPermission: ReplyPermission;
  poll: PollInput | undefined;
  /** A file that the author uploaded earlier. */
  upload: { mediaUrl: string; mediaType: MediaType | undefined } | undefined;
  /** Further earlier uploads, in order. */
  uploadIds: readonly string[];
  /** The draft that it publishes. */
  draftId?: string | undefined;
  /** Keeps the draft if it has changed since this version. */
  draftVersion?: number | undefined;
  /** The scheduled thread or chain that it publishes, which has the uploads. */
  scheduled?: ScheduledVersion | undefined;
}

export interface ThreadCreation {
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
  /** @throws NotFoundError, ForbiddenError when the viewer may not reply to or quote the target */
  requireTarget: (viewer: Viewer, target: ThreadTarget) => Promise<void>;
}

/**
 * Publishes a thread, reply or quote. Files are processed before the transaction. After an error
 * neither rows nor files remain.
 * @returns the row as the author sees it; null when it must be read again, because it has attachments
 * @throws ValidationError for an empty thread or an invalid file; NotFoundError and ForbiddenError
 *   for the target; RateLimitedError beyond the daily limit, and by the automatic protection
 */
export async function createThread(
  dependencies: ThreadCreation,
  viewer: Viewer,
  id: string,
  draft: ThreadDraft,
  files: readonly UploadedFile[],
): Promise<ThreadRow | null> {
  requireContent(draft, files);
  const key = userKey(viewer.userId);
  await dependencies.protection.requirePostsLeft(viewer, 1);
  const post = await dependencies.rateLimiter.consume('posts', key);
  const charges: Charge[] = [];
  let prepared: PreparedThread;
  let row: ThreadRow | null;
  try {
    prepared = await prepareThread(dependencies, viewer, { id, draft, files });
    charges.push(...(await countPrepared(dependencies, viewer, prepared)));
    row = await storeThread(dependencies, viewer, prepared);
  } catch (error) {
    // After an outage it is not known whether the thread was stored.
    if (!isOutage(error)) {
      await post.refund();
      await dependencies.protection.refund(charges);
    }
    throw error;
  }
  await dependencies.linkCards.request(viewer.userId, [prepared.link]);
  return row;
}

/** A thread to insert, with its input. */
export interface PreparedThread {
  thread: NewThread;
  draft: ThreadDraft;
  files: readonly UploadedFile[];
  /** The link whose card it shows. */
  link: Link | null;
}

export async function prepareThread(
  dependencies: Pick<ThreadCreation, 'database' | 'linkCards'>,
  viewer: Viewer,
  { id, draft, files }: Pick<PreparedThread, 'draft' | 'files'> & { id: string },
): Promise<PreparedThread> {
  const { target, content, contentWarning, isSensitive, replyPermission } = draft;
  const link = findCardLink(dependencies, draft, files);
  const thread = {
    id,
    authorId: viewer.userId,
    target,
    content,
    contentWarning,
    isSensitive,
    replyPermission,
    hashtags: listHashtags(content),
    mentions: await toPresentUsernames(dependencies.database, listMentions(content)),
    linkCardId: link?.id ?? null,
  };
  return { thread, draft, files, link };
}

/** @throws RateLimitedError by the automatic protection */
export function countPrepared(
  { protection }: Pick<ThreadCreation, 'protection'>,
  viewer: Viewer,
  { thread }: PreparedThread,
): Promise<Charge[]> {
  const { content, mentions, target } = thread;
  const parentId = target.type === 'reply' ? target.parentId : null;
  return protection.countThread(viewer, { content, mentions, parentId });
}

/** The link whose card is shown below the text: only if nothing else is. */
function findCardLink(
  { linkCards }: Pick<ThreadCreation, 'linkCards'>,
  draft: ThreadDraft,
  files: readonly UploadedFile[],
): Link | null {
  if (hasAttachments(draft, files) || draft.target.type === 'quote') return null;
  return linkCards.find(draft.content);
}

function hasAttachments(
  { poll, upload, uploadIds }: ThreadDraft,
  files: readonly UploadedFile[],
): boolean {
  return files.length > 0 || poll !== undefined || upload !== undefined || uploadIds.length > 0;
}

async function storeThread(
  dependencies: ThreadCreation,
  viewer: Viewer,
  prepared: PreparedThread,
): Promise<ThreadRow | null> {
  const { thread, draft, files } = prepared;
  const { target } = draft;
  const isStored = draft.scheduled !== undefined || draft.draftId !== undefined;
  if (!hasAttachments(draft, files) && !isStored && target.type !== 'quote') {
    const inserted = await insertThread(dependencies.database, thread);
    if (inserted === null) return rejectTarget(dependencies, viewer, target);
    publishNotificationChanges(dependencies.bus, inserted.recipientIds);
    return inserted.row;
  }
  // Avoids processing files in vain. The insert checks the target again.
  if (files.length > 0) await dependencies.requireTarget(viewer, target);
  const processed = await dependencies.media.processAll(files, viewer.userId);
  try {
    publishNotificationChanges(
      dependencies.bus,
      await dependencies.database.$transaction(async (tx) => {
        const recipientIds = await insertWithAttachments(tx, dependencies, prepared, processed);
        await removeScheduled(tx, draft);
        return recipientIds;
      }),
    );
  } catch (error) {
    // After an outage the thread may exist and need its files. Otherwise the media job deletes them.
    if (!isOutage(error)) await dependencies.media.discard(processed);
    if (error instanceof TargetUnavailable) return rejectTarget(dependencies, viewer, target);
    throw error;
  }
  return null;
}

/**
 * @param path of the text in the request
 * @throws ValidationError for an empty thread
 */
export function requireContent(
  draft: ThreadDraft,
  files: readonly UploadedFile[],
  path = 'content',
): void {
  const { content, upload, uploadIds } = draft;
  if (uploadIds.length > 0 && (upload !== undefined || files.length > 0)) {
    const message = 'error.filesAndUploads';
    throw new ValidationError([{ path: 'uploadIds', message }]);
  }
  if (upload !== undefined && files.length > 0) {
    const message = 'error.fileAndUpload';
    throw new ValidationError([{ path: 'mediaUrl', message }]);
  }
  if (content === '' && !hasAttachments(draft, files)) {
    throw new ValidationError([{ path, message: 'error.threadEmpty' }]);
  }
}

/** A scheduled thread was changed, deleted or published since it was read. */
export class ScheduledThreadChanged extends Error {}

/** Rolls the transaction back. The reason is determined after it. */
export class TargetUnavailable extends Error {}

/**
 * Inserts a thread with its attachments.
 * @returns the recipients of notifications
 * @throws TargetUnavailable; ConflictError for a draft that no longer exists
 */
export async function insertWithAttachments(
  tx: Transaction,
  { clock, media }: Pick<ThreadCreation, 'clock' | 'media'>,
  { thread, draft }: PreparedThread,
  processed: readonly ProcessedMedia[],
): Promise<string[]> {
  const { id: threadId, authorId: ownerId } = thread;
  const { altText, poll, upload, uploadIds, scheduled } = draft;
  const describe = (index: number) => altText[index] ?? null;
  const items = processed.map((file, index) => ({ processed: file, altText: describe(index) }));
  const inserted = await insertThread(tx, thread);
  if (inserted === null) throw new TargetUnavailable();
  await deletePublishedDraft(tx, ownerId, draft);
  await media.insert(tx, { threadId, items });
  if (upload !== undefined) {
    const usedBy = { threadId };
    await media.claim(tx, { ...upload, usedBy, ownerId, position: 0, altText: describe(0) });
  }
  for (const [position, uploadId] of uploadIds.entries()) {
    const claim = { uploadId, mediaType: undefined, scheduledId: scheduled?.id };
    const details = { usedBy: { threadId }, ownerId, position, altText: describe(position) };
    await media.claim(tx, { ...claim, ...details });
  }
  if (poll !== undefined) {
    const expiresAt = new Date(clock.now().getTime() + poll.durationMinutes * 60_000);
    await insertPoll(tx, threadId, poll, expiresAt);
  }
  return inserted.recipientIds;
}

/**
 * Deletes what the transaction has published. Last in it, because the deletion of an account also
 * locks the user first.
 * @throws ScheduledThreadChanged
 */
export async function removeScheduled(
  tx: Transaction,
  { scheduled }: Pick<ThreadDraft, 'scheduled'>,
): Promise<void> {
  if (scheduled !== undefined && !(await takeScheduled(tx, scheduled))) {
    throw new ScheduledThreadChanged();
  }
}

async function rejectTarget(
  { requireTarget }: Pick<ThreadCreation, 'requireTarget'>,
  viewer: Viewer,
  target: ThreadTarget,
): Promise<never> {
  // Only a deleted account cannot publish a root.
  if (target.type === 'thread') throw new UnauthenticatedError();
  await requireTarget(viewer, target);
  throw new UnavailableError('error.threadBusy');
}
