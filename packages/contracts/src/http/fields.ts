import { z } from 'zod';
import { countCodePoints, isWellFormedText, normaliseText } from '../text/index.ts';

/** Any string that may cross the wire: no NUL character, no lone surrogate. */
export const wireString = z
  .string()
  .refine(isWellFormedText, { error: 'Contains characters that are not allowed.', abort: true });

/**
 * Text written by a person, normalised (NFC, line ends, no control characters, no trailing
 * white space) and then measured in code points.
 */
export function textField(options: { max: number; label: string; required?: boolean }) {
  return wireString
    .transform(normaliseText)
    .refine((text) => countCodePoints(text) <= options.max, {
      error: `${options.label} can be at most ${options.max} characters long.`,
    })
    .refine((text) => !options.required || text !== '', {
      error: `${options.label} is required.`,
    });
}

export const uuid = z.uuid({ error: 'Not an id.' });

/** ISO 8601 in UTC with milliseconds, e.g. `2026-11-21T09:30:00.000Z`. */
export const isoTime = z.iso.datetime({ precision: 3 });

/** A whole number in a query string. */
export function queryInteger(options: { min: number; max: number }) {
  const message = `Must be a whole number from ${options.min} to ${options.max}.`;
  return z
    .string()
    .regex(/^\d{1,10}$/, { error: message, abort: true })
    .transform(Number)
    .refine((value) => value >= options.min && value <= options.max, { error: message })
    .meta({ override: { type: 'integer', minimum: options.min, maximum: options.max } });
}
