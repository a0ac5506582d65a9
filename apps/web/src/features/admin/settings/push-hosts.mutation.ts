import * as routes from '@skein/contracts/routes';
import type { PushHost } from '@skein/contracts/moderation';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { adminMutation } from '../shared/admin-mutation.ts';
import { adminKey } from '../shared/admin.queries.ts';

const pushHostsKey = [...adminKey, 'push-hosts'];

/** Hosts of push services that the settings of the server do not allow. */
export const pushHostsQuery = queryOptions({
  queryKey: pushHostsKey,
  queryFn: ({ signal }): Promise<PushHost[]> => request(routes.listPushHosts, { signal }),
});

/** Allows or rejects a host. */
export function useSetPushHost(host: string) {
  const send = (isAllowed: boolean) =>
    request(routes.updatePushHost, { params: { host }, body: { isAllowed } });
  return useMutation(adminMutation(send, { invalidates: [pushHostsKey] }));
}
