import type { ChatMessage, ConversationSettings } from '@skein/contracts/chat';
import { isSystemNotificationAllowed } from '../../../lib/system-notification-permission.ts';
import { messagePreview } from '../message/message-preview.ts';

/** Shows a system notification for a message while the tab is hidden, unless the conversation is muted. */
export function showSystemNotification(
  message: ChatMessage,
  settings: ConversationSettings | undefined,
): void {
  const isEnabled = settings !== undefined && !settings.isMuted && !settings.isIgnored;
  if (!isEnabled || !document.hidden || !isSystemNotificationAllowed()) return;
  const { senderId, senderName, senderAvatar } = message;
  try {
    const notification = new Notification(senderName, {
      body: messagePreview(message),
      // Other tabs and the service worker show the same message: the tag merges them.
      tag: senderId,
      ...(senderAvatar !== null && { icon: senderAvatar }),
    });
    notification.addEventListener('click', () => {
      window.focus();
      notification.close();
    });
  } catch {
    // On phones only a service worker can show notifications.
  }
}
