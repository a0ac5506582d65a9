import { z } from 'zod';
import { cursorMaxLength, pageOffsetMax, pageSizeMax } from '../limits.ts';
import { queryInteger, wireText } from './fields.ts';

/**
 * Where a list is read: `page` from 0 with `size`, or `cursor` (the `nextCursor` of the page
 * before) with `size`. Only the cursor neither skips nor repeats while new items arrive.
 */
export function pageQuery(options: { defaultSize: number; maxSize?: number }) {
  return z
    .object({
      page: queryInteger({ min: 0, max: 1_000_000 }).default(0),
      size: queryInteger({ min: 1, max: options.maxSize ?? pageSizeMax }).default(
        options.defaultSize,
      ),
      cursor: wireText('The cursor')
        .max(cursorMaxLength, { error: 'The cursor is not valid.' })
        .optional()
        .describe(
          '`nextCursor` of the page before: opaque, and valid only for the same list and account',
        ),
    })
    .refine(({ page, size }) => page * size <= pageOffsetMax, {
      path: ['page'],
      error: `A page this far down is read with "cursor", the "nextCursor" of the page before.`,
    });
}

/** A page of a list. `page` is null when a cursor was used; `nextCursor` is null on the last. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    content: z.array(item),
    page: z.number().int().nullable(),
    size: z.number().int(),
    last: z.boolean(),
    nextCursor: z.string().nullable(),
  });
}

/** A page that also tells how many items there are in all. */
export function countedPageOf<Item extends z.ZodType>(item: Item) {
  return pageOf(item).extend({ totalElements: z.number().int() });
}

export interface Page<Item> {
  content: Item[];
  page: number | null;
  size: number;
  last: boolean;
  nextCursor: string | null;
}
