import type { ChatMessage, Conversation } from '@skein/contracts/chat';
import { threadNotFound } from '../../modules/threads/index.ts';
import { userNotFound } from '../../modules/users/index.ts';
import type { Author } from '../../modules/users/index.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { toContext } from '../accounts/account.serializer.ts';
import { toConversation, toDirectStatus } from './direct-status.serializer.ts';
import type { MastodonServices } from '../services.ts';

type Services = Pick<MastodonServices, 'chat' | 'users' | 'settings'>;

/** Messages before and after one in its context. */
const contextSize = 100;

/** Null for anything else than a message that the viewer sees. A change of a group has no status. */
export async function findMessage(
  { chat }: Pick<MastodonServices, 'chat'>,
  viewer: Viewer,
  id: string,
): Promise<ChatMessage | null> {
  const message = isId(id) ? await chat.inbox.find(viewer.userId, id) : null;
  return message !== null && hasStatus(message) ? message : null;
}

const hasStatus = ({ isDeleted, isHidden, event }: ChatMessage): boolean =>
  !isDeleted && !isHidden && event === null;

/**
 * The statuses of messages, without those of users whose profile the viewer may not see: they would
 * have no account.
 */
export async function loadDirectStatuses(
  services: Services,
  viewer: Viewer,
  messages: readonly ChatMessage[],
): Promise<object[]> {
  const members = await loadMembers(services, viewer, messages);
  return messages.flatMap((message) => toStatus(services, members, message) ?? []);
}

/** @throws NotFoundError if the sender, or the other member, is hidden */
export async function loadDirectStatus(
  services: Services,
  viewer: Viewer,
  message: ChatMessage,
): Promise<object> {
  const [status] = await loadDirectStatuses(services, viewer, [message]);
  if (status === undefined) throw threadNotFound();
  return status;
}

/** Leaves out conversations in which the viewer may not see the profile of any other member. */
export async function loadConversations(
  services: Services,
  viewer: Viewer,
  list: readonly Pick<Conversation, 'conversationId' | 'lastMessage' | 'unreadCount'>[],
): Promise<object[]> {
  const members = await loadMembers(services, viewer, list);
  return list.flatMap(({ conversationId, lastMessage, unreadCount }) => {
    const accounts = members.listOthers(conversationId);
    if (accounts.length === 0) return [];
    const status = lastMessage && toStatus(services, members, lastMessage);
    const conversation = { id: conversationId, unread: unreadCount > 0, status };
    return [toConversation(conversation, accounts, toContext(services.settings))];
  });
}

/** The conversation with this id. @throws NotFoundError if there are no messages */
export async function getConversation({ chat }: Services, viewer: Viewer, id: string) {
  const { conversationId, content } = await chat.read(viewer, id, { page: 0, size: 1 });
  const lastMessage = content.at(-1);
  if (lastMessage === undefined) throw userNotFound();
  return { conversationId, lastMessage, unreadCount: 0 };
}

/** The newest messages of the conversation, before and after one. */
export async function loadMessageContext(
  services: Services,
  viewer: Viewer,
  { id, conversationId }: ChatMessage,
): Promise<{ ancestors: object[]; descendants: object[] }> {
  const page = { page: 0, size: contextSize };
  const { content } = await services.chat.read(viewer, conversationId, page);
  return {
    ancestors: await loadDirectStatuses(
      services,
      viewer,
      content.filter((message) => message.id < id),
    ),
    descendants: await loadDirectStatuses(
      services,
      viewer,
      content.filter((message) => message.id > id),
    ),
  };
}

/** The other members of the conversation of a message, whose names clients write first. */
export async function listOtherMembers(
  services: Pick<Services, 'chat' | 'users'>,
  viewer: Viewer,
  message: ChatMessage,
): Promise<Author[]> {
  return (await loadMembers(services, viewer, [message])).listOthers(message.conversationId);
}

function toStatus(
  { settings }: Pick<Services, 'settings'>,
  { viewer, findAuthor, listOthers }: Members,
  message: ChatMessage,
): object | null {
  const others = listOthers(message.conversationId);
  const author = message.senderId === viewer?.id ? viewer : findAuthor(message.senderId);
  if (!viewer || !author || others.length === 0 || !hasStatus(message)) return null;
  return toDirectStatus(message, { viewer, author, others }, toContext(settings));
}

type Members = Awaited<ReturnType<typeof loadMembers>>;

/** The accounts of conversations that the viewer may see. */
async function loadMembers(
  { chat, users }: Pick<Services, 'chat' | 'users'>,
  viewer: Viewer,
  list: readonly {
    conversationId: string;
    senderId?: string | null;
    lastMessage?: ChatMessage | null;
  }[],
) {
  const ids = list.map(({ conversationId }) => conversationId);
  const memberIds = await chat.listOtherMemberIds(viewer, [...new Set(ids)]);
  const senderIds = list.flatMap((item) => item.senderId ?? item.lastMessage?.senderId ?? []);
  const profiles = await users.listAuthors(viewer, [
    ...new Set([viewer.userId, ...senderIds, ...[...memberIds.values()].flat()]),
  ]);
  return {
    viewer: profiles.get(viewer.userId),
    findAuthor: (id: string | null) => profiles.get(id ?? ''),
    listOthers: (conversationId: string): Author[] =>
      (memberIds.get(conversationId) ?? []).flatMap((id) => profiles.get(id) ?? []),
  };
}
