import type { z } from 'zod';
import { ValidationError } from './errors.ts';

/**
 * Serializes a position in a list. Clients never see it: the HTTP layer encrypts every `nextCursor`
 * and decrypts every `cursor`.
 */
export function encodeCursor(parts: readonly unknown[]): string {
  return JSON.stringify(parts);
}

/** Parses a cursor; returns null if it does not match the schema. */
export function decodeCursor<Schema extends z.ZodType>(
  schema: Schema,
  cursor: string,
): z.output<Schema> | null {
  return schema.safeParse(parseJson(cursor)).data ?? null;
}

/** The error for an invalid cursor or one of a different list. */
export function invalidCursor(): ValidationError {
  const message = 'error.cursorForeign';
  return new ValidationError([{ path: 'cursor', message }]);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
