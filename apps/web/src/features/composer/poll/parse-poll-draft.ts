import { pollOptionsMax, pollOptionsMin } from '@skein/contracts/limits';
import { pollDurations } from './poll-draft.ts';
import type { PollDraft } from './poll-draft.ts';

/** Validates a stored poll draft; null if it is invalid. */
export function parsePollDraft(stored: unknown): PollDraft | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { question, options, multiple, durationMinutes }: Partial<Record<string, unknown>> = {
    ...stored,
  };
  const duration = pollDurations.find((minutes) => minutes === durationMinutes);
  if (typeof question !== 'string' || duration === undefined || !Array.isArray(options))
    return null;
  const texts = options.map(parseOptionText).filter((text) => text !== null);
  if (texts.length < pollOptionsMin || texts.length > pollOptionsMax) return null;
  return {
    question,
    options: texts.map((text, id) => ({ id, text })),
    multiple: multiple === true,
    durationMinutes: duration,
  };
}

function parseOptionText(option: unknown): string | null {
  if (typeof option !== 'object' || option === null || !('text' in option)) return null;
  return typeof option.text === 'string' ? option.text : null;
}
