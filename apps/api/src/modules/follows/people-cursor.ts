import { z } from 'zod';
import { isId } from '../../shared/ids.ts';

/** A place in a list of people that is ordered by a time and, within it, by their ids. */
export interface PeoplePlace {
  since: Date;
  id: string;
}

const wireSchema = z.tuple([
  z.literal(1),
  z.iso.datetime({ precision: 3 }),
  z.string().refine(isId),
]);

/** An opaque text that stands for a place. */
export function encodePeopleCursor({ since, id }: PeoplePlace): string {
  return Buffer.from(JSON.stringify([1, since.toISOString(), id])).toString('base64url');
}

/** Null for what stands for no place. */
export function decodePeopleCursor(cursor: string): PeoplePlace | null {
  const text = Buffer.from(cursor, 'base64url').toString();
  // Decoding passes over what is no base64url at all.
  if (Buffer.from(text).toString('base64url') !== cursor) return null;
  const [, since, id] = wireSchema.safeParse(parseJson(text)).data ?? [];
  return since === undefined || id === undefined ? null : { since: new Date(since), id };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
