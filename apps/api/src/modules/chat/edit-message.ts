import type { ChatMessage } from '@skein/contracts/chat';
import { messageEditMs } from '@skein/contracts/limits';
import type { Database } from '@skein/db';
import type { Bus } from '../../platform/events/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import { ConflictError, ForbiddenError, UnavailableError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { isOutage } from '../../platform/is-outage.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { Charge, ProtectionModule } from '../protection/index.ts';
import type { LinkCards } from '../threads/index.ts';
import { findCardUrl, toLink } from './message-card.ts';
import { publishGroupChange } from './publish-group-change.ts';
import { storeEdit } from './edit-message.repository.ts';
import { listMentioned } from './list-mentioned.ts';
import type { MessageRow } from './messages.hydrator.ts';
import { findMessage } from './messages.repository.ts';
import { toChatMessageDto } from './messages.serializer.ts';
import type { SerializerContext } from './messages.serializer.ts';
import { findWriteError, messageNotFound, requireContent } from './permission.policy.ts';
import { findPermission } from './permission.queries.ts';

interface Dependencies extends SerializerContext {
  linkCards: Pick<LinkCards, 'find' | 'request'>;
  database: Database;
  clock: Clock;
  protection: Pick<ProtectionModule, 'countMessage' | 'refund'>;
  bus: Pick<Bus, 'publish'>;
}

/**
 * Changes the text of a message of the viewer's for both members. Repeating it changes nothing.
 * @throws NotFoundError; ValidationError for a message without text and file; ForbiddenError for a
 * received message, one that is too old, or if the viewer may no longer write to the receiver;
 * ConflictError for a deleted message; RateLimitedError by the automatic protection
 */
export async function editMessage(
  dependencies: Dependencies,
  viewer: Viewer,
  messageId: string,
  input: string,
): Promise<ChatMessage> {
  const { database, clock, bus, linkCards } = dependencies;
  if (!isId(messageId)) throw messageNotFound();
  const content = input.trim();
  const now = clock.now();
  const sentAfter = new Date(now.getTime() - messageEditMs);
  const { userId: viewerId } = viewer;
  const usernames = listMentioned(content);
  const cardUrl = findCardUrl(linkCards, { content, type: 'text' });
  const edit = { viewerId, messageId, content, usernames, cardUrl, now, sentAfter };
  const edited = await storeCounted(dependencies, viewer, edit);
  const receiverId = edited?.receiverId ?? null;
  if (receiverId !== null) {
    bus.publish({ kind: 'message-changed', messageId, senderId: viewerId, receiverId });
  }
  // A card that was fetched already is not fetched again.
  if (edited !== null) await linkCards.request(viewerId, [toLink(edited.linkCardId, cardUrl)]);
  const message = await findMessage(database, viewerId, messageId);
  if (message === null) throw messageNotFound();
  if (message.isDeleted && message.isOwn) {
    throw new ConflictError('conflict', 'error.messageDeleted');
  }
  if (edited !== null && message.group) {
    await publishGroupChange({ database, bus }, 'changed', {
      group: message.group,
      id: message.id,
    });
  }
  if (edited === null) await requireUnchanged(database, message, { content, sentAfter });
  return toChatMessageDto(message, dependencies);
}

async function storeCounted(
  { database, protection }: Pick<Dependencies, 'database' | 'protection'>,
  viewer: Viewer,
  edit: Parameters<typeof storeEdit>[1],
): ReturnType<typeof storeEdit> {
  const message = await findMessage(database, viewer.userId, edit.messageId);
  let charges: Charge[] = [];
  if (message?.isOwn === true && message.content !== edit.content) {
    const { content: before, group, partner } = message;
    const receiverId = group?.id ?? partner.id;
    charges = await protection.countMessage(viewer, { receiverId, content: edit.content, before });
  }
  try {
    const edited = await storeEdit(database, edit);
    if (edited === null) await protection.refund(charges);
    return edited;
  } catch (error) {
    if (!isOutage(error)) await protection.refund(charges);
    throw error;
  }
}

async function requireUnchanged(
  database: Database,
  { isOwn, type, content, sharedThreadId, createdAt, viewer, partner, group }: MessageRow,
  edit: { content: string; sentAfter: Date },
): Promise<void> {
  if (!isOwn || type === 'system') throw new ForbiddenError('error.editForeignMessage');
  if (content === edit.content) return;
  requireContent({ content: edit.content, type, sharedThreadId });
  if (createdAt <= edit.sentAfter) {
    throw new ForbiddenError('error.editOldMessage');
  }
  const error = group
    ? null
    : findWriteError(await findPermission(database, viewer.id, partner.id));
  throw error ?? new UnavailableError('error.conversationBusy');
}
