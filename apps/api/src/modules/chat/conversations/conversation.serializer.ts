import type { ConversationFields, ConversationSettings, MessageDraft } from '@skein/contracts/chat';
import { toPictureUrl, toUnknownUserDto, toUserDto } from '../../users/index.ts';
import type { UserRow } from '../../users/index.ts';
import type { DraftRow } from '../drafts/drafts.repository.ts';
import type { GroupRow, ParticipantRow } from '../messages/messages.hydrator.ts';
import { toReplyTo } from '../messages/messages.serializer.ts';

interface ConversationRow {
  conversationId: string;
  group: GroupRow | null;
  /** Null in a group. */
  user: UserRow | null;
  /** The other member. Ignored in a group. */
  counterpart: ParticipantRow | null;
  membersCount: number;
  isAdmin: boolean;
}

/** What every response about a conversation contains. Across a block, the other member has only a name. */
export function toConversationFields(row: ConversationRow): ConversationFields {
  const { conversationId, group, counterpart, membersCount, isAdmin } = row;
  const { name = '', pictureKey = null } = group ?? counterpart ?? {};
  const user = row.user && toUserDto(row.user);
  const isFrozen = group === null && counterpart?.isFrozen === true;
  const shownUser = isFrozen ? { ...toUnknownUserDto(counterpart.id), name } : user;
  const kind = group === null ? 'direct' : 'group';
  const picture = toPictureUrl(pictureKey);
  return { conversationId, kind, title: name, picture, user: shownUser, membersCount, isAdmin };
}

/** If there is no membership, returns the settings of a conversation that is not stored yet. */
export function toSettings(settings: ConversationSettings | null): ConversationSettings {
  const {
    isMuted = true,
    isIgnored = false,
    isPinned = false,
    isMentionMuted = false,
  } = settings ?? {};
  return { isMuted, isIgnored, isPinned, isMentionMuted };
}

export function toDraftDto({ replyTo, ...draft }: DraftRow): MessageDraft {
  return { ...draft, replyTo: replyTo && toReplyTo(replyTo) };
}

export const toOptionalDraftDto = (row: DraftRow | null) => row && toDraftDto(row);
