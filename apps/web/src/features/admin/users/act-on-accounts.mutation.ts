import * as routes from '@skein/contracts/routes';
import type { BulkAccountAction } from '@skein/contracts/administration';

import { useMutation } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { threadKeys } from '../../threads/cache/thread-keys.ts';
import { userKeys } from '../../users/user-cache.ts';
import { adminMutation } from '../shared/admin-mutation.ts';
import { adminKey } from '../shared/admin.queries.ts';

interface BulkAction {
  userIds: string[];
  action: BulkAccountAction;
  suspendedUntil: string | null;
  ruleIds: string[];
  text: string;
}

/** Acts on several accounts, and refetches everything that this may have changed. */
export function useActOnAccounts() {
  const send = (body: BulkAction) => request(routes.actOnAccounts, { body });
  return useMutation(
    adminMutation(send, { invalidates: [adminKey, userKeys.all, threadKeys.all] }),
  );
}
