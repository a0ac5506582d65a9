import type { ChatMessage } from '@skein/contracts/chat';
import type { Database } from '@skein/db';
import type { Bus } from '../../platform/events/bus.ts';
import { ConflictError, ForbiddenError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { publishGroupChange } from './publish-group-change.ts';
import { storeReaction } from './message-reactions.repository.ts';
import type { MessageRow } from './messages.hydrator.ts';
import { findMessage } from './messages.repository.ts';
import { toChatMessageDto } from './messages.serializer.ts';
import type { SerializerContext } from './messages.serializer.ts';
import { canReact, findWriteError, messageNotFound } from './permission.policy.ts';
import { findPermission } from './permission.queries.ts';

interface Dependencies extends SerializerContext {
  database: Database;
  bus: Pick<Bus, 'publish'>;
}

/**
 * Sets the viewer's only reaction to a message. Repeating it changes nothing.
 * @throws NotFoundError; ConflictError for a deleted message; ForbiddenError if the viewer may
 * not write to the other member or while a message request is not accepted
 */
export async function reactToMessage(
  dependencies: Dependencies,
  viewer: Viewer,
  messageId: string,
  emoji: string,
): Promise<ChatMessage> {
  const { database, bus } = dependencies;
  const message = await requireMessage(database, viewer, messageId);
  if (message.group) return reactInGroup(dependencies, viewer, message, emoji);
  const permission = await findPermission(database, viewer.userId, message.partner.id);
  const error = findWriteError(permission);
  if (error !== null) throw error;
  if (permission === null || !canReact(permission)) {
    throw new ForbiddenError('error.messageRequestReaction');
  }
  const key = { viewerId: viewer.userId, messageId: message.id };
  const changed = await storeReaction(database, key, emoji);
  if (changed !== null) {
    bus.publish({ kind: 'message-changed', messageId: message.id, ...changed });
  }
  const current = await requireMessage(database, viewer, messageId);
  if (current.isDeleted) throw new ConflictError('conflict', 'error.messageDeleted');
  return toChatMessageDto(current, dependencies);
}

/**
 * Removes the viewer's reaction to a message, if there is one. If one member has blocked the other,
 * only the viewer gets an event.
 * @throws NotFoundError
 */
export async function removeReaction(
  dependencies: Dependencies,
  viewer: Viewer,
  messageId: string,
): Promise<ChatMessage> {
  const { database, bus } = dependencies;
  const message = await requireMessage(database, viewer, messageId);
  if (message.group) return reactInGroup(dependencies, viewer, message, null);
  const key = { viewerId: viewer.userId, messageId: message.id };
  const changed = await storeReaction(database, key, null);
  if (changed === null) return toChatMessageDto(message, dependencies);
  const partnerId = message.partner.id;
  const isBlocked = (await findPermission(database, viewer.userId, partnerId))?.isBlocked ?? true;
  bus.publish(
    isBlocked
      ? { kind: 'conversation', userId: viewer.userId, partnerId }
      : { kind: 'message-changed', messageId: message.id, ...changed },
  );
  return toChatMessageDto(await requireMessage(database, viewer, messageId), dependencies);
}

/** All members can react to the messages that they see. */
async function reactInGroup(
  dependencies: Dependencies,
  viewer: Viewer,
  { id, type, group, isHidden = false }: MessageRow,
  emoji: string | null,
): Promise<ChatMessage> {
  const { database, bus } = dependencies;
  if (isHidden || !group) throw messageNotFound();
  if (type === 'system') throw new ForbiddenError('error.cannotReact');
  const changed = await storeReaction(database, { viewerId: viewer.userId, messageId: id }, emoji);
  if (changed !== null) await publishGroupChange({ database, bus }, 'changed', { group, id });
  const current = await requireMessage(database, viewer, id);
  if (current.isDeleted && emoji !== null) {
    throw new ConflictError('conflict', 'error.messageDeleted');
  }
  return toChatMessageDto(current, dependencies);
}

async function requireMessage(
  database: Database,
  viewer: Viewer,
  messageId: string,
): Promise<MessageRow> {
  const message = isId(messageId) ? await findMessage(database, viewer.userId, messageId) : null;
  if (message === null) throw messageNotFound();
  return message;
}
