import type {
  Conversation,
  ConversationPage,
  getConversation,
  getGroup,
  Group,
  GroupDetails,
  GroupEvent,
  GroupMember,
} from '@skein/contracts/chat';
import type { Message } from '../features/chat/model/message.ts';
import { mockRoute, server } from './api.ts';
import { ada, aChatMessage, aConversationPage, givenChats } from './chat.ts';
import { anId } from './threads.ts';
import { aListedUser } from './users.ts';

export const ben = aListedUser({ name: 'Ben Spinner', username: 'ben' });

export function aGroup(fields: Partial<Group> = {}): Group {
  return {
    id: anId(),
    name: 'Weavers',
    picture: null,
    membersCount: 3,
    isAdmin: true,
    ...fields,
  };
}

export function aGroupMember(fields: Partial<GroupMember> = {}): GroupMember {
  return { user: ada, isAdmin: false, isPending: false, readUpTo: null, ...fields };
}

/** A group of the viewer, Ada and Ben. */
export function aGroupDetails(fields: Partial<GroupDetails> = {}): GroupDetails {
  const viewer = aListedUser({ id: 'viewer', name: 'Grace Loom', username: 'grace' });
  return {
    ...aGroup(),
    createdAt: '2026-11-20T10:00:00.000Z',
    members: [
      aGroupMember({ user: viewer, isAdmin: true }),
      aGroupMember(),
      aGroupMember({ user: ben }),
    ],
    inviteToken: null,
    ...fields,
  };
}

/** A message of Ada's to a group. */
export const aGroupMessage = ({ id, name }: Group, fields: Partial<Message> = {}): Message =>
  aChatMessage({ groupId: id, receiverId: id, receiverName: name, ...fields });

export const aGroupEvent = (group: Group, event: Partial<GroupEvent>, fields = {}): Message =>
  aGroupMessage(group, {
    content: '',
    messageType: 'system',
    event: { type: 'members_added', users: [], name: null, ...event },
    ...fields,
  });

/** Signs a user in and serves the conversation of a group and its members. */
export function givenGroup(
  group: GroupDetails,
  content: Message[],
  fields: { page?: Partial<ConversationPage>; row?: Partial<Conversation> } = {},
) {
  const settings = { isMuted: true, isIgnored: false };
  const lastMessage = content.at(-1) ?? null;
  const row = { user: null, group, lastMessage, unreadCount: 0, settings, isRequest: false };
  const chats = givenChats({ conversations: [{ ...row, ...fields.row }] });
  const current = { group };
  server.use(
    mockRoute<typeof getConversation>('GET', '/chat/conversation/{userId}', () =>
      aConversationPage(content, { user: null, group: current.group, ...fields.page }),
    ),
    mockRoute<typeof getGroup>('GET', '/chat/groups/{groupId}', () => current.group),
  );
  return { ...chats, current };
}
