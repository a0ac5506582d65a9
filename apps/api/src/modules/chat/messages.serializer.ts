import type { ChatMessage, MessageDraft } from '@skein/contracts/chat';
import type { User } from '@skein/contracts/users';
import { serverMessageIdPrefix } from '@skein/contracts/limits';
import { toMediaDto } from '../media/index.ts';
import { toPictureUrl, toUnknownUserDto } from '../users/index.ts';
import type { DraftRow } from './drafts.repository.ts';
import type { MessageRow, ParticipantRow, ReplyToRow } from './messages.hydrator.ts';

/** A message as one of its two members sees it. */
export function toChatMessageDto(row: MessageRow): ChatMessage {
  const [sender, receiver] = row.isOwn ? [row.viewer, row.partner] : [row.partner, row.viewer];
  const media = row.media && toMediaDto(row.media, { isOwner: row.isOwn });
  return {
    id: row.id,
    content: row.content,
    senderId: sender.id,
    senderName: sender.name,
    senderAvatar: toPictureUrl(sender.pictureKey),
    receiverId: receiver.id,
    receiverName: receiver.name,
    receiverAvatar: toPictureUrl(receiver.pictureKey),
    messageType: row.type,
    mediaUrl: media?.mediaUrl ?? null,
    media,
    isRead: row.isRead,
    isDeleted: row.isDeleted,
    clientMessageId: toClientMessageId(row.clientMessageId),
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    replyTo: row.replyTo && toReplyTo(row.replyTo),
    sharedThreadId: row.sharedThreadId,
    reactions: Object.entries(row.reactions ?? {}).map(([userId, emoji]) => ({ userId, emoji })),
    revision: row.revision,
  };
}

/** The other member: across a block, only a name without link to the profile. */
export function toPartnerDto(user: User, { id, name, isFrozen }: ParticipantRow): User {
  return isFrozen === true ? { ...toUnknownUserDto(id), name } : user;
}

export function toDraftDto({ replyTo, ...draft }: DraftRow): MessageDraft {
  return { ...draft, replyTo: replyTo && toReplyTo(replyTo) };
}

function toReplyTo({ type, ...quoted }: ReplyToRow): ChatMessage['replyTo'] {
  return { ...quoted, messageType: type };
}

/** Null when the server generated the id. */
function toClientMessageId(id: string | null): string | null {
  return id?.startsWith(serverMessageIdPrefix) ? null : id;
}
