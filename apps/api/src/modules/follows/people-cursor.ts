import { z } from 'zod';
import { decodeCursor, encodeCursor } from '../../shared/cursor.ts';
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
  return encodeCursor([1, since.toISOString(), id]);
}

/** Null for what stands for no place. */
export function decodePeopleCursor(cursor: string): PeoplePlace | null {
  const [, since, id] = decodeCursor(wireSchema, cursor) ?? [];
  return since === undefined || id === undefined ? null : { since: new Date(since), id };
}
