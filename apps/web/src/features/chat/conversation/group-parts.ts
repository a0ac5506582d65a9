import type { ChatMessage } from '@skein/contracts/chat';
import type { ReactNode } from 'react';
import type { User } from '@skein/contracts/users';

/** What a conversation of a group shows in addition. Its code is loaded with the first group. */
export interface GroupParts {
  viewerId: string;
  nameOf: (userId: string | null) => string;
  describeReaction: (emoji: string, userIds: readonly string[]) => string;
  describeTyping: (userIds: readonly string[]) => string;
  renderEvent: (message: ChatMessage) => ReactNode;
  /** Who has read a message of the viewer; null if nobody has. */
  renderReaders: (message: ChatMessage) => ReactNode;
  /** The users whose mentions the message box completes. */
  mentionable: readonly User[];
}
