import { z } from 'zod';
import { textField, wireText } from '../http/index.ts';
import {
  pollDurationMaxMinutes,
  pollDurationMinMinutes,
  pollOptionMaxLength,
  pollOptionsMax,
  pollOptionsMin,
  pollQuestionMaxLength,
} from '../limits.ts';

const duration = `A poll runs for ${pollDurationMinMinutes} to ${pollDurationMaxMinutes} minutes.`;
const optionCount = `A poll has ${pollOptionsMin} to ${pollOptionsMax} options.`;

export const pollInputSchema = z.object({
  question: textField({ max: pollQuestionMaxLength, label: 'The question', required: true }),
  options: z
    .array(textField({ max: pollOptionMaxLength, label: 'An option', required: true }))
    .min(pollOptionsMin, { error: optionCount })
    .max(pollOptionsMax, { error: optionCount })
    .refine((options) => new Set(options.map((option) => option.trim())).size === options.length, {
      error: 'The options of a poll must differ.',
    }),
  multiple: z.boolean().default(false).describe('Whether a voter may choose several options'),
  durationMinutes: z
    .int({ error: duration })
    .min(pollDurationMinMinutes, { error: duration })
    .max(pollDurationMaxMinutes, { error: duration }),
});

/** A poll: JSON text in a form field, an object or JSON text in a JSON body. */
export const pollField = z
  .union([z.string(), z.looseObject({})], { error: 'The poll must be JSON.' })
  .transform((value, context): unknown => {
    if (typeof value !== 'string') return value;
    const text = wireText('The poll').safeParse(value);
    const parsed = text.success ? parseJson(text.data) : undefined;
    if (parsed !== undefined) return parsed;
    context.addIssue({ code: 'custom', message: 'The poll must be JSON.' });
    return z.NEVER;
  })
  .pipe(pollInputSchema)
  .meta({ override: { type: 'string', contentMediaType: 'application/json' } });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type PollInput = z.output<typeof pollInputSchema>;
