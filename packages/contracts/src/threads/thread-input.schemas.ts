import { z } from 'zod';
import { textField, uuid, wireText } from '../http/index.ts';
import { altTextMaxLength, attachmentsMax, textMaxLength } from '../limits.ts';
import { mediaTypeSchema } from '../media/index.ts';
import { pollField } from './poll-input.schemas.ts';
import { replyPermissionSchema } from './threads.schemas.ts';

const contentField = textField({ max: textMaxLength, label: 'A thread' });

/** One alternative text per file, in the order of the files. */
const altTextsField = z
  .preprocess(
    (value: string | string[]) => (typeof value === 'string' ? [value] : value),
    z
      .array(textField({ max: altTextMaxLength, label: 'A description' }))
      .max(attachmentsMax, { error: `At most ${attachmentsMax} descriptions are possible.` }),
  )
  .default([]);

/** A new thread, or a reply if `parentThreadId` is set. Requires a text, a poll or files. */
export const createThreadBodySchema = z.object({
  content: contentField.default(''),
  altText: altTextsField,
  parentThreadId: uuid.optional().describe('The thread to reply to'),
  replyPermission: replyPermissionSchema
    .default('ANYONE')
    .describe('For a reply it applies only to quotes; the root thread decides who may reply'),
  poll: pollField.optional(),
});

/** A quote. Its media is a file, or `mediaUrl` and `mediaType` of an earlier upload. */
export const quoteRepostBodySchema = z.object({
  content: contentField.default(''),
  altText: altTextsField,
  quotedThreadId: uuid,
  replyPermission: replyPermissionSchema.default('ANYONE'),
  mediaUrl: wireText('The address of the file')
    .max(500, { error: 'This is not the address of a file.' })
    .optional()
    .describe('From `POST /posts/with-media` by the same user'),
  mediaType: mediaTypeSchema.optional(),
});

export const editThreadBodySchema = z.object({
  content: textField({ max: textMaxLength, label: 'A thread', required: true }),
});

export const uploadMediaBodySchema = z.object({
  content: contentField.default(''),
  altText: altTextsField,
});
