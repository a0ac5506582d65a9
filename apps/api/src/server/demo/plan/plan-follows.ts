import type { Random } from '../random.ts';
import { demoUsername, type Community, type PlannedUser } from './plan-users.ts';
import type { PlannedThread } from './plan-threads.ts';
import { dayMs, idAt, momentAfter } from './timeline.ts';

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

const chanceAfterTalking = 0.85;
const chanceOfVisitor = 0.4;
const chanceOtherwise = 0.2;
const pendingPerPrivateAccount = 2;

/**
 * People follow those they talk with, and some others. Whoever answers a private account follows
 * it; every such follow was asked for and approved, and some others still wait.
 */
export function planFollows(
  { random, community, now }: { random: Random; community: Community; now: Date },
  threads: readonly PlannedThread[],
): PlannedFollows {
  const talks = listTalks(threads);
  const follows: PlannedFollow[] = [];
  const requests: PlannedRequest[] = [];
  const known = new Set<string>();
  for (const followee of community.values()) {
    let pendingLeft = followee.isPrivate ? pendingPerPrivateAccount : 0;
    for (const follower of community.values()) {
      if (follower === followee) continue;
      const hasTalked = talks.has(pairOf(follower, followee));
      const mustFollow = hasTalked && followee.isPrivate;
      const createdAt = momentOfFollow(random, follower, followee, now);
      if (mustFollow || random() < chanceOfFollow(follower, followee, talks)) {
        known.add(pairOf(follower, followee));
        follows.push({ follower, followee, createdAt });
        if (followee.isPrivate) requests.push(approved(random, { follower, followee, createdAt }));
      } else if (pendingLeft > 0) {
        pendingLeft -= 1;
        requests.push(pending(random, { follower, followee, createdAt: now }));
      }
    }
  }
  return {
    follows,
    requests,
    isFollowing: (follower, followee) => known.has(pairOf(follower, followee)),
  };
}

function pairOf(one: PlannedUser, other: PlannedUser): string {
  return `${one.username} ${other.username}`;
}

function listTalks(threads: readonly PlannedThread[]): Set<string> {
  return new Set(
    threads.flatMap(({ author, parent, root, quoted }) =>
      [parent, root, quoted].flatMap((above) =>
        above === null ? [] : [pairOf(author, above.author)],
      ),
    ),
  );
}

function chanceOfFollow(
  follower: PlannedUser,
  followee: PlannedUser,
  talks: ReadonlySet<string>,
): number {
  if (talks.has(pairOf(follower, followee)) || talks.has(pairOf(followee, follower))) {
    return chanceAfterTalking;
  }
  return follower.username === demoUsername ? chanceOfVisitor : chanceOtherwise;
}

function momentOfFollow(
  random: Random,
  follower: PlannedUser,
  followee: PlannedUser,
  now: Date,
): Date {
  const bothThere = Math.max(follower.createdAt.getTime(), followee.createdAt.getTime());
  return momentAfter(random, new Date(bothThere), { typicalHours: 14 * 24, end: now });
}

function approved(
  random: Random,
  { follower, followee, createdAt }: PlannedFollow,
): PlannedRequest {
  const askedAt = new Date(createdAt.getTime() - 60_000);
  return {
    id: idAt(random, askedAt),
    requester: follower,
    target: followee,
    status: 'approved',
    createdAt: askedAt,
    decidedAt: createdAt,
  };
}

function pending(random: Random, { follower, followee, createdAt }: PlannedFollow): PlannedRequest {
  const askedAt = new Date(Math.floor(createdAt.getTime() - random() * 2 * dayMs));
  return {
    id: idAt(random, askedAt),
    requester: follower,
    target: followee,
    status: 'pending',
    createdAt: askedAt,
    decidedAt: null,
  };
}
