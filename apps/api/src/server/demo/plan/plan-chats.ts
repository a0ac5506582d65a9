import type { Prisma } from '@skein/db';
import type { Chat } from '../content/parse-chats.ts';
import { between, type Random } from '../random.ts';
import { requireUser, type Community } from './plan-users.ts';
import { dayMs, hourMs, idAt } from './timeline.ts';

export interface PlannedChats {
  conversations: Prisma.ConversationCreateManyInput[];
  members: Prisma.ConversationMemberCreateManyInput[];
  messages: Prisma.MessageCreateManyInput[];
}

const lastMessageMaxDays = 9;

/** Plans each chat within two days; later chats in the list are older. */
export function planChats(
  { random, community, now }: { random: Random; community: Community; now: Date },
  chats: readonly Chat[],
): PlannedChats {
  const plan: PlannedChats = { conversations: [], members: [], messages: [] };
  for (const [index, { users, messages }] of chats.entries()) {
    const sinceLastMessageMs = hourMs / 2 + (index / chats.length) * lastMessageMaxDays * dayMs;
    const [lastAt, ...earlier] = createTimesBefore(
      random,
      now.getTime() - sinceLastMessageMs,
      messages.length,
    );
    const times = [...earlier.toReversed(), ...(lastAt === undefined ? [] : [lastAt])];
    const [firstAt = now] = times;
    const conversationId = idAt(random, firstAt);
    const members = users.map((username) => requireUser(community, username).id);
    const [lowerId = '', upperId = ''] = members.toSorted();
    const unreadCount = messages.filter(({ isUnread }) => isUnread).length;
    plan.conversations.push({
      id: conversationId,
      lowerId,
      upperId,
      lastSeq: messages.length,
      createdAt: firstAt,
      updatedAt: lastAt ?? firstAt,
    });
    plan.members.push(
      ...members.map((userId, side) => ({
        conversationId,
        userId,
        lastSentSeq: messages.findLastIndex(({ sender }) => sender === users[side]) + 1,
        unreadCount: side === 0 ? unreadCount : 0,
        readSeq: messages.length - (side === 0 ? unreadCount : 0),
        lastMessageAt: lastAt ?? firstAt,
      })),
    );
    plan.messages.push(
      ...messages.map(({ sender, text }, position) => {
        const createdAt = times[position] ?? firstAt;
        return {
          id: idAt(random, createdAt),
          conversationId,
          seq: position + 1,
          senderId: requireUser(community, sender).id,
          content: text,
          createdAt,
        };
      }),
    );
  }
  return plan;
}

function createTimesBefore(random: Random, lastMs: number, count: number): Date[] {
  let ms = lastMs;
  return Array.from({ length: count }, () => {
    const moment = new Date(Math.floor(ms));
    ms -= between(random, 0.02, random() < 0.15 ? 9 : 0.3) * hourMs;
    return moment;
  });
}
