import type { ConversationSettings } from '@skein/contracts/chat';
import * as routes from '@skein/contracts/routes';
import { request } from '../../../api/index.ts';
import { capturePoster } from '../../../lib/video-poster.ts';
import { getRequestName } from '../model/conversation.ts';
import type { ConversationNames } from '../model/conversation.ts';
import type { Attachment, Outgoing } from '../model/conversation-state.ts';
import { subscribeToChatEvents } from './chat-events.ts';

/** A page of a conversation: the newest, the one at a cursor, or the one around or after a message. */
export interface PagePosition {
  cursor?: string;
  around?: string;
  after?: string;
}

interface UploadOptions {
  signal: AbortSignal;
  onProgress: (fraction: number) => void;
}

/** The requests and events a conversation needs from the server. Tests replace them. */
export type ChatTransport = typeof chatClient;

export const chatClient = {
  subscribe: subscribeToChatEvents,
  /** `name` is the id of the conversation or of the other member. */
  loadPage: (name: string, position: PagePosition, signal: AbortSignal) =>
    request(routes.getConversation, {
      params: { userId: name },
      query: { ...position },
      signal,
    }),
  /** Resolves to the URL of the file on the server. */
  async upload(
    { file, altText, captions = [] }: Attachment,
    { signal, onProgress }: UploadOptions,
  ) {
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
  send({ conversationId, user }: ConversationNames, outgoing: Outgoing) {
    // Until its first message, a conversation is found by the other member only.
    const receiver = user === null ? { conversationId } : { receiverId: user.id };
    return request(routes.sendMessage, { body: { ...receiver, ...toBody(outgoing) } });
  },
  editMessage: (messageId: string, content: string) =>
    request(routes.editMessage, { params: { messageId }, body: { content } }),
  async deleteMessage(messageId: string) {
    await request(routes.deleteMessage, { params: { messageId } });
  },
  /** Sets the viewer's reaction or, with null, removes it. */
  react(messageId: string, emoji: string | null) {
    const options = { params: { messageId } };
    return emoji === null
      ? request(routes.removeMessageReaction, options)
      : request(routes.reactToMessage, { ...options, body: { emoji } });
  },
  async markRead(messageId: string) {
    await request(routes.markMessagesRead, { params: { id: messageId } });
  },
  async sendTyping(conversation: ConversationNames) {
    await request(routes.sendTyping, toParams(conversation));
  },
  async changeSettings(conversation: ConversationNames, change: Partial<ConversationSettings>) {
    const { settings } = await request(routes.updateConversationSettings, {
      ...toParams(conversation),
      body: change,
    });
    return settings;
  },
  async clear(conversation: ConversationNames) {
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
