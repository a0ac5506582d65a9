import type { Database } from '@skein/db';
import type { Bus } from '../../../platform/events/bus.ts';
import { isId } from '../../../platform/ids.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { userNotFound } from '../../users/index.ts';
import { findConversation } from '../conversations/conversation.queries.ts';
import type { DirectConversation } from '../conversations/conversation.queries.ts';
import { findSendError, requireOtherUser } from '../conversations/permission.policy.ts';
import { listTypingReaders } from './members.repository.ts';

interface Dependencies {
  database: Database;
  bus: Pick<Bus, 'publish'>;
  isFederated: boolean;
}

/**
 * Notifies the other members that the viewer is typing, unless they ignore the viewer, one of them has
 * not accepted the messages of the other, or one has turned typing indicators off.
 * @throws the errors of `sendMessage`
 */
export async function sendTyping(
  { database, bus, isFederated }: Dependencies,
  viewer: Viewer,
  id: string,
): Promise<void> {
  requireOtherUser(viewer, 'userId', id);
  const { userId } = viewer;
  const conversation = isId(id) ? await findConversation(database, userId, id) : null;
  const error = findSendError(conversation, { isFederated });
  if (error !== null || conversation === null) throw error ?? userNotFound();
  const { id: conversationId } = conversation;
  const userIds =
    conversation.kind === 'group'
      ? await listTypingReaders(database, { conversationId, userId })
      : listDirectReaders(conversation);
  if (userIds.length > 0) bus.publish({ kind: 'typing', conversationId, userId, userIds });
}

function listDirectReaders({ membership, other }: DirectConversation): string[] {
  const isInRequest = other.isRequest || (membership?.request ?? null) !== null;
  const isShown = other.sharesTyping && !other.isIgnoring && !other.isRemote;
  return isShown && !isInRequest ? [other.id] : [];
}
