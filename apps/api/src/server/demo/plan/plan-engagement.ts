import type { ReactionType } from '@skein/contracts/threads';
import { pick, type Random } from '../random.ts';
import type { PlannedFollows } from './plan-follows.ts';
import type { Community, PlannedUser } from './plan-users.ts';
import type { PlannedThread } from './plan-threads.ts';
import { idAt, momentAfter } from './timeline.ts';

export interface PlannedAct {
  person: PlannedUser;
  thread: PlannedThread;
  createdAt: Date;
}

export interface PlannedEngagement {
  likes: PlannedAct[];
  reposts: (PlannedAct & { id: string })[];
  bookmarks: PlannedAct[];
  reactions: (PlannedAct & { type: ReactionType })[];
}

const actTypicalHours = 6;

/** Few threads please many, most please some; answers less than what they answer. */
export function planEngagement(
  { random, community, now }: { random: Random; community: Community; now: Date },
  threads: readonly PlannedThread[],
  { isFollowing }: PlannedFollows,
): PlannedEngagement {
  const plan: PlannedEngagement = { likes: [], reposts: [], bookmarks: [], reactions: [] };
  for (const thread of threads) {
    const appeal = (0.1 + 0.65 * random() ** 2) * (thread.type === 'reply' ? 0.5 : 1);
    for (const person of community.values()) {
      if (person === thread.author || !maySee(person, thread, isFollowing)) continue;
      const interest = isFollowing(person, thread.author) ? appeal : appeal / 4;
      planActs(plan, { random, person, thread, interest, now });
    }
  }
  return plan;
}

function planActs(
  plan: PlannedEngagement,
  reading: {
    random: Random;
    person: PlannedUser;
    thread: PlannedThread;
    interest: number;
    now: Date;
  },
): void {
  const { random, person, thread, interest, now } = reading;
  const act = (): PlannedAct => ({
    person,
    thread,
    createdAt: momentAfter(random, thread.createdAt, { typicalHours: actTypicalHours, end: now }),
  });
  if (random() < interest) plan.likes.push(act());
  if (random() < interest * 0.15) plan.reactions.push({ ...act(), type: pickReaction(random) });
  if (random() < interest * 0.08) plan.bookmarks.push(act());
  // Only the author may repost what is private; replies stand in no feed.
  const isRepostable = thread.type !== 'reply' && !thread.author.isPrivate;
  if (isRepostable && random() < interest * 0.15) {
    const repost = act();
    plan.reposts.push({ ...repost, id: idAt(random, repost.createdAt) });
  }
}

/** A private person's thread is for followers, and what stands below it as well. */
function maySee(
  person: PlannedUser,
  thread: PlannedThread,
  isFollowing: PlannedFollows['isFollowing'],
): boolean {
  return [thread.author, (thread.root ?? thread).author].every(
    (author) => !author.isPrivate || author === person || isFollowing(person, author),
  );
}

function pickReaction(random: Random): ReactionType {
  return pick(random, ['love', 'love', 'love', 'laugh', 'laugh', 'wow', 'wow', 'like', 'sad']);
}
