import * as routes from '@skein/contracts/routes';
import type { ServerPolicy } from '@skein/contracts/administration';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { threadKeys } from '../../threads/cache/thread-keys.ts';
import { userKeys } from '../../users/user-cache.ts';
import { adminMutation } from '../shared/admin-mutation.ts';
import { adminKey } from '../shared/admin.queries.ts';

export interface ServerDecision {
  domain: string;
  /** Null withdraws the decision. */
  policy: ServerPolicy | null;
  reason?: string;
  note?: string;
}

const changed = [adminKey, userKeys.all, threadKeys.all];

/** Decides how to deal with a server. The form shows errors. */
export function useUpdateServer() {
  return useMutation(
    adminMutation(send, {
      invalidates: changed,
      showsErrors: true,
      onSaved: ({ domain }) => toast.success(t('admin.servers.saved', { domain })),
    }),
  );
}

/** Withdraws the decision about a server. */
export function useUndoDecision(domain: string) {
  return useMutation(
    adminMutation(() => send({ domain, policy: null }), {
      invalidates: changed,
      onSaved: () => toast.success(t('admin.servers.undone', { domain })),
    }),
  );
}

function send({ domain, ...body }: ServerDecision) {
  return request(routes.updateServer, { params: { domain }, body });
}

/** Allows all servers, or only listed ones. */
export function useSetFederationMode() {
  return useMutation(
    adminMutation(
      (allowsOnlyListed: boolean) =>
        request(routes.updateFederationMode, { body: { allowsOnlyListed } }),
      { invalidates: changed },
    ),
  );
}
