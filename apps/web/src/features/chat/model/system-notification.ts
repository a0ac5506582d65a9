import type { ChatMessage } from '@skein/contracts/chat';
import { isSystemNotificationAllowed } from '../../../lib/system-notification-permission.ts';
import { messagePreview } from '../message/message-preview.ts';
import type { UserConversation } from './user-conversation.ts';

/** Shows a system notification for a message while the tab is hidden, unless the conversation is muted. */
export function showSystemNotification(
  message: ChatMessage,
  conversation: UserConversation | undefined,
  viewerId: string,
): void {
  if (conversation === undefined || !isEnabled(message, conversation, viewerId)) return;
  const { group, user } = conversation;
  if (!document.hidden || !isSystemNotificationAllowed()) return;
  const { senderName } = message;
  const text = messagePreview(message);
  const picture = group ? group.picture : message.senderAvatar;
  try {
    const notification = new Notification(group ? user.name : senderName, {
      body: group ? `${senderName}: ${text}` : text,
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
  { settings }: UserConversation,
  viewerId: string,
): boolean {
  if (messageType === 'system' || settings.isIgnored) return false;
  const isMention = mentions.includes(viewerId) && !settings.isMentionMuted;
  return !settings.isMuted || isMention;
}
