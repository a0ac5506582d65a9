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

/** Which part of a timeline is wanted. */
export interface PageRange<Place> {
  /** Only what stands below this place. */
  below: Place;
  skip: number;
  take: number;
}

/** A list of threads, each at a place that stays the same. */
export interface Timeline<Place> {
  /** What a cursor is bound to: nothing else has this name. */
  name: string;
  /** Above everything there is. */
  top: Place;
  /** The place that a key of `select` stands for; null for a text that is no such key. */
  parseKey: (key: string) => Place | null;
  /** Rows for the threads module, downwards. */
  select: (range: PageRange<Place>) => Prisma.Sql;
}

const version = 1;
const wireSchema = z.tuple([z.literal(version), z.string(), z.string()]);

/**
 * A page of a timeline, in one statement.
 * @throws ValidationError for a cursor that is none of this timeline's
 */
export async function readTimeline<Place>(
  threads: Pick<ThreadsModule, 'list'>,
  viewer: Viewer,
  timeline: Timeline<Place>,
  { page, size, cursor }: TimelineQuery,
): Promise<ThreadPage> {
  const below = cursor === undefined ? timeline.top : decodePosition(timeline, cursor);
  // One more than the page tells whether it is the last.
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

function decodePosition<Place>({ name, parseKey }: Timeline<Place>, cursor: string): Place {
  const [, named, key] = decodeCursor(wireSchema, cursor) ?? [];
  const place = named !== name || key === undefined ? null : parseKey(key);
  if (place === null) throw invalidCursor();
  return place;
}
