import * as routes from '@skein/contracts/routes';
import type { AccountMove } from '@skein/contracts/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError, request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { currentUserQuery } from '../../auth/account/current-user.queries.ts';
import { userKeys } from '../../users/user-cache.ts';
import { accountMoveQuery } from './moving.queries.ts';

export type AliasChange = { add: string } | { remove: string };

/** Adds the handle of an alias, or removes its address. */
export function useChangeAliases() {
  return useMutation({
    scope: { id: 'aliases' },
    mutationFn: (change: AliasChange) =>
      'add' in change
        ? request(routes.addAlias, { body: { handle: change.add } })
        : request(routes.removeAlias, { body: { uri: change.remove } }),
    onSuccess: (move, _change, _before, { client }) => showMove(client, move),
    onError: (error) => {
      const message = error instanceof ApiError ? error.message : t('common.networkError');
      toast.error(t('moving.notChanged'), message);
    },
  });
}

/** Ends the redirect to another account. */
export function useCancelMove() {
  return useMutation({
    mutationFn: () => request(routes.cancelMove),
    onSuccess: (move, _input, _before, { client }) => {
      showMove(client, move);
      toast.success(t('moving.canceled'));
    },
    onError: (error) => {
      const message = error instanceof ApiError ? error.message : t('common.networkError');
      toast.error(t('moving.notCanceled'), message);
    },
  });
}

/** Moves to another account. Throws the error of the request. */
export function useMoveAccount() {
  const client = useQueryClient();
  return async (body: { handle: string; password: string }): Promise<void> => {
    showMove(client, await request(routes.moveAccount, { body }));
    toast.success(t('moving.done'));
  };
}

function showMove(client: QueryClient, move: AccountMove): void {
  client.setQueryData(accountMoveQuery.queryKey, move);
  void client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
  void client.invalidateQueries({ queryKey: [...userKeys.all, 'profile'] });
}
