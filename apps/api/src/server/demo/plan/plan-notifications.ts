import type { Prisma } from '@skein/db';
import type { Random } from '../random.ts';
import type { PlannedEngagement } from './plan-engagement.ts';
import type { PlannedFollows } from './plan-follows.ts';
import type { PlannedUser } from './plan-users.ts';
import type { PlannedPolls } from './plan-polls.ts';
import type { PlannedThread } from './plan-threads.ts';
import { dayMs, idAt } from './timeline.ts';

interface Cause {
  type: Prisma.NotificationCreateManyInput['type'];
  recipient: PlannedUser;
  actor: PlannedUser;
  at: Date;
  threadId?: string;
  followRequestId?: string;
}

interface Acts extends PlannedEngagement, PlannedFollows, Pick<PlannedPolls, 'ended'> {
  threads: readonly PlannedThread[];
}

const keptDays = 14;
const unreadDays = 1;

/** What the acts of the last two weeks caused; that of the last day is still unread. */
export function planNotifications(
  { random, now }: { random: Random; now: Date },
  acts: Acts,
): Prisma.NotificationCreateManyInput[] {
  const since = now.getTime() - keptDays * dayMs;
  const readBefore = now.getTime() - unreadDays * dayMs;
  return [...causesOfThreads(acts), ...causesOfActs(acts), ...causesOfFollows(acts)]
    .filter(({ recipient, actor, at }) => recipient !== actor && at.getTime() > since)
    .map(({ type, recipient, actor, at, threadId, followRequestId }) => ({
      id: idAt(random, at),
      recipientId: recipient.id,
      actorId: actor.id,
      type,
      threadId: threadId ?? null,
      followRequestId: followRequestId ?? null,
      createdAt: at,
      // Each evening all of the day is read at once.
      readAt: at.getTime() < readBefore ? new Date(Math.ceil(at.getTime() / dayMs) * dayMs) : null,
    }));
}

function causesOfThreads({ threads, isFollowing }: Acts): Cause[] {
  return threads.flatMap((thread) => {
    const { id: threadId, author: actor, createdAt: at, parent, quoted } = thread;
    const told = new Set<PlannedUser>();
    const causes: Cause[] = [];
    const tell = (type: Cause['type'], recipient: PlannedUser | undefined) => {
      // One thread tells a person one thing, and nobody of what they may not see.
      if (recipient === undefined || told.has(recipient)) return;
      if (actor.isPrivate && !isFollowing(recipient, actor)) return;
      told.add(recipient);
      causes.push({ type, recipient, actor, at, threadId });
    };
    tell('reply', parent?.author);
    tell('quote', quoted?.author);
    for (const person of thread.mentioned) tell('mention', person);
    return causes;
  });
}

function causesOfActs({ likes, reactions, reposts, ended }: Acts): Cause[] {
  const toCause =
    (type: Cause['type']) =>
    ({ person, thread, createdAt }: PlannedEngagement['likes'][number]): Cause => ({
      type,
      recipient: thread.author,
      actor: person,
      at: createdAt,
      threadId: thread.id,
    });
  const endings = ended.flatMap(({ thread, endedAt, voters }) =>
    voters.map((recipient): Cause => ({
      type: 'poll_ended',
      recipient,
      actor: thread.author,
      at: endedAt,
      threadId: thread.id,
    })),
  );
  return [
    ...likes.map(toCause('like')),
    ...reactions.map(toCause('reaction')),
    ...reposts.map(toCause('repost')),
    ...endings,
  ];
}

function causesOfFollows({ follows, requests }: Acts): Cause[] {
  return [
    ...follows
      .filter(({ followee }) => !followee.isPrivate)
      .map(({ follower, followee, createdAt }): Cause => ({
        type: 'follow',
        recipient: followee,
        actor: follower,
        at: createdAt,
      })),
    ...requests.map(({ id, requester, target, status, createdAt, decidedAt }): Cause => {
      return status === 'pending'
        ? {
            type: 'follow_request',
            recipient: target,
            actor: requester,
            at: createdAt,
            followRequestId: id,
          }
        : {
            type: 'follow_approved',
            recipient: requester,
            actor: target,
            at: decidedAt ?? createdAt,
          };
    }),
  ];
}
