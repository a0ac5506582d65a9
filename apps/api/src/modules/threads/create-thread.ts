import type { MediaType } from '@skein/contracts/media';
import { listHashtags, listMentions } from '@skein/contracts/text';
import type { PollInput, ReplyPermission } from '@skein/contracts/threads';
import type { Database } from '@skein/db';
import { publishNotificationChanges } from '../../platform/events/publish-notification-changes.ts';
import type { Bus } from '../../platform/events/bus.ts';
import { userKey } from '../../http/rate-limits/rate-limits.ts';
import type { Clock } from '../../platform/clock.ts';
import { UnauthenticatedError, UnavailableError, ValidationError } from '../../platform/errors.ts';
import { isOutage } from '../../platform/is-outage.ts';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { RateLimitsModule } from '../../http/rate-limits/index.ts';
import type { MediaModule, PreparedMedia } from '../media/index.ts';
import { insertPoll } from './polls.repository.ts';
import type { ThreadPlace } from './thread-place.queries.ts';
import { insertThread } from './threads.repository.ts';
import type { NewThread } from './threads.repository.ts';
import type { ThreadRow } from './threads.rows.ts';

export interface ThreadDraft {
  place: ThreadPlace;
  content: string;
  /** One a file, in the files' order; '' for none. */
  altText: string[];
  replyPermission: ReplyPermission;
  poll: PollInput | undefined;
  /** A file that the author uploaded before. */
  upload: { mediaUrl: string; mediaType: MediaType | undefined } | undefined;
}

interface Dependencies {
  database: Database;
  clock: Clock;
  bus: Pick<Bus, 'publish'>;
  media: Pick<MediaModule, 'prepareAll' | 'insert' | 'claim' | 'discard'>;
  rateLimiter: Pick<RateLimitsModule, 'consume' | 'refund'>;
  /** @throws NotFoundError, ForbiddenError when the viewer may put nothing there */
  requirePlace: (viewer: Viewer, place: ThreadPlace) => Promise<void>;
}

/**
 * Publishes a thread, reply or quote. Files are made ready first, outside any transaction;
 * whatever fails, neither a row nor a file stays behind.
 * @returns what the author is shown; null where it has to be read for that
 * @throws ValidationError when there is nothing in it, or a file is refused; NotFoundError and
 *   ForbiddenError for what it answers or quotes; RateLimitedError beyond the daily limit
 */
export async function createThread(
  dependencies: Dependencies,
  viewer: Viewer,
  id: string,
  draft: ThreadDraft,
  files: readonly UploadedFile[],
): Promise<ThreadRow | null> {
  requireSomething(draft, files);
  const key = userKey(viewer.userId);
  await dependencies.rateLimiter.consume('posts', key);
  try {
    return await storeThread(dependencies, viewer, id, draft, files);
  } catch (error) {
    // After an outage it is not known whether the thread was stored.
    if (!isOutage(error)) await dependencies.rateLimiter.refund('posts', key);
    throw error;
  }
}

async function storeThread(
  dependencies: Dependencies,
  viewer: Viewer,
  id: string,
  draft: ThreadDraft,
  files: readonly UploadedFile[],
): Promise<ThreadRow | null> {
  const { place, content, poll, upload } = draft;
  const thread: NewThread = {
    id,
    authorId: viewer.userId,
    place,
    content,
    replyPermission: draft.replyPermission,
    hashtags: listHashtags(content),
    mentions: listMentions(content),
  };
  const isAlone = files.length === 0 && poll === undefined && upload === undefined;
  if (isAlone && place.type !== 'quote') {
    const inserted = await insertThread(dependencies.database, thread);
    if (inserted === null) return refuse(dependencies, viewer, place);
    publishNotificationChanges(dependencies.bus, inserted.toldIds);
    return inserted.row;
  }
  // Work on files that could not be used is saved; whether it may be is asked again when it is.
  if (files.length > 0) await dependencies.requirePlace(viewer, place);
  const prepared = await dependencies.media.prepareAll(files, viewer.userId);
  try {
    publishNotificationChanges(
      dependencies.bus,
      await insertWhole(dependencies, thread, draft, prepared),
    );
  } catch (error) {
    // Where the connection was lost at the end, the thread may be there and need its files; if it
    // is not, the sweep has them.
    if (!isOutage(error)) await dependencies.media.discard(prepared);
    if (error instanceof PlaceRefused) return refuse(dependencies, viewer, place);
    throw error;
  }
  return null;
}

function requireSomething(draft: ThreadDraft, files: readonly UploadedFile[]): void {
  const { content, poll, upload } = draft;
  if (upload !== undefined && files.length > 0) {
    const message = 'Send a file or the address of an upload, not both.';
    throw new ValidationError([{ path: 'mediaUrl', message }]);
  }
  if (content === '' && files.length === 0 && poll === undefined && upload === undefined) {
    throw new ValidationError([{ path: 'content', message: 'Write something or add a file.' }]);
  }
}

/** Ends the transaction; why the place was refused is looked up after it. */
class PlaceRefused extends Error {}

async function insertWhole(
  { database, clock, media }: Dependencies,
  thread: NewThread,
  { altText, poll, upload }: ThreadDraft,
  prepared: readonly PreparedMedia[],
): Promise<string[]> {
  const { id: threadId, authorId: ownerId } = thread;
  const describe = (index: number) => altText[index] ?? null;
  const items = prepared.map((file, index) => ({ prepared: file, altText: describe(index) }));
  return database.$transaction(async (tx) => {
    const inserted = await insertThread(tx, thread);
    if (inserted === null) throw new PlaceRefused();
    await media.insert(tx, { threadId, items });
    if (upload !== undefined) {
      const usedBy = { threadId };
      await media.claim(tx, { ...upload, usedBy, ownerId, position: 0, altText: describe(0) });
    }
    if (poll !== undefined) {
      const expiresAt = new Date(clock.now().getTime() + poll.durationMinutes * 60_000);
      await insertPoll(tx, threadId, poll, expiresAt);
    }
    return inserted.toldIds;
  });
}

async function refuse(
  { requirePlace }: Pick<Dependencies, 'requirePlace'>,
  viewer: Viewer,
  place: ThreadPlace,
): Promise<never> {
  // Whoever is not there any more has no place left to be refused.
  if (place.type === 'thread') throw new UnauthenticatedError();
  await requirePlace(viewer, place);
  throw new UnavailableError('This thread was just being changed. Please try again.');
}
