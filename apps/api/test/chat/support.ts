import {
  chatMessageSchema,
  conversationPageSchema,
  conversationSchema,
} from '@skein/contracts/chat';
import type { ChatMessage, Conversation, ConversationPage } from '@skein/contracts/chat';
import { uploadMedia } from '@skein/contracts/threads';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Signal } from '../../src/platform/events/bus.ts';
import { sampleImage } from '../media/sample-images.ts';
import type { TestApi } from '../support/api.ts';
import type { User } from '../support/factories/users.ts';

export type ChatActs = ReturnType<typeof createChatActs>;

/** What people do in chats, over HTTP. Those that end in a verb's word give the answer, whatever it is. */
export function createChatActs(api: TestApi) {
  const post = (by: User, path: string) => api.request.post(`/api/chat${path}`).set(by.auth);
  const put = (by: User, path: string) => api.request.put(`/api/chat${path}`).set(by.auth);
  const get = (by: User, path: string) => api.request.get(`/api/chat${path}`).set(by.auth);
  const remove = (by: User, path: string) => api.request.delete(`/api/chat${path}`).set(by.auth);

  const send = (by: User, receiverId: string, body: Record<string, unknown> = {}) =>
    post(by, '/send').send({ receiverId, content: 'Hello', ...body });

  return {
    send,
    get,
    read: (by: User, userId: string, query = '') => get(by, `/conversation/${userId}${query}`),
    markRead: (by: User, id: string) => put(by, `/mark-read/${id}`),
    type: (by: User, userId: string) => post(by, `/typing/${userId}`),
    set: (by: User, userId: string, settings: Record<string, unknown>) =>
      put(by, `/conversation/${userId}/settings`).send(settings),
    clear: (by: User, userId: string) => remove(by, `/conversation/${userId}`),
    takeBack: (by: User, messageId: string) => remove(by, `/messages/${messageId}`),

    /** The message that was sent. */
    async sent(by: User, to: User, body: Record<string, unknown> = {}): Promise<ChatMessage> {
      const answer = await send(by, to.id, body);
      expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 201 });
      return chatMessageSchema.strict().parse(answer.body);
    },

    async page(by: User, other: User, query = ''): Promise<ConversationPage> {
      const answer = await get(by, `/conversation/${other.id}${query}`).expect(200);
      return conversationPageSchema.strict().parse(answer.body);
    },

    async conversations(by: User, query = ''): Promise<Conversation[]> {
      const answer = await get(by, `/conversations${query}`).expect(200);
      return z.array(conversationSchema.strict()).parse(answer.body);
    },

    async unread(by: User): Promise<number> {
      const answer = await get(by, '/unread-count').expect(200);
      return z.object({ count: z.number() }).parse(answer.body).count;
    },

    /** The address of a picture that somebody has uploaded. */
    async upload(by: User): Promise<string> {
      const picture = await sampleImage().png().toBuffer();
      const answer = await api.request
        .post('/api/posts/with-media')
        .set(by.auth)
        .attach('media', picture, 'a.png')
        .expect(201);
      return uploadMedia.response.parse(answer.body).post.mediaUrl;
    },
  };
}

/** Collects what the servers are told from now on. */
export function recordSignals(api: TestApi): { signals: Signal[]; stop: () => void } {
  const signals: Signal[] = [];
  const stop = api.services.bus.subscribe({
    onSignal: (signal) => void signals.push(signal),
    onGapEnded: () => undefined,
  });
  return { signals, stop };
}
