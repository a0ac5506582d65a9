import { languageField, uuid } from '@skein/contracts/http';
import { attachmentsMax } from '@skein/contracts/limits';
import { z } from 'zod';
import { flag } from '../request-fields.ts';

const optionalFlag = flag.default(false);
const list = z.array(z.string());

/** The fields of a status by the input of threads and messages. */
export const statusFieldNames = {
  content: 'status',
  contentWarning: 'spoiler_text',
  isSensitive: 'sensitive',
  uploadIds: 'media_ids',
  mediaUrl: 'media_ids',
  attachments: 'media_ids',
  audience: 'visibility',
  parentThreadId: 'in_reply_to_id',
  replyToId: 'in_reply_to_id',
  quotedThreadId: 'quoted_status_id',
  receiverId: 'visibility',
  scheduledAt: 'scheduled_at',
  'poll.question': 'status',
  'poll.durationMinutes': 'poll.expires_in',
};

/** Undefined for a text that is not a language: apps send what the system is set to. */
export const languageTag = z
  .string()
  .nullish()
  .transform((tag) => languageField.safeParse(tag).data ?? undefined);

/** The fields of a new status. */
export const statusFields = z.object({
  status: z
    .string()
    .nullish()
    .transform((text) => text ?? ''),
  in_reply_to_id: uuid.nullish(),
  quoted_status_id: z.string().nullish(),
  media_ids: z
    .array(uuid)
    .max(attachmentsMax)
    .nullish()
    .transform((ids) => ids ?? []),
  spoiler_text: z
    .string()
    .nullish()
    .transform((text) => text ?? ''),
  sensitive: flag.nullish(),
  visibility: z.enum(['public', 'unlisted', 'private', 'direct']).nullish(),
  language: languageTag,
  quote_approval_policy: z.enum(['public', 'followers', 'nobody']).nullish(),
  scheduled_at: z.string().nullish(),
  poll: z
    .object({ options: list, expires_in: z.coerce.number(), multiple: optionalFlag })
    .nullish(),
});

export type StatusFields = z.output<typeof statusFields>;
