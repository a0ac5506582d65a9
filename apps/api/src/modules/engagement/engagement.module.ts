import type { Poll, ReactionType } from '@skein/contracts/threads';
import type { Database } from '@skein/db';
import { publishNotificationChanges } from '../../domain/events/publish-notification-changes.ts';
import type { Bus } from '../../platform/events/bus.ts';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import { alternative, success } from '../../platform/results.ts';
import type { Clock } from '../../platform/clock.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { threadNotFound } from '../threads/index.ts';
import type { ThreadsModule } from '../threads/index.ts';
import type { UsersModule } from '../users/index.ts';
import { createEngagedUsersReader } from './list-engaged-users.ts';
import { toggleLikeOrBookmark } from './likes-and-bookmarks.repository.ts';
import { createThreadMutes } from './mute-thread.ts';
import { reactToThread } from './react-to-thread.ts';
import { repostThread } from './repost-thread.ts';
import { findOwnRepost, findRepostedThreadId } from './reposts.repository.ts';
import { votePoll } from './vote-poll.ts';

export type EngagementModule = ReturnType<typeof createEngagementModule>;

interface Dependencies {
  database: Database;
  clock: Clock;
  bus: Pick<Bus, 'publish'>;
  users: Pick<UsersModule, 'listUsers'>;
  threads: Pick<ThreadsModule, 'get' | 'quote'>;
}

/** Without `on`, each action toggles. All throw NotFoundError when the viewer may not see the thread. */
export function createEngagementModule(dependencies: Dependencies) {
  const { database, bus, threads } = dependencies;

  async function toggle(
    table: 'likes' | 'bookmarks',
    viewer: Viewer,
    threadId: string,
    on: boolean | undefined,
  ): Promise<{ isOn: boolean; count: number }> {
    const toggled = isId(threadId)
      ? await toggleLikeOrBookmark(database, { table, viewerId: viewer.userId, threadId, on })
      : null;
    if (toggled === null) throw threadNotFound();
    publishNotificationChanges(bus, toggled.recipientIds);
    return { isOn: on ?? !toggled.isRemoved, count: toggled.count };
  }

  return {
    ...createEngagedUsersReader(dependencies),
    ...createThreadMutes(dependencies),

    async like(viewer: Viewer, threadId: string, on: boolean | undefined) {
      const { isOn: isLiked, count: likesCount } = await toggle('likes', viewer, threadId, on);
      return { ...success(isLiked ? 'success.liked' : 'success.unliked'), isLiked, likesCount };
    },

    async bookmark(viewer: Viewer, threadId: string, on: boolean | undefined) {
      const { isOn } = await toggle('bookmarks', viewer, threadId, on);
      const message = isOn ? 'success.bookmarked' : 'success.unbookmarked';
      return { ...success(message), isBookmarked: isOn };
    },

    /** With `quoteContent` it creates a quote instead. @throws ForbiddenError */
    async repost(
      viewer: Viewer,
      idempotency: Idempotency,
      threadId: string,
      { on, quoteContent = '' }: { on?: boolean | undefined; quoteContent?: string | undefined },
    ) {
      if (quoteContent !== '') {
        const quote = { quotedThreadId: threadId, content: quoteContent };
        return alternative(await threads.quote(viewer, idempotency, quote));
      }
      const reposted = await repostThread(dependencies, viewer, idempotency, threadId, on);
      const message = reposted.isReposted ? 'success.reposted' : 'success.unreposted';
      return { ...success(message), ...reposted };
    },

    findOwnRepost: (viewer: Viewer, threadId: string) =>
      findOwnRepost(database, viewer.userId, threadId),

    /** The thread of a repost. The caller checks whether the viewer may see it. */
    findRepostedThreadId: (id: string) => findRepostedThreadId(database, id),

    async react(viewer: Viewer, threadId: string, type: ReactionType, on: boolean | undefined) {
      const result = await reactToThread(dependencies, viewer, threadId, type, on);
      const message = result.myReaction === null ? 'success.unreacted' : 'success.reacted';
      return { ...success(message), ...result };
    },

    /** @throws ValidationError, ConflictError */
    async vote(
      viewer: Viewer,
      idempotency: Idempotency,
      threadId: string,
      optionIds: readonly string[],
    ) {
      const poll: Poll = await votePoll(dependencies, viewer, idempotency, threadId, optionIds);
      return { ...success('success.voted'), poll };
    },
  };
}
