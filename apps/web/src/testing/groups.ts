import * as routes from '@skein/contracts/routes';
import type {
  ChatMessage,
  Conversation,
  ConversationPage,
  GroupDetails,
  GroupEvent,
  GroupMember,
} from '@skein/contracts/chat';
import { mockRoute, server } from './api.ts';
import { ada, aChatMessage, aConversation, aConversationPage, givenChats } from './chat.ts';
import type { Group } from './chat.ts';
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
  return {
    user: ada,
    isAdmin: false,
    isPending: false,
    readUpTo: null,
    joinedAfter: null,
    ...fields,
  };
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
export const aGroupMessage = (
  { id, name, picture }: Group,
  fields: Partial<ChatMessage> = {},
): ChatMessage =>
  aChatMessage({
    conversationId: id,
    group: { name, picture },
    receiverId: null,
    receiverName: null,
    ...fields,
  });

export const aGroupEvent = (group: Group, event: Partial<GroupEvent>, fields = {}): ChatMessage =>
  aGroupMessage(group, {
    content: '',
    messageType: 'system',
    event: { type: 'members_added', users: [], name: null, ...event },
    ...fields,
  });

/** Signs a user in and serves the conversation of a group and its members. */
export function givenGroup(
  group: GroupDetails,
  content: ChatMessage[],
  fields: { page?: Partial<ConversationPage>; row?: Partial<Conversation> } = {},
) {
  const lastMessage = content.at(-1) ?? null;
  const row = aConversation({ user: null, group, lastMessage, ...fields.row });
  const chats = givenChats({ conversations: [row] });
  const current = { group };
  server.use(
    mockRoute(routes.getConversation, () =>
      aConversationPage(content, { user: null, group: current.group, ...fields.page }),
    ),
    mockRoute(routes.getGroup, () => current.group),
  );
  return { ...chats, current };
}
