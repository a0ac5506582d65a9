import { pollOptionsMax, pollOptionsMin } from '@skein/contracts/limits';
import { pollDurations } from './poll-draft.ts';
import type { PollDraft } from './poll-draft.ts';

/** A poll as it was stored on the device; null for anything else. */
export function parsePollDraft(stored: unknown): PollDraft | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { question, options, multiple, durationMinutes }: Partial<Record<string, unknown>> = {
    ...stored,
  };
  const duration = pollDurations.find((minutes) => minutes === durationMinutes);
  if (typeof question !== 'string' || duration === undefined || !Array.isArray(options))
    return null;
  const texts = options.map(readOptionText).filter((text) => text !== null);
  if (texts.length < pollOptionsMin || texts.length > pollOptionsMax) return null;
  return {
    question,
    options: texts.map((text, id) => ({ id, text })),
    multiple: multiple === true,
    durationMinutes: duration,
  };
}

function readOptionText(option: unknown): string | null {
  if (typeof option !== 'object' || option === null || !('text' in option)) return null;
  return typeof option.text === 'string' ? option.text : null;
}
