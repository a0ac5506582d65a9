import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { ApiError } from '../api/index.ts';

/** The part of an infinite query that loads further pages. */
export type PagedQuery = Pick<
  UseInfiniteQueryResult,
  | 'error'
  | 'hasNextPage'
  | 'isFetching'
  | 'isFetchingNextPage'
  | 'isFetchNextPageError'
  | 'fetchNextPage'
  | 'refetch'
>;

/**
 * Loads the next page, unless a request is running. If the server has rejected the cursor, which is
 * the case after some upgrades, it loads the list again from the first page to get valid cursors.
 */
export async function loadNextPage(query: PagedQuery): Promise<void> {
  const { error, isFetchNextPageError, fetchNextPage, refetch } = query;
  const isCursorRejected =
    isFetchNextPageError && error instanceof ApiError && error.status === 400;
  await (isCursorRejected ? refetch() : fetchNextPage({ cancelRefetch: false }));
}
