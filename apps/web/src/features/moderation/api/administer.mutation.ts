import type {
  dismissReport,
  removeThread,
  suspendUser,
  unsuspendUser,
  verifyUser,
} from '@skein/contracts/moderation';
import { useMutation } from '@tanstack/react-query';
import { ApiError, request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { userKeys } from '../../users/api/user-keys.ts';
import { threadKeys } from '../../threads/cache/thread-keys.ts';
import { adminKey } from './admin.queries.ts';

/** What an administrator does. */
export type Act =
  | { kind: 'dismiss'; reportId: string }
  | { kind: 'removeThread'; threadId: string; reason: string }
  | { kind: 'verify'; userId: string; isVerified: boolean }
  | { kind: 'suspend' | 'unsuspend'; userId: string; reason: string };

/** Does it, says so, and reads again what it may have changed. */
export function useAdminister() {
  return useMutation({
    mutationFn: send,
    onSuccess: async ({ message }, _act, _before, { client }) => {
      toast.success(message);
      await Promise.all(
        [adminKey, userKeys.all, threadKeys.all].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
    },
    onError: (error) => {
      // A refusal says why.
      toast.error(error instanceof ApiError && error.message ? error.message : t('admin.failed'));
    },
  });
}

function send(act: Act) {
  switch (act.kind) {
    case 'dismiss':
      return request<typeof dismissReport>({
        method: 'POST',
        path: '/admin/reports/{reportId}/dismiss',
        params: { reportId: act.reportId },
      });
    case 'removeThread':
      return request<typeof removeThread>({
        method: 'DELETE',
        path: '/admin/threads/{threadId}',
        params: { threadId: act.threadId },
        body: { reason: act.reason },
      });
    case 'verify':
      return request<typeof verifyUser>({
        method: 'PUT',
        path: '/admin/people/{userId}/verified',
        params: { userId: act.userId },
        body: { isVerified: act.isVerified },
      });
    case 'suspend':
    case 'unsuspend':
      return request<typeof suspendUser | typeof unsuspendUser>({
        method: 'POST',
        path: `/admin/people/{userId}/${act.kind}`,
        params: { userId: act.userId },
        body: { reason: act.reason },
      });
  }
}
