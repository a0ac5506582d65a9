import type { Prisma } from '@skein/db';
import type { Random } from '../random.ts';
import type { Community, PlannedUser } from './plan-users.ts';
import type { PlannedThread } from './plan-threads.ts';
import { createIdAt, pickTimeAfter } from './timeline.ts';
import { dayMs } from '../../platform/clock.ts';

export interface PlannedPolls {
  polls: Prisma.PollCreateManyInput[];
  options: Prisma.PollOptionCreateManyInput[];
  ballots: Prisma.PollBallotCreateManyInput[];
  votes: Prisma.PollVoteCreateManyInput[];
  /** Polls that have ended, with their voters. */
  ended: { thread: PlannedThread; endedAt: Date; voters: PlannedUser[] }[];
}

const openDays = 4;
const turnout = 0.45;

/** Polls run for four days, and about half of all users vote. */
export function planPolls(
  { random, community, now }: { random: Random; community: Community; now: Date },
  threads: readonly PlannedThread[],
): PlannedPolls {
  const plan: PlannedPolls = { polls: [], options: [], ballots: [], votes: [], ended: [] };
  for (const thread of threads.filter(({ pollOptions }) => pollOptions.length > 0)) {
    const pollId = createIdAt(random, thread.createdAt);
    const options = thread.pollOptions.map((text, position) => ({
      id: createIdAt(random, thread.createdAt),
      pollId,
      position,
      text,
      votesCount: 0,
    }));
    const expiresAt = new Date(thread.createdAt.getTime() + openDays * dayMs);
    const hasEnded = expiresAt < now;
    const voters = [...community.values()].filter(
      (user) => user !== thread.author && !thread.author.isPrivate && random() < turnout,
    );
    for (const { id: userId } of voters) {
      const option = options[Math.floor(options.length * random() ** 1.4)];
      if (option === undefined) continue;
      const end = hasEnded ? expiresAt : now;
      const createdAt = pickTimeAfter(random, thread.createdAt, { typicalHours: 12, end });
      plan.ballots.push({ pollId, userId, createdAt });
      plan.votes.push({ pollId, userId, optionId: option.id });
      option.votesCount += 1;
    }
    plan.polls.push({
      id: pollId,
      threadId: thread.id,
      question: toQuestion(thread.content),
      expiresAt,
      announcedAt: hasEnded ? expiresAt : null,
      votersCount: voters.length,
    });
    plan.options.push(...options);
    if (hasEnded) plan.ended.push({ thread, endedAt: expiresAt, voters });
  }
  return plan;
}

/** Returns the question in the text, or the text without hashtags. */
function toQuestion(content: string): string {
  const question = /[^.?!]*\?/.exec(content)?.[0].trim();
  return question ?? content.replaceAll(/#\S+/g, '').trim();
}
