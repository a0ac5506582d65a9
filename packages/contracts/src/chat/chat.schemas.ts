import { z } from 'zod';
import { isoTime, uuid } from '../http/index.ts';
import { mediaSchema } from '../media/index.ts';
import { userSchema } from '../users/index.ts';

export const messageTypeSchema = z.enum(['text', 'image', 'video', 'audio']);

/** Spec, section 3, "Chat message". */
export const chatMessageSchema = z
  .object({
    id: uuid,
    content: z.string(),
    senderId: uuid,
    senderName: z.string().describe('`Unknown User` for a user who has blocked the viewer'),
    senderAvatar: z.string().nullable(),
    receiverId: uuid,
    receiverName: z.string().describe('`Unknown User` for a user who has blocked the viewer'),
    receiverAvatar: z.string().nullable(),
    messageType: messageTypeSchema,
    mediaUrl: z.string().nullable(),
    media: mediaSchema.nullable().describe('The file of `mediaUrl`, with all that is known of it'),
    isRead: z.boolean().describe('By its receiver'),
    isDeleted: z.boolean().describe('Taken back by its sender: no content and no file are left'),
    clientMessageId: z
      .string()
      .nullable()
      .describe("The sender's own name for it; told to the sender alone"),
    createdAt: isoTime,
  })
  .meta({ id: 'ChatMessage' });

/** How the viewer has set a conversation. */
export const conversationSettingsSchema = z
  .object({
    isMuted: z.boolean().describe('No system notifications; so it is until one asks for them'),
    isIgnored: z.boolean().describe('Messages arrive unseen and count as read'),
  })
  .meta({ id: 'ConversationSettings' });

/** Spec, section 3, "Conversation entry". */
export const conversationSchema = z
  .object({
    user: userSchema,
    lastMessage: chatMessageSchema.nullable(),
    unreadCount: z.number().int(),
    settings: conversationSettingsSchema,
  })
  .meta({ id: 'Conversation' });

export type ChatMessage = z.infer<typeof chatMessageSchema>;
export type MessageType = z.infer<typeof messageTypeSchema>;
export type Conversation = z.infer<typeof conversationSchema>;
export type ConversationSettings = z.infer<typeof conversationSettingsSchema>;
