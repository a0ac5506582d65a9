import * as routes from '@skein/contracts/routes';
import type { FoundMessagesPage } from '@skein/contracts/chat';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { chatKeys } from '../api/chat-keys.ts';

/** The viewer's messages that match a search, newest first. */
export const searchMessagesQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: [...chatKeys.all, 'search', q],
    queryFn: ({ pageParam, signal }) =>
      request(routes.searchMessages, {
        query: { q, groups: 'true', ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }: FoundMessagesPage) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ content }) => content),
    placeholderData: keepPreviousData,
  });
