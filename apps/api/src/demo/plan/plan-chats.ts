import type { MessageType } from '@skein/contracts/chat';
import type { Prisma } from '@skein/db';
import { findDemoCardId } from '../content/link-cards.ts';
import type { Chat } from '../content/parse-chats.ts';
import { between, type Random } from '../random.ts';
import type { PlannedThread } from './plan-threads.ts';
import { requireUser, type Community } from './plan-users.ts';
import { createIdAt } from './timeline.ts';
import { dayMs, hourMs } from '../../platform/clock.ts';

export interface PlannedChats {
  conversations: Prisma.ConversationCreateManyInput[];
  members: Prisma.ConversationMemberCreateManyInput[];
  messages: Prisma.MessageCreateManyInput[];
  images: PlannedMessageImage[];
  recordings: { messageId: string; senderId: string; name: string }[];
}

export interface PlannedMessageImage {
  messageId: string;
  senderId: string;
  /** Among the files of the message. */
  position: number;
  name: string;
  altText: string;
}

type ScriptedMessage = Chat['messages'][number];

const lastMessageMaxDays = 9;
const editDelayMs = 60_000;

interface ChatContext {
  random: Random;
  community: Community;
  now: Date;
  threads: readonly PlannedThread[];
}

/** Plans the times of all messages; chats at the end of the list are older. */
export function planChats(
  { random, community, now, threads }: ChatContext,
  chats: readonly Chat[],
): PlannedChats {
  const plan: PlannedChats = {
    conversations: [],
    members: [],
    messages: [],
    images: [],
    recordings: [],
  };
  for (const [index, { users, isPinned, messages }] of chats.entries()) {
    const sinceLastMessageMs = hourMs / 2 + (index / chats.length) * lastMessageMaxDays * dayMs;
    const times = pickMessageTimes(random, now.getTime() - sinceLastMessageMs, messages.length);
    const firstAt = times.at(0) ?? now;
    const lastAt = times.at(-1) ?? now;
    const conversationId = createIdAt(random, firstAt);
    const memberIds = users.map((username) => requireUser(community, username).id);
    plan.conversations.push({
      id: conversationId,
      kind: 'direct',
      pairKey: memberIds.toSorted().join(':'),
      lastSeq: messages.length,
      createdAt: firstAt,
      updatedAt: lastAt,
    });
    plan.members.push(
      ...planMembers({ users, isPinned, messages }, conversationId, memberIds, lastAt),
    );
    plan.messages.push(
      ...messages.map((message, position) => {
        const { sender, text, shares, replyTo, isEdited, reaction } = message;
        const createdAt = times[position] ?? firstAt;
        const receiverId = memberIds[sender === users[0] ? 1 : 0] ?? '';
        const id = createIdAt(random, createdAt);
        const senderId = requireUser(community, sender).id;
        addFiles(plan, message, { messageId: id, senderId });
        return {
          id,
          conversationId,
          seq: position + 1,
          senderId,
          type: toMessageType(message),
          content: text,
          linkCardId: findDemoCardId(text),
          createdAt,
          replyToSeq: replyTo,
          sharedThreadId: findSharedThread(threads, shares, createdAt),
          editedAt: isEdited ? new Date(createdAt.getTime() + editDelayMs) : null,
          revision: Number(isEdited) + Number(reaction !== null),
          ...(reaction !== null && { reactions: { [receiverId]: reaction } }),
        };
      }),
    );
  }
  return plan;
}

function toMessageType({
  images,
  recording,
}: Pick<ScriptedMessage, 'images' | 'recording'>): MessageType {
  if (recording !== null) return 'audio';
  return images.length > 0 ? 'image' : 'text';
}

function addFiles(
  plan: PlannedChats,
  { images, recording }: ScriptedMessage,
  sent: { messageId: string; senderId: string },
): void {
  plan.images.push(...images.map((image, position) => ({ ...image, ...sent, position })));
  if (recording !== null) plan.recordings.push({ ...sent, name: recording });
}

function planMembers(
  { users, isPinned, messages }: Chat,
  conversationId: string,
  memberIds: readonly string[],
  lastAt: Date,
) {
  const unreadCount = messages.filter(({ isUnread }) => isUnread).length;
  return memberIds.map((userId, memberIndex) => ({
    conversationId,
    userId,
    lastSentSeq: messages.findLastIndex(({ sender }) => sender === users[memberIndex]) + 1,
    unreadCount: memberIndex === 0 ? unreadCount : 0,
    readSeq: messages.length - (memberIndex === 0 ? unreadCount : 0),
    lastMessageAt: lastAt,
    pinnedAt: isPinned && memberIndex === 0 ? lastAt : null,
  }));
}

/** The latest thread of a user before a message. */
function findSharedThread(
  threads: readonly PlannedThread[],
  username: string | null,
  before: Date,
): string | null {
  const isShared = ({ author, parent, createdAt }: PlannedThread) =>
    author.username === username && parent === null && createdAt < before;
  return threads.findLast(isShared)?.id ?? null;
}

/** Returns the times of `count` messages in chronological order, the last at `lastMs`. */
function pickMessageTimes(random: Random, lastMs: number, count: number): Date[] {
  let ms = lastMs;
  const times = Array.from({ length: count }, () => {
    const time = new Date(Math.floor(ms));
    ms -= between(random, 0.02, random() < 0.15 ? 9 : 0.3) * hourMs;
    return time;
  });
  return times.toReversed();
}
