import type { dismissSuggestedUser, User } from '@skein/contracts/users';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { userKeys } from './user-keys.ts';

/** Takes a person out of the suggestions, for good. Should it fail, they are suggested again later. */
export function useDismissSuggestion(userId: string) {
  return useMutation({
    mutationFn: () =>
      request<typeof dismissSuggestedUser>({
        method: 'DELETE',
        path: '/users/suggestions/{userId}',
        params: { userId },
      }),
    onMutate: (_, { client }) => {
      client.setQueryData<User[]>(userKeys.suggested, (people) =>
        people?.filter(({ id }) => id !== userId),
      );
    },
  });
}
