import { z } from 'zod';
import { defineRoute, limitedText, successSchema, uuid } from '../http/index.ts';
import { conversationParams, messageDraftSchema } from './chat.schemas.ts';

/** Longer than a message, so that a text which is still to be shortened is saved. */
export const messageDraftMaxLength = 10_000;

const path = '/chat/conversation/{userId}/draft';

export const getMessageDraft = defineRoute({
  id: 'getMessageDraft',
  method: 'GET',
  path,
  tag: 'Chat',
  summary: 'Get your unsent message of a conversation',
  description: 'Empty, with revision 0, if none has been saved.',
  auth: 'bearer',
  reads: 'replica',
  params: conversationParams,
  status: 200,
  response: messageDraftSchema,
  errors: ['not_found'],
});

export const saveMessageDraft = defineRoute({
  id: 'saveMessageDraft',
  method: 'PUT',
  path,
  tag: 'Chat',
  summary: 'Save your unsent message of a conversation',
  description:
    'Replaces the draft of all your devices, which get the event `draft`. An empty text removes it. Sending a message does not. The revision is 0 before the first message, which creates the conversation for both members: then nothing is saved, so keep the text on the device.',
  auth: 'bearer',
  limit: 'reads',
  params: conversationParams,
  body: {
    kind: 'json',
    schema: z.object({
      text: limitedText('error.label.text', messageDraftMaxLength),
      replyToId: uuid.nullish().describe('The message of the same conversation to quote'),
    }),
  },
  status: 200,
  response: successSchema.extend({ revision: messageDraftSchema.shape.revision }),
  errors: ['validation_failed', 'not_found'],
});
