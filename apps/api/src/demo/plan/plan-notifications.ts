import type { Prisma } from '@skein/db';
import type { Random } from '../random.ts';
import type { PlannedEngagement } from './plan-engagement.ts';
import type { PlannedFollows } from './plan-follows.ts';
import type { PlannedUser } from './plan-users.ts';
import type { PlannedPolls } from './plan-polls.ts';
import type { PlannedThread } from './plan-threads.ts';
import { createIdAt } from './timeline.ts';
import { dayMs } from '../../platform/clock.ts';

interface NotificationCause {
  type: Prisma.NotificationCreateManyInput['type'];
  recipient: PlannedUser;
  actor: PlannedUser;
  at: Date;
  threadId?: string;
  followRequestId?: string;
}

interface Actions extends PlannedEngagement, PlannedFollows, Pick<PlannedPolls, 'ended'> {
  threads: readonly PlannedThread[];
}

const retentionDays = 14;
const unreadDays = 1;

/** Plans the notifications of the last two weeks; those of the last day are unread. */
export function planNotifications(
  { random, now }: { random: Random; now: Date },
  actions: Actions,
): Prisma.NotificationCreateManyInput[] {
  const since = now.getTime() - retentionDays * dayMs;
  const readBefore = now.getTime() - unreadDays * dayMs;
  return [
    ...listThreadCauses(actions),
    ...listEngagementCauses(actions),
    ...listFollowCauses(actions),
  ]
    .filter(({ recipient, actor, at }) => recipient !== actor && at.getTime() > since)
    .map(({ type, recipient, actor, at, threadId, followRequestId }) => ({
      id: createIdAt(random, at),
      recipientId: recipient.id,
      actorId: actor.id,
      type,
      threadId: threadId ?? null,
      followRequestId: followRequestId ?? null,
      createdAt: at,
      // All notifications of a day are read at its end.
      readAt: at.getTime() < readBefore ? new Date(Math.ceil(at.getTime() / dayMs) * dayMs) : null,
    }));
}

function listThreadCauses({ threads, isFollowing }: Actions): NotificationCause[] {
  return threads.flatMap((thread) => {
    const { id: threadId, author: actor, createdAt: at, parent, quoted } = thread;
    const notified = new Set<PlannedUser>();
    const causes: NotificationCause[] = [];
    const notify = (type: NotificationCause['type'], recipient: PlannedUser | undefined) => {
      // At most one notification per thread and recipient, and none for hidden threads.
      if (recipient === undefined || notified.has(recipient)) return;
      if (actor.isPrivate && !isFollowing(recipient, actor)) return;
      notified.add(recipient);
      causes.push({ type, recipient, actor, at, threadId });
    };
    notify('reply', parent?.author);
    notify('quote', quoted?.author);
    for (const user of thread.mentioned) notify('mention', user);
    return causes;
  });
}

function listEngagementCauses({ likes, reactions, reposts, ended }: Actions): NotificationCause[] {
  const toCause =
    (type: NotificationCause['type']) =>
    ({ user, thread, createdAt }: PlannedEngagement['likes'][number]): NotificationCause => ({
      type,
      recipient: thread.author,
      actor: user,
      at: createdAt,
      threadId: thread.id,
    });
  const endings = ended.flatMap(({ thread, endedAt, voters }) =>
    voters.map((recipient): NotificationCause => ({
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

function listFollowCauses({ follows, requests }: Actions): NotificationCause[] {
  return [
    ...follows
      .filter(({ followee }) => !followee.isPrivate)
      .map(({ follower, followee, createdAt }): NotificationCause => ({
        type: 'follow',
        recipient: followee,
        actor: follower,
        at: createdAt,
      })),
    ...requests.map(
      ({ id, requester, target, status, createdAt, decidedAt }): NotificationCause => {
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
      },
    ),
  ];
}
