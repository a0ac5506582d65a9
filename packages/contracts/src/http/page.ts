import { z } from 'zod';
import { cursorMaxLength, pageOffsetMax, pageSizeMax } from '../limits.ts';
import { queryInteger, wireText } from './fields.ts';
import { issueMessage } from './issue-message.ts';

/**
 * Pagination: `page` (from 0) with `size`, or `cursor` (the `nextCursor` of the previous page)
 * with `size`. Only a cursor neither skips nor repeats items while new ones arrive.
 */
export function pageQuery(options: { defaultSize: number; maxSize?: number }) {
  return z
    .object({
      page: queryInteger({ min: 0, max: 1_000_000 }).default(0),
      size: queryInteger({ min: 1, max: options.maxSize ?? pageSizeMax }).default(
        options.defaultSize,
      ),
      cursor: wireText('error.label.cursor')
        .max(cursorMaxLength, {
          error: issueMessage('error.notValid', { label: 'error.label.cursor' }),
        })
        .optional()
        .describe(
          '`nextCursor` of the previous page. Opaque; valid only for the same list and account',
        ),
    })
    .refine(({ page, size }) => page * size <= pageOffsetMax, {
      path: ['page'],
      error: issueMessage('error.pageTooFar'),
    });
}

/** A page of a list. `page` is null when a cursor was used; `nextCursor` is null on the last page. */
export function pageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({
    content: z.array(item),
    page: z.number().int().nullable(),
    size: z.number().int(),
    last: z.boolean(),
    nextCursor: z.string().nullable(),
  });
}

/** A page with the total number of items. */
export function countedPageSchema<Item extends z.ZodType>(item: Item) {
  return pageSchema(item).extend({ totalElements: z.number().int() });
}

export interface Page<Item> {
  content: Item[];
  page: number | null;
  size: number;
  last: boolean;
  nextCursor: string | null;
}
