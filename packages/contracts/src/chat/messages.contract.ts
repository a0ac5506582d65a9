import { z } from 'zod';
import { defineRoute, issueMessage, successSchema, textField, wireText } from '../http/index.ts';
import { messageMaxLength } from '../limits.ts';
import { chatMessageSchema } from './chat.schemas.ts';

const messageParams = z.object({ messageId: z.string() });

// Evaluated by the server only: older browsers do not know the flag. Emoji pickers append the variation
// selector also to emojis that do not need it.
const emojiPattern = new RegExp(String.raw`^(\p{RGI_Emoji})\uFE0F?$`, 'v');

export const reactToMessage = defineRoute({
  id: 'reactToMessage',
  method: 'PUT',
  path: '/chat/messages/{messageId}/reaction',
  tag: 'Chat',
  summary: 'React to a message with an emoji',
  description:
    'Replaces your earlier reaction to the message. Only members who may write to each other can react, once a message request is accepted. In a group, all members can. All members get the event `messageChanged`.',
  auth: 'bearer',
  awaitedBy: 'viewer',
  params: messageParams,
  body: {
    kind: 'json',
    schema: z.object({
      emoji: wireText('error.label.reaction')
        .refine((text) => emojiPattern.test(text), {
          error: issueMessage('error.messageReactionEmoji'),
        })
        .transform((text) => emojiPattern.exec(text)?.[1] ?? text)
        .describe('One emoji of Unicode, such as 🧶'),
    }),
  },
  status: 200,
  response: chatMessageSchema,
  errors: ['validation_failed', 'forbidden', 'not_found', 'conflict'],
});

export const removeMessageReaction = defineRoute({
  id: 'removeMessageReaction',
  method: 'DELETE',
  path: '/chat/messages/{messageId}/reaction',
  tag: 'Chat',
  summary: 'Remove your reaction to a message',
  description: 'Repeating it changes nothing.',
  auth: 'bearer',
  params: messageParams,
  status: 200,
  response: chatMessageSchema,
  errors: ['not_found'],
});

export const editMessage = defineRoute({
  id: 'editMessage',
  method: 'PUT',
  path: '/chat/messages/{messageId}',
  tag: 'Chat',
  summary: 'Edit your own message',
  description:
    'Within 15 minutes and while you may write to the receiver, otherwise a 403. Repeating it changes nothing. All members get the event `messageChanged`.',
  auth: 'bearer',
  limit: 'messages',
  params: messageParams,
  body: {
    kind: 'json',
    schema: z.object({
      content: textField({ max: messageMaxLength, label: 'error.label.message' }).describe(
        'May only be empty if the message has a file or shares a thread',
      ),
    }),
  },
  status: 200,
  response: chatMessageSchema,
  errors: ['email_not_verified', 'validation_failed', 'forbidden', 'not_found', 'conflict'],
});

export const deleteMessage = defineRoute({
  id: 'deleteMessage',
  method: 'DELETE',
  path: '/chat/messages/{messageId}',
  tag: 'Chat',
  summary: 'Delete your own message for all members',
  description: 'Within 48 hours, otherwise a 403. Repeating it changes nothing.',
  auth: 'bearer',
  whenFrozen: 'allowed',
  params: messageParams,
  status: 200,
  response: successSchema,
  errors: ['forbidden', 'not_found'],
});
