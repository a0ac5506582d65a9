import type { ReactionType } from '@skein/contracts/threads';
import { pick, type Random } from '../random.ts';
import type { PlannedFollows } from './plan-follows.ts';
import type { Community, PlannedUser } from './plan-users.ts';
import type { PlannedThread } from './plan-threads.ts';
import { idAt, momentAfter } from './timeline.ts';

export interface PlannedAction {
  user: PlannedUser;
  thread: PlannedThread;
  createdAt: Date;
}

export interface PlannedEngagement {
  likes: PlannedAction[];
  reposts: (PlannedAction & { id: string })[];
  bookmarks: PlannedAction[];
  reactions: (PlannedAction & { type: ReactionType })[];
}

const actionTypicalHours = 6;

/** A few threads get many likes, most get some; replies get fewer than threads. */
export function planEngagement(
  { random, community, now }: { random: Random; community: Community; now: Date },
  threads: readonly PlannedThread[],
  { isFollowing }: PlannedFollows,
): PlannedEngagement {
  const plan: PlannedEngagement = { likes: [], reposts: [], bookmarks: [], reactions: [] };
  for (const thread of threads) {
    const appeal = (0.1 + 0.65 * random() ** 2) * (thread.type === 'reply' ? 0.5 : 1);
    for (const user of community.values()) {
      if (user === thread.author || !maySee(user, thread, isFollowing)) continue;
      const interest = isFollowing(user, thread.author) ? appeal : appeal / 4;
      planActions(plan, { random, user, thread, interest, now });
    }
  }
  return plan;
}

function planActions(
  plan: PlannedEngagement,
  reading: {
    random: Random;
    user: PlannedUser;
    thread: PlannedThread;
    interest: number;
    now: Date;
  },
): void {
  const { random, user, thread, interest, now } = reading;
  const act = (): PlannedAction => ({
    user,
    thread,
    createdAt: momentAfter(random, thread.createdAt, {
      typicalHours: actionTypicalHours,
      end: now,
    }),
  });
  if (random() < interest) plan.likes.push(act());
  if (random() < interest * 0.15) plan.reactions.push({ ...act(), type: pickReaction(random) });
  if (random() < interest * 0.08) plan.bookmarks.push(act());
  // Threads of private accounts cannot be reposted by others; replies cannot be reposted.
  const isRepostable = thread.type !== 'reply' && !thread.author.isPrivate;
  if (isRepostable && random() < interest * 0.15) {
    const repost = act();
    plan.reposts.push({ ...repost, id: idAt(random, repost.createdAt) });
  }
}

/** Threads of private accounts and their replies are visible to followers only. */
function maySee(
  user: PlannedUser,
  thread: PlannedThread,
  isFollowing: PlannedFollows['isFollowing'],
): boolean {
  return [thread.author, (thread.root ?? thread).author].every(
    (author) => !author.isPrivate || author === user || isFollowing(user, author),
  );
}

function pickReaction(random: Random): ReactionType {
  return pick(random, ['love', 'love', 'love', 'laugh', 'laugh', 'wow', 'wow', 'like', 'sad']);
}
