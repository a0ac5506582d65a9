import type { ReactionType } from '@skein/contracts/threads';
import type { Database, Transaction } from '@skein/db';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Bus } from '../../platform/events/bus.ts';
import type { PageQuery } from '../../platform/read-page.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ThreadsModule } from '../threads/index.ts';
import type { UsersModule } from '../users/index.ts';
import { addRemoteVote } from './ballots.repository.ts';
import type { RemoteVote } from './ballots.repository.ts';
import { bookmarkThread, likeThread } from './like-or-bookmark.ts';
import { listEngagedUsers, listReactions } from './list-engaged-users.ts';
import { setThreadMuted } from './mute-thread.ts';
import { reactToThread } from './react-to-thread.ts';
import { repostOrQuote } from './repost-thread.ts';
import type { RepostOptions } from './repost-thread.ts';
import { findOwnRepost, findRepostedThreadId } from './reposts.repository.ts';
import { votePoll } from './vote-poll.ts';

export type EngagementModule = ReturnType<typeof createEngagementModule>;

interface Dependencies {
  database: Database;
  clock: Clock;
  bus: Pick<Bus, 'publish'>;
  users: Pick<UsersModule, 'listUsers'>;
  threads: Pick<ThreadsModule, 'get' | 'quote'>;
  /** Whether other servers are informed. */
  isFederated: boolean;
}

/** Each action toggles if `on` is undefined. All throw NotFoundError when the viewer may not see the thread. */
export function createEngagementModule(deps: Dependencies) {
  const { database } = deps;
  return {
    like: (viewer: Viewer, threadId: string, on: boolean | undefined) =>
      likeThread(deps, viewer, threadId, on),
    bookmark: (viewer: Viewer, threadId: string, on: boolean | undefined) =>
      bookmarkThread(deps, viewer, threadId, on),
    repost: (viewer: Viewer, idempotency: Idempotency, threadId: string, options: RepostOptions) =>
      repostOrQuote(deps, viewer, idempotency, threadId, options),
    react: (viewer: Viewer, threadId: string, type: ReactionType, on: boolean | undefined) =>
      reactToThread(deps, viewer, threadId, type, on),
    /** Removes the viewer's reaction of any type. */
    unreact: (viewer: Viewer, threadId: string) =>
      reactToThread(deps, viewer, threadId, null, false),
    vote: (
      viewer: Viewer,
      idempotency: Idempotency,
      threadId: string,
      optionIds: readonly string[],
    ) => votePoll(deps, viewer, idempotency, threadId, optionIds),
    /** Counts an option that a user of another server has chosen. */
    addRemoteVote: (tx: Transaction, vote: Omit<RemoteVote, 'now'>) =>
      addRemoteVote(tx, { ...vote, now: deps.clock.now() }),
    setMuted: (viewer: Viewer, threadId: string, isMuted: boolean) =>
      setThreadMuted(deps, viewer, threadId, isMuted),

    listLikes: (viewer: Viewer, threadId: string, query: PageQuery) =>
      listEngagedUsers(deps, viewer, { table: 'likes', threadId }, query),
    listReposts: (viewer: Viewer, threadId: string, query: PageQuery) =>
      listEngagedUsers(deps, viewer, { table: 'reposts', threadId }, query),
    listReactions: (viewer: Viewer, threadId: string, query: PageQuery) =>
      listReactions(deps, viewer, threadId, query),

    findOwnRepost: (viewer: Viewer, threadId: string) =>
      findOwnRepost(database, viewer.userId, threadId),
    /** The thread of a repost. The caller checks whether the viewer may see it. */
    findRepostedThreadId: (id: string) => findRepostedThreadId(database, id),
  };
}
