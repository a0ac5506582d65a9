import * as routes from '@skein/contracts/routes';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { currentUserQuery } from '../../auth/account/current-user.queries.ts';

/** Makes the viewer the owner of a new instance. On the server's own machine, the code may be empty. */
export function useBecomeOwner() {
  return useMutation({
    mutationFn: (code: string) => request(routes.becomeOwner, { body: { code } }),
    // An error also triggers a refetch, because another user may have become the owner.
    onSettled: (_data, _error, _input, _before, { client }) =>
      client.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
  });
}
