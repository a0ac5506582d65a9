import type { ThreadPage } from '@skein/contracts/threads';
import type { Prisma } from '@skein/db';
import { z } from 'zod';
import { invalidCursor, decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ThreadsModule } from '../threads/index.ts';

export interface TimelineQuery {
  page: number;
  size: number;
  cursor?: string | undefined;
}

/** The requested part of a timeline. */
export interface PageRange<Position> {
  /** Reads only rows below this position. */
  below: Position;
  skip: number;
  take: number;
}

/** A list of threads with stable positions. */
export interface Timeline<Position> {
  /** A unique name that binds a cursor to this timeline. */
  name: string;
  /** A position above all rows. */
  top: Position;
  /** Parses a key from `select`; null for an invalid text. */
  parseKey: (key: string) => Position | null;
  /** Rows for the threads module, from newest to oldest. */
  select: (range: PageRange<Position>) => Prisma.Sql;
}

const version = 1;
const wireSchema = z.tuple([z.literal(version), z.string(), z.string()]);

/**
 * A page of a timeline, in one statement.
 * @throws ValidationError for a cursor of another list
 */
export async function readTimeline<Position>(
  threads: Pick<ThreadsModule, 'list'>,
  viewer: Viewer,
  timeline: Timeline<Position>,
  { page, size, cursor }: TimelineQuery,
): Promise<ThreadPage> {
  const below = cursor === undefined ? timeline.top : decodePosition(timeline, cursor);
  // One row more than the page shows whether there is a next page.
  const range = { below, skip: cursor === undefined ? page * size : 0, take: size + 1 };
  const { listed } = await threads.list(viewer, timeline.select(range));
  const last = listed.length <= size;
  const content = listed.slice(0, size);
  const key = content.at(-1)?.key;
  return {
    content: content.map(({ thread }) => thread),
    page: cursor === undefined ? page : null,
    size,
    last,
    nextCursor: last || !key ? null : encodeCursor([version, timeline.name, key]),
  };
}

function decodePosition<Position>(
  { name, parseKey }: Timeline<Position>,
  cursor: string,
): Position {
  const [, cursorName, key] = decodeCursor(wireSchema, cursor) ?? [];
  const position = cursorName !== name || key === undefined ? null : parseKey(key);
  if (position === null) throw invalidCursor();
  return position;
}
