import * as routes from '@skein/contracts/routes';
import { useMutation } from '@tanstack/react-query';
import { ApiError, request } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { toast } from '../../lib/toast.ts';
import { userKeys } from '../users/user-cache.ts';

interface ServerChange {
  domain: string;
  isBlocked: boolean;
}

/** Blocks or unblocks a server. All user data is refetched, because a block changes much of it. */
export function useBlockServer(onDone: () => void) {
  return useMutation({
    mutationFn: async ({ domain, isBlocked }: ServerChange) => {
      const options = { params: { domain } };
      if (isBlocked) await request(routes.blockServer, options);
      else await request(routes.unblockServer, options);
    },
    onSuccess: async (_response, { domain, isBlocked }, _before, { client }) => {
      toast.success(
        t(isBlocked ? 'userMenu.serverBlocked' : 'userMenu.serverUnblocked', { domain }),
      );
      onDone();
      await client.invalidateQueries({ queryKey: userKeys.all });
    },
    onError: (error) => {
      const hasReason = error instanceof ApiError && error.message !== '';
      toast.error(hasReason ? error.message : t('userMenu.actionFailed'));
    },
  });
}
