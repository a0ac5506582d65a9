import { chainFilesMax } from '@skein/contracts/limits';
import type { PollInput, ReplyPermission } from '@skein/contracts/threads';
import { withValues } from '@skein/messages';
import { publishNotificationChanges } from '../../../domain/events/publish-notification-changes.ts';
import { userKey } from '../../../platform/rate-limits/rate-limits.ts';
import { UnauthenticatedError, ValidationError } from '../../../platform/errors.ts';
import { offsetId } from '../../../platform/ids.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import type { UploadedFile } from '../../../platform/uploaded-file.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { Charge } from '../../protection/index.ts';
import { lockForChain } from './chain-locks.repository.ts';
import {
  countPrepared,
  insertWithAttachments,
  prepareThread,
  removeScheduled,
  requireContent,
  TargetUnavailable,
} from './create-thread.ts';
import type { PreparedThread, ThreadCreation, ThreadDraft } from './create-thread.ts';
import type { ScheduledVersion } from '../scheduled/scheduled-threads.repository.ts';

export interface ChainInput {
  parts: { content: string; files: number; uploadIds?: string[] | undefined }[];
  /** One for each file or upload, in order; '' for none. */
  altText: string[];
  replyPermission: ReplyPermission;
  /** Of the first part. */
  poll?: PollInput | undefined;
  /** The draft that it publishes. */
  draftId?: string | undefined;
  draftVersion?: number | undefined;
  contentWarning: string | null;
  isSensitive: boolean;
  /** The scheduled chain that it publishes, which has the uploads. */
  scheduled?: ScheduledVersion | undefined;
}

/** A part with its files. */
export interface ChainPart {
  draft: ThreadDraft;
  files: readonly UploadedFile[];
}

/** The ids of the parts, which follow from the first. */
export function listPartIds(firstId: string, { parts }: Pick<ChainInput, 'parts'>): string[] {
  return parts.map((_, index) => offsetId(firstId, index));
}

/**
 * Publishes a thread and replies to it in one transaction. After an error neither rows nor files
 * remain.
 * @throws ValidationError with the path of the part; RateLimitedError; ScheduledThreadChanged; errors
 *   of the media module
 */
export async function createChain(
  dependencies: ThreadCreation,
  viewer: Viewer,
  ids: readonly string[],
  input: ChainInput,
  files: readonly UploadedFile[],
): Promise<void> {
  const { rateLimiter, linkCards, bus, protection } = dependencies;
  const parts = toChainParts(ids, input, files);
  const key = userKey(viewer.userId);
  await protection.requirePostsLeft(viewer, parts.length);
  const posts = await rateLimiter.consume('posts', key, parts.length);
  const prepared: PreparedThread[] = [];
  const charges: Charge[] = [];
  try {
    for (const [index, part] of parts.entries()) {
      const next = await prepareThread(dependencies, viewer, { id: ids[index] ?? '', ...part });
      charges.push(...(await countPrepared(dependencies, viewer, next)));
      prepared.push(next);
    }
    publishNotificationChanges(bus, await storeParts(dependencies, viewer, prepared, files));
  } catch (error) {
    // After an outage it is not known whether the threads were stored.
    if (!isOutage(error)) {
      await posts.refund();
      await protection.refund(charges);
    }
    throw error;
  }
  await linkCards.request(
    viewer.userId,
    prepared.map(({ link }) => link),
  );
}

/** @throws ValidationError with the path of the part */
export function toChainParts(
  ids: readonly string[],
  { parts, altText, poll, draftId, draftVersion, ...shared }: ChainInput,
  files: readonly UploadedFile[],
): ChainPart[] {
  const total = parts.reduce((sum, part) => sum + part.files, 0);
  if (total !== files.length) {
    const message = 'error.chainFiles';
    throw new ValidationError([{ path: 'parts', message }]);
  }
  if (parts.reduce((sum, { uploadIds = [] }) => sum + uploadIds.length, total) > chainFilesMax) {
    const message = withValues('error.chainTooManyFiles', { max: chainFilesMax });
    throw new ValidationError([{ path: 'parts', message }]);
  }
  let next = 0;
  let nextFile = 0;
  return parts.map(({ content, files: count, uploadIds = [] }, index) => {
    const from = next;
    next += count + uploadIds.length;
    nextFile += count;
    const parentId = ids[index - 1];
    const draft: ThreadDraft = {
      ...shared,
      target: parentId === undefined ? { type: 'thread' } : { type: 'reply', parentId },
      content,
      altText: altText.slice(from, next),
      poll: index === 0 ? poll : undefined,
      upload: undefined,
      uploadIds,
      draftId: index === 0 ? draftId : undefined,
      draftVersion,
    };
    const own = files.slice(nextFile - count, nextFile);
    requireContent(draft, own, `parts.${index}.content`);
    return { draft, files: own };
  });
}

/** @returns the recipients of notifications */
async function storeParts(
  { database, clock, media }: ThreadCreation,
  { userId }: Viewer,
  parts: readonly PreparedThread[],
  files: readonly UploadedFile[],
): Promise<string[]> {
  const processed = await media.processAll(files, userId);
  try {
    return await database.$transaction(async (tx) => {
      await lockForChain(
        tx,
        userId,
        parts.map(({ thread }) => thread),
      );
      const recipientIds: string[] = [];
      let next = 0;
      for (const part of parts) {
        const own = processed.slice(next, next + part.files.length);
        next += part.files.length;
        recipientIds.push(...(await insertWithAttachments(tx, { clock, media }, part, own)));
      }
      await removeScheduled(tx, { scheduled: parts[0]?.draft.scheduled });
      return recipientIds;
    });
  } catch (error) {
    if (!isOutage(error)) await media.discard(processed);
    // Only a deleted account cannot publish a root and reply to it.
    throw error instanceof TargetUnavailable ? new UnauthenticatedError() : error;
  }
}
