import type { ChatMessage, MessageDraft } from '@skein/contracts/chat';
import type { User } from '@skein/contracts/users';
import { serverMessageIdPrefix } from '@skein/contracts/limits';
import { toMediaDto } from '../media/index.ts';
import { toLinkCardDto } from '../threads/index.ts';
import { toPictureUrl, toUnknownUserDto } from '../users/index.ts';
import type { DraftRow } from './drafts.repository.ts';
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
  const { group = null } = row;
  const sender = row.isOwn ? row.viewer : row.partner;
  const receiver = group ?? (row.isOwn ? row.partner : row.viewer);
  return {
    id: row.id,
    content: row.content,
    senderId: toSenderId(row, sender.id),
    senderName: sender.name,
    senderAvatar: toPictureUrl(sender.pictureKey),
    receiverId: receiver.id,
    receiverName: receiver.name,
    receiverAvatar: toPictureUrl(receiver.pictureKey),
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

/** The other member: across a block, only a name without link to the profile. */
export function toPartnerDto(user: User, { id, name, isFrozen }: ParticipantRow): User {
  return isFrozen === true ? { ...toUnknownUserDto(id), name } : user;
}

export function toDraftDto({ replyTo, ...draft }: DraftRow): MessageDraft {
  return { ...draft, replyTo: replyTo && toReplyTo(replyTo) };
}

export const toOptionalDraftDto = (row: DraftRow | null) => row && toDraftDto(row);

/** In a group, null for a deleted account. */
function toSenderId({ group, isOwn, senderId = null }: MessageRow, id: string): string | null {
  return !group || isOwn ? id : senderId;
}

function toGroupFields({ group, event = null, mentions, isHidden = false }: MessageRow) {
  const shown = isHidden ? [] : (mentions ?? []);
  return { groupId: group?.id ?? null, event, mentions: shown, isHidden };
}

function toFileFields({ media, moreMedia, isOwn: isOwner }: MessageRow) {
  const files = media === null ? [] : [media, ...(moreMedia ?? [])];
  const attachments = files.map((file) => toMediaDto(file, { isOwner }));
  const first = attachments[0] ?? null;
  return { mediaUrl: first?.mediaUrl ?? null, media: first, attachments };
}

function toReplyTo({ type, ...quoted }: ReplyToRow): ChatMessage['replyTo'] {
  return { ...quoted, messageType: type };
}

/** Null when the server generated the id. */
function toClientMessageId(id: string | null): string | null {
  return id?.startsWith(serverMessageIdPrefix) ? null : id;
}
