import type { Random } from '../random.ts';
import { demoUsername, type Community, type PlannedUser } from './plan-users.ts';
import type { PlannedThread } from './plan-threads.ts';
import { createIdAt, pickTimeAfter } from './timeline.ts';
import { dayMs } from '../../platform/clock.ts';

export interface PlannedFollow {
  follower: PlannedUser;
  followee: PlannedUser;
  createdAt: Date;
}

export interface PlannedRequest {
  id: string;
  requester: PlannedUser;
  target: PlannedUser;
  status: 'pending' | 'approved';
  createdAt: Date;
  decidedAt: Date | null;
}

export interface PlannedFollows {
  follows: PlannedFollow[];
  requests: PlannedRequest[];
  isFollowing: (follower: PlannedUser, followee: PlannedUser) => boolean;
}

const contactProbability = 0.85;
const demoUserProbability = 0.4;
const defaultProbability = 0.2;
const pendingPerPrivateAccount = 2;

/**
 * Users follow most users they interact with, and some others. Users who reply to a private account
 * follow it by an approved request; some other requests are pending.
 */
export function planFollows(
  { random, community, now }: { random: Random; community: Community; now: Date },
  threads: readonly PlannedThread[],
): PlannedFollows {
  const interactions = listInteractions(threads);
  const follows: PlannedFollow[] = [];
  const requests: PlannedRequest[] = [];
  const followPairs = new Set<string>();
  for (const followee of community.values()) {
    let remainingPending = followee.isPrivate ? pendingPerPrivateAccount : 0;
    for (const follower of community.values()) {
      if (follower === followee) continue;
      const hasInteracted = interactions.has(toPairKey(follower, followee));
      const mustFollow = hasInteracted && followee.isPrivate;
      const createdAt = pickFollowTime(random, follower, followee, now);
      if (mustFollow || random() < followProbability(follower, followee, interactions)) {
        followPairs.add(toPairKey(follower, followee));
        follows.push({ follower, followee, createdAt });
        if (followee.isPrivate)
          requests.push(createApprovedRequest(random, { follower, followee, createdAt }));
      } else if (remainingPending > 0) {
        remainingPending -= 1;
        requests.push(createPendingRequest(random, { follower, followee, createdAt: now }));
      }
    }
  }
  return {
    follows,
    requests,
    isFollowing: (follower, followee) => followPairs.has(toPairKey(follower, followee)),
  };
}

function toPairKey(user: PlannedUser, target: PlannedUser): string {
  return `${user.username} ${target.username}`;
}

function listInteractions(threads: readonly PlannedThread[]): Set<string> {
  return new Set(
    threads.flatMap(({ author, parent, root, quoted }) =>
      [parent, root, quoted].flatMap((target) =>
        target === null ? [] : [toPairKey(author, target.author)],
      ),
    ),
  );
}

function followProbability(
  follower: PlannedUser,
  followee: PlannedUser,
  interactions: ReadonlySet<string>,
): number {
  if (
    interactions.has(toPairKey(follower, followee)) ||
    interactions.has(toPairKey(followee, follower))
  ) {
    return contactProbability;
  }
  return follower.username === demoUsername ? demoUserProbability : defaultProbability;
}

function pickFollowTime(
  random: Random,
  follower: PlannedUser,
  followee: PlannedUser,
  now: Date,
): Date {
  const bothRegisteredAt = Math.max(follower.createdAt.getTime(), followee.createdAt.getTime());
  return pickTimeAfter(random, new Date(bothRegisteredAt), { typicalHours: 14 * 24, end: now });
}

function createApprovedRequest(
  random: Random,
  { follower, followee, createdAt }: PlannedFollow,
): PlannedRequest {
  const requestedAt = new Date(createdAt.getTime() - 60_000);
  return {
    id: createIdAt(random, requestedAt),
    requester: follower,
    target: followee,
    status: 'approved',
    createdAt: requestedAt,
    decidedAt: createdAt,
  };
}

function createPendingRequest(
  random: Random,
  { follower, followee, createdAt }: PlannedFollow,
): PlannedRequest {
  const requestedAt = new Date(Math.floor(createdAt.getTime() - random() * 2 * dayMs));
  return {
    id: createIdAt(random, requestedAt),
    requester: follower,
    target: followee,
    status: 'pending',
    createdAt: requestedAt,
    decidedAt: null,
  };
}
