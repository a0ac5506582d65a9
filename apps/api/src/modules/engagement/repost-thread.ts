import type { Database } from '@skein/db';
import { publishNotificationChanges } from '../../platform/events/publish-notification-changes.ts';
import type { Bus } from '../../platform/events/bus.ts';
import type { Idempotency } from '../../http/idempotency/idempotency.ts';
import { ForbiddenError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { threadNotFound } from '../threads/index.ts';
import { changeRepost } from './reposts.repository.ts';

interface Reposted {
  isReposted: boolean;
  repostsCount: number;
}

/**
 * Reposts a thread, or takes the repost back. Who may reply to or quote it does not matter here.
 * @throws NotFoundError; ForbiddenError for what somebody else wrote who is private
 */
export async function repostThread(
  { database, bus }: { database: Database; bus: Pick<Bus, 'publish'> },
  viewer: Viewer,
  idempotency: Idempotency,
  threadId: string,
  on: boolean | undefined,
): Promise<Reposted> {
  // What has been done is answered with as it stands by now.
  const isDone = idempotency.attempt === 'completed';
  const mayAdd = !isDone && on !== false;
  const switched = isId(threadId)
    ? await changeRepost(database, {
        id: idempotency.id,
        viewerId: viewer.userId,
        threadId,
        mayRemove: !isDone && on !== true,
        mayAdd,
      })
    : null;
  if (switched === null) throw threadNotFound();
  publishNotificationChanges(bus, switched.toldIds);
  const { isRemoved, isAllowed, wasReposted, count: repostsCount } = switched;
  if (isDone) return { isReposted: wasReposted, repostsCount };
  const isReposted = mayAdd && !isRemoved;
  if (isReposted && !isAllowed && !wasReposted) {
    throw new ForbiddenError('Only its author can repost what a private account wrote.');
  }
  if (isReposted && !wasReposted) bus.publish({ kind: 'feed' });
  return { isReposted, repostsCount };
}
