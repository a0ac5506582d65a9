import type { Database } from '@skein/db';
import { publishNotificationChanges } from '../../domain/events/publish-notification-changes.ts';
import { publishThreadChange } from '../../domain/events/publish-thread-change.ts';
import type { Bus } from '../../platform/events/bus.ts';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import { alternative, success } from '../../platform/results.ts';
import { ForbiddenError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { threadNotFound } from '../threads/index.ts';
import type { ThreadsModule } from '../threads/index.ts';
import { publishEngagement } from './publish-engagement.ts';
import { toggleRepost } from './reposts.repository.ts';
import type { RepostToggleResult } from './reposts.repository.ts';

interface Dependencies {
  database: Database;
  bus: Pick<Bus, 'publish'>;
  isFederated: boolean;
}

interface RepostState {
  isReposted: boolean;
  repostsCount: number;
}

export interface RepostOptions {
  on?: boolean | undefined;
  quoteContent?: string | undefined;
}

/**
 * Reposts a thread, or removes the repost; with `quoteContent` it creates a quote instead.
 * @throws NotFoundError, ForbiddenError
 */
export async function repostOrQuote(
  { database, bus, isFederated, threads }: Dependencies & { threads: Pick<ThreadsModule, 'quote'> },
  viewer: Viewer,
  idempotency: Idempotency,
  threadId: string,
  { on, quoteContent = '' }: RepostOptions,
) {
  if (quoteContent !== '') {
    const quote = { quotedThreadId: threadId, content: quoteContent };
    return alternative(await threads.quote(viewer, idempotency, quote));
  }
  const reposted = await repostThread(
    { database, bus, isFederated },
    viewer,
    idempotency,
    threadId,
    on,
  );
  const message = reposted.isReposted ? 'success.reposted' : 'success.unreposted';
  return { ...success(message), ...reposted };
}

/**
 * Reposts a thread, or removes the repost. The reply permission does not apply.
 * @throws NotFoundError; ForbiddenError for a thread of another user's private account
 */
async function repostThread(
  { database, bus, isFederated }: Dependencies,
  viewer: Viewer,
  idempotency: Idempotency,
  threadId: string,
  on: boolean | undefined,
): Promise<RepostState> {
  // A completed request changes nothing and returns the current state.
  const isCompleted = idempotency.attempt === 'completed';
  const mayAdd = !isCompleted && on !== false;
  const toggled = isId(threadId)
    ? await toggleRepost(database, {
        id: idempotency.id,
        viewerId: viewer.userId,
        threadId,
        mayRemove: !isCompleted && on !== true,
        mayAdd,
        isFederated,
      })
    : null;
  if (toggled === null) throw threadNotFound();
  publishNotificationChanges(bus, toggled.recipientIds);
  const { isRemoved, isAllowed, wasReposted, count: repostsCount } = toggled;
  if (isCompleted) return { isReposted: wasReposted, repostsCount };
  const isReposted = mayAdd && !isRemoved;
  if (isReposted && !isAllowed && !wasReposted) {
    throw new ForbiddenError('error.repostPrivate');
  }
  publishEngagement(bus, viewer, threadId, { isReposted, repostsCount });
  publishChange(bus, { id: idempotency.id, threadId, actorId: viewer.userId, isReposted, toggled });
  return { isReposted, repostsCount };
}

function publishChange(
  bus: Pick<Bus, 'publish'>,
  { id, isReposted, toggled, ...change }: PublishedChange,
): void {
  if (isReposted && !toggled.wasReposted) {
    bus.publish({ kind: 'feed' });
    publishThreadChange(bus, { ...change, change: 'published', key: id });
  } else if (toggled.removedId !== null) {
    publishThreadChange(bus, { ...change, change: 'deleted', key: toggled.removedId });
  }
}

interface PublishedChange {
  id: string;
  threadId: string;
  actorId: string;
  isReposted: boolean;
  toggled: Pick<RepostToggleResult, 'wasReposted' | 'removedId'>;
}
