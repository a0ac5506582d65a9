import type { ChatMessage } from '@skein/contracts/chat';
import type { LinkCard } from '@skein/contracts/threads';

/** A message with the fields that a server of the previous release does not send. */
export interface Message extends ChatMessage {
  attachments: NonNullable<ChatMessage['attachments']>;
  reactions: NonNullable<ChatMessage['reactions']>;
  revision: number;
  replyTo: NonNullable<ChatMessage['replyTo']> | null;
  editedAt: string | null;
  sharedThreadId: string | null;
  card: LinkCard | null;
}

export const toMessage = (message: ChatMessage): Message => ({
  ...message,
  attachments: message.attachments ?? (message.media ? [message.media] : []),
  reactions: message.reactions ?? [],
  revision: message.revision ?? 0,
  replyTo: message.replyTo ?? null,
  editedAt: message.editedAt ?? null,
  sharedThreadId: message.sharedThreadId ?? null,
  card: message.card ?? null,
});
