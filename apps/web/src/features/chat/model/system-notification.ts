import type { ChatMessage, ConversationSettings } from '@skein/contracts/chat';
import { isSystemNotificationAllowed } from '../../../lib/system-notification-permission.ts';
import { messagePreview } from '../message/message-preview.ts';

/** Tells of a message in a conversation that one wants to hear of, while looking elsewhere. */
export function showSystemNotification(
  message: ChatMessage,
  settings: ConversationSettings | undefined,
): void {
  const isWanted = settings !== undefined && !settings.isMuted && !settings.isIgnored;
  if (!isWanted || !document.hidden || !isSystemNotificationAllowed()) return;
  const { senderId, senderName, senderAvatar } = message;
  try {
    const notification = new Notification(senderName, {
      body: messagePreview(message),
      // Of several tabs each shows it, and the service worker what is pushed: as one.
      tag: senderId,
      ...(senderAvatar !== null && { icon: senderAvatar }),
    });
    notification.addEventListener('click', () => {
      window.focus();
      notification.close();
    });
  } catch {
    // Phones let only a service worker do that.
  }
}
