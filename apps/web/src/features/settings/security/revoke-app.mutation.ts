import * as routes from '@skein/contracts/routes';
import { useMutation } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError, request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { authorizedAppsQuery } from './authorized-apps.queries.ts';

/** Revokes all access of an app. */
export function useRevokeApp(appId: string) {
  return useMutation({
    mutationFn: () => request(routes.revokeAuthorizedApp, { params: { appId } }),
    onSuccess: (_response, _variables, _before, { client }) => {
      removeFromList(client, appId);
      toast.success(t('apps.list.revoked'));
    },
    onError: (error, _variables, _before, { client }) => {
      // The access was revoked already.
      if (error instanceof ApiError && error.status === 404) removeFromList(client, appId);
      else toast.error(t('apps.list.revokeFailed'));
    },
  });
}

function removeFromList(client: QueryClient, appId: string): void {
  client.setQueryData(authorizedAppsQuery.queryKey, (apps) =>
    apps?.filter(({ id }) => id !== appId),
  );
}
