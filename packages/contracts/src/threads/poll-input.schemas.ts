import { z } from 'zod';
import { issueMessage, jsonField, textField } from '../http/index.ts';
import {
  pollDurationMaxMinutes,
  pollDurationMinMinutes,
  pollOptionMaxLength,
  pollOptionsMax,
  pollOptionsMin,
  pollQuestionMaxLength,
} from '../limits.ts';

const duration = issueMessage('error.pollDuration', {
  min: pollDurationMinMinutes,
  max: pollDurationMaxMinutes,
});
const optionCount = issueMessage('error.pollOptionsCount', {
  min: pollOptionsMin,
  max: pollOptionsMax,
});

export const pollInputSchema = z.object({
  question: textField({
    max: pollQuestionMaxLength,
    label: 'error.label.question',
    required: true,
  }),
  options: z
    .array(textField({ max: pollOptionMaxLength, label: 'error.label.option', required: true }))
    .min(pollOptionsMin, { error: optionCount })
    .max(pollOptionsMax, { error: optionCount })
    .refine((options) => new Set(options.map((option) => option.trim())).size === options.length, {
      error: issueMessage('error.pollOptionsSame'),
    }),
  multiple: z.boolean().default(false).describe('Whether a voter may choose several options'),
  durationMinutes: z
    .int({ error: duration })
    .min(pollDurationMinMinutes, { error: duration })
    .max(pollDurationMaxMinutes, { error: duration }),
});

/** A poll: JSON text in a form field, an object or JSON text in a JSON body. */
export const pollField = jsonField('error.label.poll', pollInputSchema);

export type PollInput = z.output<typeof pollInputSchema>;
