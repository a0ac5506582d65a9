import {
  acceptMessageRequest,
  clearConversation,
  countUnreadMessages,
  declineMessageRequest,
  deleteMessage,
  editMessage,
  getConversation,
  getMessageDraft,
  listConversations,
  markMessagesRead,
  reactToMessage,
  removeMessageReaction,
  saveMessageDraft,
  searchMessages,
  sendMessage,
  sendTyping,
  updateConversationSettings,
} from '@skein/contracts/chat';
import type { BindRoute } from '../../http/routes/bind-route.ts';
import { groupsRoutes } from './conversations/groups.routes.ts';
import type { ChatModule } from './chat.module.ts';

export function chatRoutes(bind: BindRoute, chat: ChatModule): void {
  groupsRoutes(bind, chat.groups);
  bind(sendMessage, ({ viewer, idempotency, body }) => chat.send(viewer, idempotency, body));
  bind(getConversation, ({ viewer, params, query }) => chat.read(viewer, params.userId, query));
  bind(listConversations, ({ viewer, query }) => chat.list(viewer, query));
  bind(searchMessages, ({ viewer, query }) => chat.search(viewer, query));
  bind(countUnreadMessages, ({ viewer }) => chat.countUnread(viewer));
  bind(markMessagesRead, ({ viewer, params }) => chat.markRead(viewer, params.id));
  bind(sendTyping, ({ viewer, params }) => chat.sendTyping(viewer, params.userId));
  bind(updateConversationSettings, ({ viewer, params, body }) =>
    chat.updateSettings(viewer, params.userId, body),
  );
  bind(getMessageDraft, ({ viewer, params }) => chat.getDraft(viewer, params.userId));
  bind(saveMessageDraft, ({ viewer, params, body }) => chat.saveDraft(viewer, params.userId, body));
  bind(acceptMessageRequest, ({ viewer, params }) => chat.acceptRequest(viewer, params.userId));
  bind(declineMessageRequest, ({ viewer, params }) => chat.declineRequest(viewer, params.userId));
  bind(clearConversation, ({ viewer, params }) => chat.clear(viewer, params.userId));
  bind(reactToMessage, ({ viewer, params, body }) =>
    chat.react(viewer, params.messageId, body.emoji),
  );
  bind(removeMessageReaction, ({ viewer, params }) => chat.react(viewer, params.messageId, null));
  bind(editMessage, ({ viewer, params, body }) =>
    chat.editMessage(viewer, params.messageId, body.content),
  );
  bind(deleteMessage, ({ viewer, params }) => chat.deleteMessage(viewer, params.messageId));
}
