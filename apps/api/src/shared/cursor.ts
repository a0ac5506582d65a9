import type { z } from 'zod';
import { ValidationError } from './errors.ts';

/** An opaque text that stands for a place in a list, made of what is needed to find it again. */
export function encodeCursor(parts: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** The parts that a cursor was made of; null for anything that is no such cursor. */
export function decodeCursor<Schema extends z.ZodType>(
  schema: Schema,
  cursor: string,
): z.output<Schema> | null {
  const text = Buffer.from(cursor, 'base64url').toString();
  // Decoding passes over what is no base64url at all.
  if (Buffer.from(text).toString('base64url') !== cursor) return null;
  return schema.safeParse(parseJson(text)).data ?? null;
}

/** The refusal of a cursor that is none, or one of another list. */
export function cursorRefused(): ValidationError {
  const message = 'This cursor belongs to no place in this list.';
  return new ValidationError([{ path: 'cursor', message }]);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
