import type { becomeOwner } from '@skein/contracts/instance';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { currentUserQuery } from '../../auth/api/current-user.queries.ts';

/** Makes the viewer the owner of a new instance. */
export function useBecomeOwner() {
  return useMutation({
    mutationFn: () => request<typeof becomeOwner>({ method: 'PUT', path: '/instance/owner' }),
    // Also after an error: somebody else may have become the owner.
    onSettled: (_data, _error, _input, _before, { client }) =>
      client.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
  });
}
