import type { Prisma } from '@skein/db';
import type { Random } from '../random.ts';
import type { PlannedChats } from './plan-chats.ts';
import { demoUsername, requireUser, type Community } from './plan-users.ts';
import { createIdAt } from './timeline.ts';
import { minuteMs } from '../../platform/clock.ts';

const name = 'Repair café on Saturday';
const usernames = ['nadia', demoUsername, 'marisol', 'tomas', 'noor'] as const;

interface ScriptedMessage {
  sender: (typeof usernames)[number];
  text: string;
  replyTo?: number;
  reactions?: Partial<Record<(typeof usernames)[number], string>>;
  mentions?: readonly (typeof usernames)[number][];
}

/** The first two messages say that the group was created and who was added. */
const script: readonly ScriptedMessage[] = [
  { sender: 'nadia', text: 'Welcome! Same room as last time, we start at ten.' },
  { sender: 'nadia', text: 'Who brings what? I have the kettle and the sewing machine.' },
  { sender: 'tomas', text: 'Grease, spanners and a truing stand.', reactions: { nadia: '🔧' } },
  { sender: 'marisol', text: 'Two soldering irons, but I am out of spare plugs.' },
  {
    sender: demoUsername,
    text: 'I have a box full of plugs 🔌',
    replyTo: 6,
    reactions: { marisol: '🎉', nadia: '🎉' },
  },
  { sender: 'noor', text: 'I will bake. Any allergies?' },
  { sender: 'tomas', text: 'Only to decaf.', reactions: { noor: '😂', [demoUsername]: '😂' } },
  { sender: 'noor', text: 'Cardamom buns it is.', reactions: { marisol: '❤️', tomas: '❤️' } },
  {
    sender: 'nadia',
    text: `@${demoUsername} could you bring the multimeter as well?`,
    mentions: [demoUsername],
  },
];

const minutesBetween = 17;
/** The last message waits for the demo user. */
const unreadCount = 1;

/** Plans a group of the demo user. */
export function planGroup(random: Random, community: Community, now: Date) {
  const ids = usernames.map((username) => requireUser(community, username).id);
  const getId = (username: string) => requireUser(community, username).id;
  const count = script.length + 2;
  const toTime = (seq: number) =>
    new Date(now.getTime() - (count - seq + 1) * minutesBetween * minuteMs);
  const conversationId = createIdAt(random, toTime(1));
  const message = (
    seq: number,
    sender: string,
    fields: Partial<Prisma.MessageCreateManyInput>,
  ) => ({
    id: createIdAt(random, toTime(seq)),
    conversationId,
    seq,
    senderId: getId(sender),
    content: '',
    createdAt: toTime(seq),
    ...fields,
  });
  const event = (type: string, userIds: readonly string[], newName: string | null) => ({
    type: 'system' as const,
    event: { type, userIds: [...userIds], name: newName },
  });
  const [creator, ...added] = ids;
  const messages = [
    message(1, 'nadia', event('group_created', [], name)),
    message(2, 'nadia', event('members_added', added, null)),
    ...script.map((line, index) => message(index + 3, line.sender, toFields(line, getId))),
  ];
  const demoId = getId(demoUsername);
  const getLastSeq = (userId: string) =>
    messages.findLast(({ senderId }) => senderId === userId)?.seq ?? 0;
  return {
    conversation: {
      id: conversationId,
      kind: 'group' as const,
      lastSeq: count,
      createdAt: toTime(1),
      updatedAt: toTime(count),
    },
    group: { conversationId, name },
    members: ids.map((userId) => ({
      conversationId,
      userId,
      isAdmin: userId === creator,
      lastSentSeq: getLastSeq(userId),
      unreadCount: userId === demoId ? unreadCount : 0,
      readSeq: userId === demoId ? count - unreadCount : count,
      mentionedSeq: userId === demoId ? count : 0,
      lastMessageAt: toTime(count),
    })),
    messages,
  };
}

function toFields(
  { text, replyTo, reactions = {}, mentions = [] }: ScriptedMessage,
  getId: (username: string) => string,
): Partial<Prisma.MessageCreateManyInput> {
  const reacted = Object.entries(reactions).map(
    ([username, emoji]) => [getId(username), emoji] as const,
  );
  return {
    content: text,
    revision: reacted.length,
    ...(replyTo !== undefined && { replyToSeq: replyTo }),
    ...(mentions.length > 0 && { mentions: mentions.map(getId) }),
    ...(reacted.length > 0 && { reactions: Object.fromEntries(reacted) }),
  };
}

/** Adds a planned group to the chats. */
export function withGroup(
  chats: PlannedChats,
  { conversation, members, messages }: Omit<ReturnType<typeof planGroup>, 'group'>,
): PlannedChats {
  return {
    ...chats,
    conversations: [...chats.conversations, conversation],
    members: [...chats.members, ...members],
    messages: [...chats.messages, ...messages],
  };
}
