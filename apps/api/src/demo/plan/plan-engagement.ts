import type { ReactionType } from '@skein/contracts/threads';
import { pick, type Random } from '../random.ts';
import type { PlannedFollows } from './plan-follows.ts';
import type { Community, PlannedUser } from './plan-users.ts';
import type { PlannedThread } from './plan-threads.ts';
import { createIdAt, pickTimeAfter } from './timeline.ts';

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

/** Plans many likes for a few threads, some for most threads, and fewer for replies. */
export function planEngagement(
  { random, community, now }: { random: Random; community: Community; now: Date },
  threads: readonly PlannedThread[],
  { isFollowing }: PlannedFollows,
): PlannedEngagement {
  const plan: PlannedEngagement = { likes: [], reposts: [], bookmarks: [], reactions: [] };
  for (const thread of threads) {
    const popularity = (0.1 + 0.65 * random() ** 2) * (thread.type === 'reply' ? 0.5 : 1);
    for (const user of community.values()) {
      if (user === thread.author || !canSee(user, thread, isFollowing)) continue;
      const probability = isFollowing(user, thread.author) ? popularity : popularity / 4;
      planActions(plan, { random, user, thread, probability, now });
    }
  }
  return plan;
}

function planActions(
  plan: PlannedEngagement,
  context: {
    random: Random;
    user: PlannedUser;
    thread: PlannedThread;
    probability: number;
    now: Date;
  },
): void {
  const { random, user, thread, probability, now } = context;
  const createAction = (): PlannedAction => ({
    user,
    thread,
    createdAt: pickTimeAfter(random, thread.createdAt, {
      typicalHours: actionTypicalHours,
      end: now,
    }),
  });
  if (random() < probability) plan.likes.push(createAction());
  if (random() < probability * 0.15)
    plan.reactions.push({ ...createAction(), type: pickReaction(random) });
  if (random() < probability * 0.08) plan.bookmarks.push(createAction());
  // Threads of private accounts cannot be reposted by others; replies cannot be reposted.
  const isRepostable = thread.type !== 'reply' && !thread.author.isPrivate;
  if (isRepostable && random() < probability * 0.15) {
    const repost = createAction();
    plan.reposts.push({ ...repost, id: createIdAt(random, repost.createdAt) });
  }
}

/** Threads of private accounts and their replies are visible to followers only. */
function canSee(
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
