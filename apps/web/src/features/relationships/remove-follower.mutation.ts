import * as routes from '@skein/contracts/routes';
import type { UsersPage } from '@skein/contracts/relationships';
import type { User } from '@skein/contracts/users';
import { useMutation } from '@tanstack/react-query';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { request } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { toast } from '../../lib/toast.ts';
import { userKeys } from '../users/user-cache.ts';

/** Removes a user from the viewer's followers. The user is not notified. */
export function useRemoveFollower({ id, name }: Pick<User, 'id' | 'name'>) {
  return useMutation({
    mutationFn: () => request(routes.removeFollower, { params: { userId: id } }),
    onSuccess: async (_response, _nothing, _before, { client }) => {
      toast.success(t('connections.followerRemoved', { name }));
      removeFromLists(client, id);
      // Other screens show follower counts and follow states.
      await client.invalidateQueries({ queryKey: userKeys.all });
    },
    onError: () => toast.error(t('userMenu.actionFailed')),
  });
}

/** Removes a user from the visible follower lists. Only the viewer's own list offers the removal. */
function removeFromLists(client: QueryClient, id: string): void {
  client.setQueriesData<InfiniteData<UsersPage>>(
    {
      queryKey: userKeys.allConnections,
      predicate: ({ queryKey: [, , , kind] }) => kind === 'followers',
      type: 'active',
    },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          content: page.content.filter((user) => user.id !== id),
        })),
      },
  );
}
