import * as routes from '@skein/contracts/routes';
import { request } from '../../../api/index.ts';
import { capturePoster } from '../../../lib/video-poster.ts';
import type { ChatTransport } from '../model/chat-transport.ts';
import { getRequestName } from '../model/conversation.ts';
import type { ConversationNames } from '../model/conversation.ts';
import type { Outgoing } from '../model/conversation-state.ts';
import { subscribeToChatEvents } from './chat-events.ts';

/** The chat transport over the HTTP API and the event stream. */
export const chatClient: ChatTransport = {
  subscribe: subscribeToChatEvents,
  loadPage: (name, position, signal) =>
    request(routes.getConversation, {
      params: { userId: name },
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
  send({ conversationId, user }, outgoing) {
    // Until its first message, a conversation is found by the other member only.
    const receiver = user === null ? { conversationId } : { receiverId: user.id };
    return request(routes.sendMessage, { body: { ...receiver, ...toBody(outgoing) } });
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
  async sendTyping(conversation) {
    await request(routes.sendTyping, toParams(conversation));
  },
  async changeSettings(conversation, change) {
    const { settings } = await request(routes.updateConversationSettings, {
      ...toParams(conversation),
      body: change,
    });
    return settings;
  },
  async clear(conversation) {
    await request(routes.clearConversation, toParams(conversation));
  },
};

/** The routes find a conversation by its id too, once it has messages. */
const toParams = (conversation: ConversationNames) => ({
  params: { userId: getRequestName(conversation) },
});

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
