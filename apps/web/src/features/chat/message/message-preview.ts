import type { ChatMessage } from '@skein/contracts/chat';
import { t } from '../../../i18n/index.ts';
import { describeGroupEvent } from './describe-group-event.ts';

/** A message in one line: its text or the kind of its file. */
export function messagePreview(
  message: Pick<ChatMessage, 'content' | 'messageType' | 'isDeleted'> &
    Partial<Pick<ChatMessage, 'media' | 'event' | 'isHidden' | 'senderId' | 'senderName'>>,
): string {
  const { content, messageType, isDeleted } = message;
  if (isDeleted) return t('chat.messageDeleted');
  if (content !== '') return content;
  if (message.isHidden === true) return t('chat.hidden');
  if (messageType === 'system') return describeGroupEvent(message);
  // A text without content shares a thread.
  if (messageType === 'text') return t('chat.sharedThread');
  if (message.media?.waveform) return t('chat.voice');
  return t(`chat.file.${messageType}`);
}
