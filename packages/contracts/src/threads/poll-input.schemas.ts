import { z } from 'zod';
import { jsonField, textField } from '../http/index.ts';
import {
  pollDurationMaxMinutes,
  pollDurationMinMinutes,
  pollOptionMaxLength,
  pollOptionsMax,
  pollOptionsMin,
  pollQuestionMaxLength,
} from '../limits.ts';

const duration = `A poll must run for ${pollDurationMinMinutes} to ${pollDurationMaxMinutes} minutes.`;
const optionCount = `A poll needs ${pollOptionsMin} to ${pollOptionsMax} options.`;

export const pollInputSchema = z.object({
  question: textField({ max: pollQuestionMaxLength, label: 'The question', required: true }),
  options: z
    .array(textField({ max: pollOptionMaxLength, label: 'An option', required: true }))
    .min(pollOptionsMin, { error: optionCount })
    .max(pollOptionsMax, { error: optionCount })
    .refine((options) => new Set(options.map((option) => option.trim())).size === options.length, {
      error: 'Poll options must be different.',
    }),
  multiple: z.boolean().default(false).describe('Whether a voter may choose several options'),
  durationMinutes: z
    .int({ error: duration })
    .min(pollDurationMinMinutes, { error: duration })
    .max(pollDurationMaxMinutes, { error: duration }),
});

/** A poll: JSON text in a form field, an object or JSON text in a JSON body. */
export const pollField = jsonField('The poll', pollInputSchema);

export type PollInput = z.output<typeof pollInputSchema>;
