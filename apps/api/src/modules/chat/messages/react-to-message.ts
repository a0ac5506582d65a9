import type { ChatMessage } from '@skein/contracts/chat';
import type { Database } from '@skein/db';
import type { Bus } from '../../../platform/events/bus.ts';
import { ConflictError, ForbiddenError } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { findConversation } from '../conversations/conversation.queries.ts';
import type { ViewedConversation } from '../conversations/conversation.queries.ts';
import { canReact, findWriteError, messageNotFound } from '../conversations/permission.policy.ts';
import { publishMessageChange } from '../members/publish-change.ts';
import { storeReaction } from './messages.repository.ts';
import { toChatMessageDto } from './messages.serializer.ts';
import type { SerializerContext } from './messages.serializer.ts';
import { requireMessage } from './require-message.ts';

interface Dependencies extends SerializerContext {
  database: Database;
  bus: Pick<Bus, 'publish'>;
  isFederated: boolean;
}

/**
 * Sets the viewer's only reaction to a message or, with null, removes it. Repeating it changes nothing. A
 * reaction can be removed across a block: then the other member gets no event.
 * @throws NotFoundError; ConflictError for a deleted message; ForbiddenError if the viewer may
 * not write to the other member, while a message request is not accepted, and for an account of another server
 */
export async function reactToMessage(
  { database, bus, isFederated, ...context }: Dependencies,
  viewer: Viewer,
  messageId: string,
  emoji: string | null,
): Promise<ChatMessage> {
  const {
    id,
    conversationId,
    type,
    isHidden = false,
  } = await requireMessage(database, viewer, messageId);
  if (isHidden) throw messageNotFound();
  if (type === 'system') throw new ForbiddenError('error.cannotReact');
  if (emoji !== null) {
    const conversation = await findConversation(database, viewer.userId, conversationId);
    const error = findWriteError(conversation, { isFederated });
    if (error !== null || conversation === null) throw error ?? messageNotFound();
    if (!canReact(conversation)) throw new ForbiddenError(toReactionError(conversation));
  }
  if (await storeReaction(database, { viewerId: viewer.userId, messageId: id }, emoji)) {
    await publishMessageChange({ database, bus }, 'message-changed', viewer, {
      conversationId,
      messageId: id,
    });
  }
  const current = await requireMessage(database, viewer, messageId);
  if (current.isDeleted && emoji !== null) {
    throw new ConflictError('conflict', 'error.messageDeleted');
  }
  return toChatMessageDto(current, context);
}

const toReactionError = ({ other }: ViewedConversation) =>
  other?.isRemote === true ? 'error.messageRemoteReaction' : 'error.messageRequestReaction';
