import * as routes from '@skein/contracts/routes';
import type { FollowRequest } from '@skein/contracts/relationships';
import { useIsMutating, useMutation } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError, request } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { toast } from '../../lib/toast.ts';
import { userKeys } from '../users/user-cache.ts';

export type Decision = 'approve' | 'reject';

const messages = {
  approve: { done: 'users.requestApproved', failed: 'users.approveFailed' },
  reject: { done: 'users.requestRejected', failed: 'users.rejectFailed' },
} as const;

/** Whether any button has a pending decision about this request. */
export function useIsDecisionPending(requestId: string): boolean {
  return useIsMutating({ mutationKey: userKeys.decision(requestId) }) > 0;
}

/** Approves or rejects a follow request. Both remove it from the list. */
export function useDecideFollowRequest(requestId: string) {
  return useMutation({
    mutationKey: userKeys.decision(requestId),
    mutationFn: (decision: Decision) => decide(requestId, decision),
    onSuccess: (_response, decision, _before, { client }) => {
      removeRequest(client, requestId);
      toast.success(t(messages[decision].done));
    },
    onError: (error, decision, _before, { client }) => {
      // The request was withdrawn or decided elsewhere: a retry would fail too.
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) {
        removeRequest(client, requestId);
      }
      toast.error(t(messages[decision].failed));
    },
  });
}

async function decide(requestId: string, decision: Decision): Promise<void> {
  const params = { requestId };
  if (decision === 'approve') {
    await request(routes.approveFollowRequest, { params });
  } else {
    await request(routes.rejectFollowRequest, { params });
  }
}

function removeRequest(client: QueryClient, requestId: string): void {
  client.setQueryData<FollowRequest[]>(userKeys.requests, (requests) =>
    requests?.filter(({ id }) => id !== requestId),
  );
}
