import type { Page } from '@skein/contracts/http';
import { z } from 'zod';
import { decodeCursor, encodeCursor, invalidCursor } from './cursor.ts';
import { isId } from './ids.ts';

/** The query of a list with pages. */
export interface PageQuery {
  page: number;
  size: number;
  cursor?: string | undefined;
}

interface Range<Position> {
  /** Reads only rows after this position; null for all. */
  after: Position | null;
  skip: number;
  take: number;
}

/** A range of a list that is ordered by id, the highest first. */
export interface IdRange extends Omit<Range<string>, 'after'> {
  /** Reads only rows after this one. */
  afterId: string | null;
}

/** A position in a list that is ordered by a time and then by id. */
export interface TimePosition {
  time: Date;
  id: string;
}

/** A range of such a list. */
export type TimeRange = Range<TimePosition>;

interface List<Row, Position> {
  read: (range: Range<Position>) => Promise<Row[]>;
  /** Null if the list cannot be continued after this row. */
  getPosition: (row: Row) => Position | null;
}

const idSchema = z.string().refine(isId);

const idCursorSchema = z.tuple([z.literal(1), idSchema]);

const textCursorSchema = z.tuple([z.literal(1), z.string().regex(/^[^\0]*$/)]);

const timeCursorSchema = z.tuple([
  z.literal(1),
  // PostgreSQL has no year 0.
  z.iso.datetime({ precision: 3 }).refine((time) => !time.startsWith('0000')),
  idSchema,
]);

/**
 * A page of a list that is ordered by id, the latest first.
 * @throws ValidationError for an invalid cursor
 */
export function readIdPage<Row extends { id: string }>(
  query: PageQuery,
  read: (range: IdRange) => Promise<Row[]>,
): Promise<Page<Row>> {
  const list: List<Row, string> = {
    read: ({ after: afterId, ...range }) => read({ afterId, ...range }),
    getPosition: ({ id }) => id,
  };
  return readPage(query, list, {
    encode: (id) => [1, id],
    decode: (cursor) => decodeCursor(idCursorSchema, cursor)?.[1],
  });
}

/**
 * A page of a list that is ordered by a time and then by id.
 * @throws ValidationError for an invalid cursor
 */
export function readTimePage<Row>(
  query: PageQuery,
  list: List<Row, TimePosition>,
): Promise<Page<Row>> {
  return readPage(query, list, {
    encode: ({ time, id }) => [1, time.toISOString(), id],
    decode: (cursor) => {
      const parts = decodeCursor(timeCursorSchema, cursor);
      return parts === null ? undefined : { time: new Date(parts[1]), id: parts[2] };
    },
  });
}

/**
 * A page of a list that is ordered by a unique text.
 * @throws ValidationError for an invalid cursor
 */
export function readTextPage<Row>(query: PageQuery, list: List<Row, string>): Promise<Page<Row>> {
  return readPage(query, list, {
    encode: (text) => [1, text],
    decode: (cursor) => decodeCursor(textCursorSchema, cursor)?.[1],
  });
}

interface CursorFormat<Position> {
  encode: (position: Position) => readonly unknown[];
  /** Undefined for an invalid cursor. */
  decode: (cursor: string) => Position | undefined;
}

async function readPage<Row, Position>(
  { page, size, cursor }: PageQuery,
  { read, getPosition }: List<Row, Position>,
  { encode, decode }: CursorFormat<Position>,
): Promise<Page<Row>> {
  const after = cursor === undefined ? null : decode(cursor);
  if (after === undefined) throw invalidCursor();
  // One more than the page, to know whether it is the last.
  const rows = await read({ after, skip: after === null ? page * size : 0, take: size + 1 });
  const content = rows.slice(0, size);
  const last = rows.length <= size;
  const end = content.at(-1);
  const next = last || end === undefined ? null : getPosition(end);
  return {
    content,
    page: after === null ? page : null,
    size,
    last,
    nextCursor: next === null ? null : encodeCursor(encode(next)),
  };
}
