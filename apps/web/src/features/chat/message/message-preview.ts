import type { ChatMessage } from '@skein/contracts/chat';
import { t } from '../../../i18n/index.ts';

/** A message in one line: its text or the kind of its file. */
export function messagePreview(
  message: Pick<ChatMessage, 'content' | 'messageType' | 'isDeleted'>,
): string {
  const { content, messageType, isDeleted } = message;
  if (isDeleted) return t('chat.messageDeleted');
  if (content !== '' || messageType === 'text') return content;
  return t(`chat.file.${messageType}`);
}
