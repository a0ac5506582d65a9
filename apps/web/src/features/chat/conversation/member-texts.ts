import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';
import type { ChatMessage } from '@skein/contracts/chat';
import type { User } from '@skein/contracts/users';
import { t } from '../../../i18n/index.ts';

/** What a conversation says about its members. That of a group is loaded with the first group. */
export interface MemberTexts {
  getName: (userId: string | null) => string;
  describeReaction: (emoji: string, userIds: readonly string[]) => string;
  describeTyping: (userIds: readonly string[]) => string;
  renderEvent: (message: ChatMessage) => ReactNode;
  /** Who has read a message of the viewer, instead of "Seen"; null if nobody has. */
  renderReaders: (message: ChatMessage) => ReactNode;
  /** The users whose mentions the message box completes. */
  mentionable: readonly User[];
}

export const MemberTextsContext = createContext<MemberTexts | null>(null);

export function useMemberTexts(): MemberTexts {
  const texts = useContext(MemberTextsContext);
  if (texts === null) throw new Error('No conversation is shown.');
  return texts;
}

/** The texts of a conversation with one other member. */
export function createDirectTexts(viewerId: string, name: string): MemberTexts {
  return {
    getName: () => name,
    describeReaction(emoji, userIds) {
      if (!userIds.includes(viewerId)) return t('chat.reactedBy', { name, emoji });
      return userIds.length > 1
        ? t('chat.bothReacted', { name, emoji })
        : t('chat.youReacted', { emoji });
    },
    describeTyping: () => t('chat.isTyping', { name }),
    renderEvent: () => null,
    renderReaders: () => null,
    mentionable: [],
  };
}
