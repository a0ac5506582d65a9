import type { ChatMessage } from '@skein/contracts/chat';
import { serverMessageIdPrefix } from '@skein/contracts/limits';
import { toMediaDto } from '../../media/index.ts';
import { toLinkCardDto } from '../../threads/index.ts';
import { toPictureUrl } from '../../users/index.ts';
import type { MessageRow, ParticipantRow, ReplyToRow } from './messages.hydrator.ts';

export interface SerializerContext {
  /** False hides the cards that were stored before. */
  hasLinkCards: () => boolean;
}

/** A message as a member sees it. */
export function toChatMessageDto(
  row: MessageRow,
  { hasLinkCards }: SerializerContext,
): ChatMessage {
  const { group, isOwn, viewer, other } = row;
  const [sender, receiver] = isOwn ? [viewer, other] : [other, viewer];
  return {
    id: row.id,
    conversationId: row.conversationId,
    content: row.content,
    // In a group, the account may be deleted.
    senderId: isOwn ? viewer.id : row.senderId,
    senderName: sender.name,
    senderAvatar: toPictureUrl(sender.pictureKey),
    ...toReceiverFields(group, receiver),
    messageType: row.type,
    ...toGroupFields(row),
    ...toFileFields(row),
    isRequest: row.isRequest ?? false,
    isRead: row.isRead,
    isDeleted: row.isDeleted,
    clientMessageId: toClientMessageId(row.clientMessageId),
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    replyTo: row.replyTo && toReplyTo(row.replyTo),
    sharedThreadId: row.sharedThreadId,
    card: row.card && hasLinkCards() ? toLinkCardDto(row.card) : null,
    reactions: Object.entries(row.reactions ?? {}).map(([userId, emoji]) => ({ userId, emoji })),
    revision: row.revision,
  };
}

/** A group has no single receiver. */
function toReceiverFields(group: MessageRow['group'], { id, name, pictureKey }: ParticipantRow) {
  const picture = toPictureUrl((group ?? { pictureKey }).pictureKey);
  return group === null
    ? { receiverId: id, receiverName: name, receiverAvatar: picture, group }
    : {
        receiverId: null,
        receiverName: null,
        receiverAvatar: null,
        group: { name: group.name, picture },
      };
}

function toGroupFields({ event = null, mentions, isHidden = false }: MessageRow) {
  return { event, mentions: isHidden ? [] : (mentions ?? []), isHidden };
}

function toFileFields({ media, moreMedia, isOwn: isOwner }: MessageRow) {
  const files = media === null ? [] : [media, ...(moreMedia ?? [])];
  const attachments = files.map((file) => toMediaDto(file, { isOwner }));
  const first = attachments[0] ?? null;
  return { mediaUrl: first?.mediaUrl ?? null, media: first, attachments };
}

export function toReplyTo({ type, ...quoted }: ReplyToRow): ChatMessage['replyTo'] {
  return { ...quoted, messageType: type };
}

/** Null when the server generated the id. */
function toClientMessageId(id: string | null): string | null {
  return id?.startsWith(serverMessageIdPrefix) ? null : id;
}
