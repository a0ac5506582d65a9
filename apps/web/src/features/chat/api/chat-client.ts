import type {
  clearConversation,
  deleteMessage,
  editMessage,
  getConversation,
  markMessagesRead,
  reactToMessage,
  removeMessageReaction,
  sendMessage,
  sendTyping,
  updateConversationSettings,
} from '@skein/contracts/chat';
import type { uploadMedia } from '@skein/contracts/threads';
import { request } from '../../../api/index.ts';
import { capturePoster } from '../../../lib/video-poster.ts';
import type { ChatTransport } from '../model/chat-transport.ts';
import type { Outgoing } from '../model/conversation-state.ts';
import { subscribeToChatEvents } from './chat-events.ts';

/** The chat transport over the HTTP API and the event stream. */
export const chatClient: ChatTransport = {
  subscribe: subscribeToChatEvents,
  loadPage: (partnerId, position, signal) =>
    request<typeof getConversation>({
      method: 'GET',
      path: '/chat/conversation/{userId}',
      params: { userId: partnerId },
      query: { ...position },
      signal,
    }),
  async upload({ file, altText, captions = [] }, { signal, onProgress }) {
    const poster = await capturePoster(file);
    const videoFiles = {
      posters: poster ? [0] : [],
      captions: captions.map(({ language }) => ({ video: 0, language })),
    };
    const { post } = await request<typeof uploadMedia>({
      method: 'POST',
      path: '/posts/with-media',
      body: { altText: [altText], videoFiles: JSON.stringify(videoFiles) },
      files: {
        media: [file],
        poster: poster ? [poster] : [],
        captions: captions.map((caption) => caption.file),
      },
      signal,
      onUploadProgress: onProgress,
    });
    return post.mediaUrl;
  },
  send: (partnerId, outgoing) =>
    request<typeof sendMessage>({
      method: 'POST',
      path: '/chat/send',
      body: { receiverId: partnerId, ...toBody(outgoing) },
    }),
  editMessage: (messageId, content) =>
    request<typeof editMessage>({
      method: 'PUT',
      path: '/chat/messages/{messageId}',
      params: { messageId },
      body: { content },
    }),
  async deleteMessage(messageId) {
    await request<typeof deleteMessage>({
      method: 'DELETE',
      path: '/chat/messages/{messageId}',
      params: { messageId },
    });
  },
  react(messageId, emoji) {
    const options = { path: '/chat/messages/{messageId}/reaction', params: { messageId } } as const;
    return emoji === null
      ? request<typeof removeMessageReaction>({ ...options, method: 'DELETE' })
      : request<typeof reactToMessage>({ ...options, method: 'PUT', body: { emoji } });
  },
  async markRead(messageId) {
    await request<typeof markMessagesRead>({
      method: 'PUT',
      path: '/chat/mark-read/{id}',
      params: { id: messageId },
    });
  },
  async sendTyping(partnerId) {
    await request<typeof sendTyping>({
      method: 'POST',
      path: '/chat/typing/{userId}',
      params: { userId: partnerId },
    });
  },
  async changeSettings(partnerId, change) {
    const { settings } = await request<typeof updateConversationSettings>({
      method: 'PUT',
      path: '/chat/conversation/{userId}/settings',
      params: { userId: partnerId },
      body: change,
    });
    return settings;
  },
  async clear(partnerId) {
    await request<typeof clearConversation>({
      method: 'DELETE',
      path: '/chat/conversation/{userId}',
      params: { userId: partnerId },
    });
  },
};

function toBody({ content, attachments, clientMessageId, replyTo }: Outgoing) {
  const text = { content, clientMessageId, ...(replyTo && { replyToId: replyTo.id }) };
  const [first] = attachments;
  if (!first) return text;
  const files = attachments.flatMap(({ mediaUrl, voice }) =>
    mediaUrl === null ? [] : [{ mediaUrl, ...(voice && { voice }) }],
  );
  return {
    ...text,
    messageType: first.kind,
    attachments: files,
  };
}
