import * as routes from '@skein/contracts/routes';
import type { BulkAccountAction } from '@skein/contracts/administration';
import { useMutation } from '@tanstack/react-query';
import { ApiError, request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { threadKeys } from '../../threads/cache/thread-keys.ts';
import { userKeys } from '../../users/api/user-cache.ts';
import { adminKey } from './admin.queries.ts';

interface BulkAction {
  userIds: string[];
  action: BulkAccountAction;
  suspendedUntil: string | null;
  ruleIds: string[];
  text: string;
}

/** Acts on several accounts, and refetches everything that this may have changed. */
export function useActOnAccounts() {
  return useMutation({
    mutationFn: (body: BulkAction) => request(routes.actOnAccounts, { body }),
    onSuccess: async (_results, _action, _before, { client }) => {
      await Promise.all(
        [adminKey, userKeys.all, threadKeys.all].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
    },
    onError: (error) => {
      toast.error(error instanceof ApiError && error.message ? error.message : t('admin.failed'));
    },
  });
}
