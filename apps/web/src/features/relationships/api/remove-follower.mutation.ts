import type { UsersPage, removeFollower } from '@skein/contracts/relationships';
import type { User } from '@skein/contracts/users';
import { useMutation } from '@tanstack/react-query';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { userKeys } from '../../users/api/user-keys.ts';

/** Takes a person out of the viewer's followers. Nobody is told. */
export function useRemoveFollower({ id, name }: Pick<User, 'id' | 'name'>) {
  return useMutation({
    mutationFn: () =>
      request<typeof removeFollower>({
        method: 'DELETE',
        path: '/users/me/followers/{userId}',
        params: { userId: id },
      }),
    onSuccess: async (_answer, _nothing, _before, { client }) => {
      toast.success(t('people.followerRemoved', { name }));
      takeOut(client, id);
      // Counts and what is said of the person on other screens.
      await client.invalidateQueries({ queryKey: userKeys.all });
    },
    onError: () => void toast.error(t('people.actFailed')),
  });
}

/** Out of every list of followers: this is only asked for in one's own. */
function takeOut(client: QueryClient, id: string): void {
  client.setQueriesData<InfiniteData<UsersPage>>(
    {
      queryKey: userKeys.circles,
      predicate: ({ queryKey: [, , , circle] }) => circle === 'followers',
      type: 'active',
    },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          content: page.content.filter((person) => person.id !== id),
        })),
      },
  );
}
