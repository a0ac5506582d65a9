import * as routes from '@skein/contracts/routes';
import type { User } from '@skein/contracts/users';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { request } from '../../api/index.ts';
import { userKeys } from './user-cache.ts';

/** Users the viewer might follow. A followed user stays in the list until the next load. */
export const suggestedUsersQuery = queryOptions({
  queryKey: userKeys.suggested,
  queryFn: ({ signal }) => request(routes.listSuggestedUsers, { signal }),
  staleTime: 5 * 60_000,
});

/** Removes a user from the suggestions permanently. If it fails, the next load shows the user again. */
export function useDismissSuggestion(userId: string) {
  return useMutation({
    mutationFn: () => request(routes.dismissSuggestedUser, { params: { userId } }),
    onMutate: (_, { client }) => {
      client.setQueryData<User[]>(userKeys.suggested, (users) =>
        users?.filter(({ id }) => id !== userId),
      );
    },
    onSuccess: (_response, _variables, _before, { client }) =>
      client.invalidateQueries({ queryKey: userKeys.dismissed }),
  });
}
