import * as routes from '@skein/contracts/routes';
import type { UsersPage } from '@skein/contracts/relationships';
import { infiniteQueryOptions, useMutation } from '@tanstack/react-query';
import { request } from '../../api/index.ts';
import { userKeys } from '../users/user-cache.ts';

/** The suggested users that the viewer has dismissed, latest first. */
export const dismissedSuggestionsQuery = infiniteQueryOptions({
  queryKey: userKeys.dismissed,
  queryFn: ({ pageParam, signal }) =>
    request(routes.listDismissedSuggestions, {
      query: pageParam === null ? {} : { cursor: pageParam },
      signal,
    }),
  initialPageParam: null as string | null,
  getNextPageParam: (page: UsersPage) => page.nextCursor,
  select: ({ pages }) => pages.flatMap((page) => page.content),
});

/** Lets a dismissed user be suggested again. */
export function useRestoreSuggestion(userId: string) {
  return useMutation({
    mutationFn: () => request(routes.restoreSuggestedUser, { params: { userId } }),
    onSuccess: (_response, _variables, _before, { client }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: userKeys.dismissed }),
        client.invalidateQueries({ queryKey: userKeys.suggested }),
      ]),
  });
}
