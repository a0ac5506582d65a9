import * as routes from '@skein/contracts/routes';
import { request } from '../../../api/index.ts';
import { capturePoster } from '../../../lib/video-poster.ts';
import type { ChatTransport } from '../model/chat-transport.ts';
import type { Outgoing } from '../model/conversation-state.ts';
import { subscribeToChatEvents } from './chat-events.ts';

/** The chat transport over the HTTP API and the event stream. */
export const chatClient: ChatTransport = {
  subscribe: subscribeToChatEvents,
  loadPage: (partnerId, position, signal) =>
    request(routes.getConversation, {
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
    const { post } = await request(routes.uploadMedia, {
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
  send: (partnerId, outgoing, options) => {
    const target = options?.isGroup ? { conversationId: partnerId } : { receiverId: partnerId };
    return request(routes.sendMessage, { body: { ...target, ...toBody(outgoing) } });
  },
  editMessage: (messageId, content) =>
    request(routes.editMessage, { params: { messageId }, body: { content } }),
  async deleteMessage(messageId) {
    await request(routes.deleteMessage, { params: { messageId } });
  },
  react(messageId, emoji) {
    const options = { params: { messageId } };
    return emoji === null
      ? request(routes.removeMessageReaction, options)
      : request(routes.reactToMessage, { ...options, body: { emoji } });
  },
  async markRead(messageId) {
    await request(routes.markMessagesRead, { params: { id: messageId } });
  },
  async sendTyping(partnerId) {
    await request(routes.sendTyping, { params: { userId: partnerId } });
  },
  async changeSettings(partnerId, change) {
    const { settings } = await request(routes.updateConversationSettings, {
      params: { userId: partnerId },
      body: change,
    });
    return settings;
  },
  async clear(partnerId) {
    await request(routes.clearConversation, { params: { userId: partnerId } });
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
