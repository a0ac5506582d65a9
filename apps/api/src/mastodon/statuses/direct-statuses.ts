import type { ChatMessage, Conversation } from '@skein/contracts/chat';
import { threadNotFound } from '../../modules/threads/index.ts';
import { userNotFound } from '../../modules/users/index.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { toContext } from '../accounts/account.serializer.ts';
import { toConversation, toDirectStatus } from './direct-status.serializer.ts';
import type { MastodonServices } from '../services.ts';

type Services = Pick<MastodonServices, 'chat' | 'users' | 'settings'>;

/** Messages before and after one in its context. */
const contextSize = 100;

/** Null for anything else than a message that the viewer sees. */
export async function findMessage(
  { chat }: Pick<MastodonServices, 'chat'>,
  viewer: Viewer,
  id: string,
): Promise<ChatMessage | null> {
  const message = isId(id) ? await chat.inbox.find(viewer.userId, id) : null;
  return message === null || message.isDeleted || isInGroup(message) ? null : message;
}

/** Mastodon has no groups. */
function isInGroup({ groupId }: ChatMessage): boolean {
  return groupId !== null;
}

export function partnerIdOf({ senderId, receiverId }: ChatMessage, viewer: Viewer): string {
  return senderId === null || senderId === viewer.userId ? receiverId : senderId;
}

/**
 * The statuses of messages, without those of users whose profile the viewer may not see: they would
 * have no account.
 */
export async function loadDirectStatuses(
  services: Omit<Services, 'chat'>,
  viewer: Viewer,
  messages: readonly ChatMessage[],
): Promise<object[]> {
  const members = await loadMembers(
    services,
    viewer,
    messages.map((message) => partnerIdOf(message, viewer)),
  );
  return messages.flatMap((message) => {
    const found = members(partnerIdOf(message, viewer));
    if (found === null || message.isDeleted) return [];
    return [toDirectStatus(message, found, toContext(services.settings))];
  });
}

/** @throws NotFoundError if the other member is hidden */
export async function loadDirectStatus(
  services: Omit<Services, 'chat'>,
  viewer: Viewer,
  message: ChatMessage,
): Promise<object> {
  const [status] = await loadDirectStatuses(services, viewer, [message]);
  if (status === undefined) throw threadNotFound();
  return status;
}

/** Without those with users whose profile the viewer may not see. */
export async function loadConversations(
  services: Omit<Services, 'chat'>,
  viewer: Viewer,
  list: readonly Pick<Conversation, 'user' | 'lastMessage' | 'unreadCount'>[],
): Promise<object[]> {
  const members = await loadMembers(
    services,
    viewer,
    list.flatMap(({ user }) => user?.id ?? []),
  );
  return list.flatMap((conversation) => {
    const found = conversation.user && members(conversation.user.id);
    if (found === null) return [];
    const context = toContext(services.settings);
    return [toConversation(conversation, found, context)];
  });
}

/** The conversation with a user. @throws NotFoundError if there are no messages */
export async function getConversation({ chat }: Services, viewer: Viewer, partnerId: string) {
  const { user, content } = await chat.read(viewer, partnerId, { page: 0, size: 1 });
  const lastMessage = content.at(-1);
  if (lastMessage === undefined) throw userNotFound();
  return { user, lastMessage, unreadCount: 0 };
}

/** The newest messages of the conversation, before and after one. */
export async function loadMessageContext(
  services: Services,
  viewer: Viewer,
  message: ChatMessage,
): Promise<{ ancestors: object[]; descendants: object[] }> {
  const partnerId = partnerIdOf(message, viewer);
  const page = { page: 0, size: contextSize };
  const { content } = await services.chat.read(viewer, partnerId, page);
  const load = (isPart: (id: string) => boolean) =>
    loadDirectStatuses(
      services,
      viewer,
      content.filter(({ id }) => isPart(id)),
    );
  return {
    ancestors: await load((id) => id < message.id),
    descendants: await load((id) => id > message.id),
  };
}

async function loadMembers(
  { users }: Pick<Services, 'users'>,
  viewer: Viewer,
  partnerIds: readonly string[],
) {
  const profiles = await users.listAuthors(viewer, [...new Set([viewer.userId, ...partnerIds])]);
  const own = profiles.get(viewer.userId);
  return (partnerId: string) => {
    const partner = profiles.get(partnerId);
    return own === undefined || partner === undefined ? null : { viewer: own, partner };
  };
}
