import { z } from 'zod';
import { textField, uuid, wireText } from '../http/index.ts';
import { altTextMaxLength, attachmentsMax, textMaxLength } from '../limits.ts';
import { mediaTypeSchema } from '../media/index.ts';
import { pollField } from './poll-input.schemas.ts';
import { replyPermissionSchema } from './threads.schemas.ts';

const contentField = textField({ max: textMaxLength, label: 'A thread' });

/** One alternative text a file, in the files' order; a single file may send a single field. */
const altTextsField = z
  .preprocess(
    (value: string | string[]) => (typeof value === 'string' ? [value] : value),
    z
      .array(textField({ max: altTextMaxLength, label: 'A description' }))
      .max(attachmentsMax, { error: `At most ${attachmentsMax} descriptions are possible.` }),
  )
  .default([]);

/** A new thread; with `parentThreadId` a reply. Without files it needs a text or a poll. */
export const createThreadBodySchema = z.object({
  content: contentField.default(''),
  altText: altTextsField,
  parentThreadId: uuid.optional().describe('What is answered'),
  replyPermission: replyPermissionSchema
    .default('ANYONE')
    .describe('Of a reply it governs quotes alone: who may answer it says its root'),
  poll: pollField.optional(),
});

/** A quote. Its picture is a file, or `mediaUrl` and `mediaType` of an upload before. */
export const quoteRepostBodySchema = z.object({
  content: contentField.default(''),
  altText: altTextsField,
  quotedThreadId: uuid,
  replyPermission: replyPermissionSchema.default('ANYONE'),
  mediaUrl: wireText('The address of the file')
    .max(500, { error: 'This is not the address of a file.' })
    .optional()
    .describe('From `POST /posts/with-media`, of the same person'),
  mediaType: mediaTypeSchema.optional(),
});

export const editThreadBodySchema = z.object({
  content: textField({ max: textMaxLength, label: 'A thread', required: true }),
});

export const uploadMediaBodySchema = z.object({
  content: contentField.default(''),
  altText: altTextsField,
});
