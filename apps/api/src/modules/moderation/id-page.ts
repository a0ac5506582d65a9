import { z } from 'zod';
import type { Page } from '@skein/contracts/http';
import { invalidCursor, decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import { isId } from '../../platform/ids.ts';

export interface PageQuery {
  page: number;
  size: number;
  cursor?: string | undefined;
}

/** A range of a list that is ordered by id, the highest first. */
export interface PageRange {
  /** Only rows after this one. */
  afterId: string | null;
  skip: number;
  take: number;
}

const cursorSchema = z.tuple([z.literal(1), z.string().refine(isId)]);

/**
 * A page of a list that is ordered by id, the latest first.
 * @throws ValidationError for an invalid cursor
 */
export async function readIdPage<Item extends { id: string }>(
  { page, size, cursor }: PageQuery,
  read: (range: PageRange) => Promise<Item[]>,
): Promise<Page<Item>> {
  const afterId = cursor === undefined ? null : decodeId(cursor);
  // One more than the page, to know whether it is the last.
  const items = await read({ afterId, skip: afterId === null ? page * size : 0, take: size + 1 });
  const content = items.slice(0, size);
  const last = items.length <= size;
  const end = content.at(-1);
  return {
    content,
    page: afterId === null ? page : null,
    size,
    last,
    nextCursor: last || end === undefined ? null : encodeCursor([1, end.id]),
  };
}

function decodeId(cursor: string): string {
  const [, id] = decodeCursor(cursorSchema, cursor) ?? [];
  if (id === undefined) throw invalidCursor();
  return id;
}
