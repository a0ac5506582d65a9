import type { ChatMessage, Conversation } from '@skein/contracts/chat';
import { isSystemNotificationAllowed } from '../../../lib/system-notification-permission.ts';
import { messagePreview } from '../message/message-preview.ts';

/** Shows a system notification for a message while the tab is hidden, unless the conversation is muted. */
export function showSystemNotification(
  message: ChatMessage,
  conversation: Conversation | undefined,
  viewerId: string,
): void {
  if (conversation === undefined || !isEnabled(message, conversation, viewerId)) return;
  const isGroup = conversation.kind === 'group';
  if (!document.hidden || !isSystemNotificationAllowed()) return;
  const { senderName } = message;
  const text = messagePreview(message);
  const picture = isGroup ? conversation.picture : message.senderAvatar;
  try {
    const notification = new Notification(isGroup ? conversation.title : senderName, {
      body: isGroup ? `${senderName}: ${text}` : text,
      // Other tabs and the service worker show the same message: the tag merges them.
      tag: conversation.conversationId,
      ...(picture !== null && { icon: picture }),
    });
    notification.addEventListener('click', () => {
      window.focus();
      notification.close();
    });
  } catch {
    // On phones only a service worker can show notifications.
  }
}

function isEnabled(
  { messageType, mentions }: ChatMessage,
  { settings }: Conversation,
  viewerId: string,
): boolean {
  if (messageType === 'system' || settings.isIgnored) return false;
  const isMention = mentions.includes(viewerId) && !settings.isMentionMuted;
  return !settings.isMuted || isMention;
}
