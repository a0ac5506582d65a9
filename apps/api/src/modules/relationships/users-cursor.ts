import { z } from 'zod';
import { invalidCursor, decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import { isId } from '../../platform/ids.ts';

/** A position in a list of users that is ordered by a time and then by id. */
export interface UsersPosition {
  since: Date;
  id: string;
}

const wireSchema = z.tuple([
  z.literal(1),
  // PostgreSQL has no year 0.
  z.iso.datetime({ precision: 3 }).refine((since) => !since.startsWith('0000')),
  z.string().refine(isId),
]);

export function encodeUsersCursor({ since, id }: UsersPosition): string {
  return encodeCursor([1, since.toISOString(), id]);
}

/** @throws ValidationError for an invalid cursor */
export function decodeUsersCursor(cursor: string): UsersPosition {
  const parts = decodeCursor(wireSchema, cursor);
  if (parts === null) throw invalidCursor();
  const [, since, id] = parts;
  return { since: new Date(since), id };
}
