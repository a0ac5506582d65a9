import {
  chatMessageSchema,
  conversationPageSchema,
  conversationSchema,
  groupDetailsSchema,
} from '@skein/contracts/chat';
import type {
  ChatMessage,
  Conversation,
  ConversationPage,
  GroupDetails,
} from '@skein/contracts/chat';
import { uploadMedia } from '@skein/contracts/threads';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Signal } from '../../src/platform/events/bus.ts';
import { sampleImage } from '../media/sample-images.ts';
import type { TestApi } from '../support/api.ts';
import type { User } from '../support/factories/users.ts';

export type ChatClient = ReturnType<typeof createChatClient>;

/**
 * Chat requests by a user. Functions named after an operation return the parsed body of a
 * successful response; `send`, `get`, `requestConversation` and the functions without a result
 * return the request.
 */
export function createChatClient(api: TestApi) {
  const post = (by: User, path: string) => api.request.post(`/api/chat${path}`).set(by.auth);
  const put = (by: User, path: string) => api.request.put(`/api/chat${path}`).set(by.auth);
  const get = (by: User, path: string) => api.request.get(`/api/chat${path}`).set(by.auth);
  const remove = (by: User, path: string) => api.request.delete(`/api/chat${path}`).set(by.auth);

  const send = (by: User, receiverId: string, body: Record<string, unknown> = {}) =>
    post(by, '/send').send({ receiverId, content: 'Hello', ...body });

  return {
    send,
    sendTo: (by: User, conversationId: string, body: Record<string, unknown> = {}) =>
      post(by, '/send').send({ conversationId, content: 'Hello', ...body }),
    get,
    requestConversation: (by: User, userId: string, query = '') =>
      get(by, `/conversation/${userId}${query}`),
    markRead: (by: User, id: string) => put(by, `/mark-read/${id}`),
    sendTyping: (by: User, userId: string) => post(by, `/typing/${userId}`),
    updateSettings: (by: User, userId: string, settings: Record<string, unknown>) =>
      put(by, `/conversation/${userId}/settings`).send(settings),
    saveDraft: (by: User, userId: string, body: Record<string, unknown>) =>
      put(by, `/conversation/${userId}/draft`).send(body),
    clear: (by: User, userId: string) => remove(by, `/conversation/${userId}`),
    react: (by: User, messageId: string, emoji: unknown) =>
      put(by, `/messages/${messageId}/reaction`).send({ emoji }),
    removeReaction: (by: User, messageId: string) => remove(by, `/messages/${messageId}/reaction`),
    editMessage: (by: User, messageId: string, content: unknown) =>
      put(by, `/messages/${messageId}`).send({ content }),
    deleteMessage: (by: User, messageId: string) => remove(by, `/messages/${messageId}`),

    async sendMessage(
      by: User,
      to: User,
      body: Record<string, unknown> = {},
    ): Promise<ChatMessage> {
      const response = await send(by, to.id, body);
      expect({ status: response.status, text: response.text }).toMatchObject({ status: 201 });
      return chatMessageSchema.strict().parse(response.body);
    },

    async getConversation(by: User, other: User, query = ''): Promise<ConversationPage> {
      const response = await get(by, `/conversation/${other.id}${query}`).expect(200);
      return conversationPageSchema.strict().parse(response.body);
    },

    async listConversations(by: User, query = ''): Promise<Conversation[]> {
      const response = await get(by, `/conversations${query}`).expect(200);
      return z.array(conversationSchema.strict()).parse(response.body);
    },

    async countUnread(by: User): Promise<number> {
      const response = await get(by, '/unread-count').expect(200);
      return z.object({ count: z.number() }).parse(response.body).count;
    },

    async createGroup(by: User, members: readonly User[]): Promise<GroupDetails> {
      const userIds = members.map(({ id }) => id);
      const response = await post(by, '/groups').send({ name: 'Weavers', userIds }).expect(201);
      return groupDetailsSchema.strict().parse(response.body);
    },

    /** Uploads an image and returns its URL. */
    async uploadImage(by: User): Promise<string> {
      const image = await sampleImage().png().toBuffer();
      const response = await api.request
        .post('/api/posts/with-media')
        .set(by.auth)
        .attach('media', image, 'a.png')
        .expect(201);
      return uploadMedia.response.parse(response.body).post.mediaUrl;
    },
  };
}

/** The id of the direct conversation of two users. */
export async function findConversationId(api: TestApi, one: User, other: User): Promise<string> {
  const pairKey = [one.id, other.id].toSorted().join(':');
  return (await api.database.conversation.findFirstOrThrow({ where: { pairKey } })).id;
}

/** Collects the signals published from now on. */
export function recordSignals(api: TestApi): { signals: Signal[]; stop: () => void } {
  const signals: Signal[] = [];
  const stop = api.services.bus.subscribe({
    onSignal: (signal) => void signals.push(signal),
    onGapEnded: () => undefined,
  });
  return { signals, stop };
}
