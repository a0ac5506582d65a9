import * as routes from '@skein/contracts/routes';
import type { RouteInput } from '@skein/contracts/http';
import type { updateProtection } from '@skein/contracts/moderation';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { adminMutation } from '../shared/admin-mutation.ts';
import { adminKey, auditKey } from '../shared/admin.queries.ts';

export const protectionQuery = queryOptions({
  queryKey: [...adminKey, 'protection'],
  queryFn: ({ signal }) => request(routes.getProtection, { signal }),
});

/** Saves the rules, unless somebody else has changed them. */
export function useSaveProtection() {
  const send = (body: RouteInput<typeof updateProtection>['body']) =>
    request(routes.updateProtection, { body });
  return useMutation(
    adminMutation(send, {
      invalidates: [auditKey],
      showsErrors: true,
      onSaved(saved, client) {
        toast.success(t('admin.protection.saved'));
        client.setQueryData(protectionQuery.queryKey, saved);
      },
    }),
  );
}
