import type { z } from 'zod';
import { ValidationError } from './errors.ts';

/**
 * A position in a list as text. Clients never see it: the HTTP layer encrypts every `nextCursor` and
 * decrypts every `cursor`.
 */
export function encodeCursor(parts: readonly unknown[]): string {
  return JSON.stringify(parts);
}

/** The parts of a cursor; null for anything that does not have this shape. */
export function decodeCursor<Schema extends z.ZodType>(
  schema: Schema,
  cursor: string,
): z.output<Schema> | null {
  return schema.safeParse(parseJson(cursor)).data ?? null;
}

/** The refusal of a cursor that is none, or one of another list. */
export function invalidCursor(): ValidationError {
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
