import type {
  approveRegistration,
  changeRole,
  createStrike,
  decideAppeal,
  dismissReport,
  liftStrike,
  purgeUser,
  rejectRegistration,
  removeThread,
  revokeInvitation,
  unsuspendUser,
  verifyUser,
} from '@skein/contracts/moderation';
import type { StrikeAction, UserRole } from '@skein/contracts/administration';
import { useMutation } from '@tanstack/react-query';
import { ApiError, request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { userKeys } from '../../users/api/user-cache.ts';
import { threadKeys } from '../../threads/cache/thread-keys.ts';
import { adminKey } from './admin.queries.ts';

/** An action on an account, with the reason for its user. */
export interface NewStrike {
  action: StrikeAction;
  threadId: string | null;
  reportId: string | null;
  suspendedUntil: string | null;
  ruleIds: string[];
  text: string;
}

type StrikeActionOfModerator =
  | { kind: 'strike'; userId: string; strike: NewStrike }
  | { kind: 'lift'; strikeId: string; reason: string }
  | { kind: 'decideAppeal'; strikeId: string; isLifted: boolean; text: string };

type AccountAction =
  | { kind: 'unsuspend'; userId: string; reason: string }
  | { kind: 'purge'; userId: string; username: string; reason: string };

/** An action of an administrator. */
type AdminAction =
  | { kind: 'dismiss'; reportId: string }
  | { kind: 'removeThread'; threadId: string; reason: string }
  | { kind: 'verify'; userId: string; isVerified: boolean }
  | { kind: 'changeRole'; userId: string; role: UserRole }
  | AccountAction
  | StrikeActionOfModerator
  | { kind: 'approve'; userId: string }
  | { kind: 'reject'; userId: string; reason: string }
  | { kind: 'revokeInvitation'; invitationId: string };

/** Runs an action of an administrator and refetches everything it may have changed. */
export function useAdminAction() {
  return useMutation({
    mutationFn: send,
    onSuccess: async (result, _action, _before, { client }) => {
      toast.success(result.message ?? t('admin.strikeDone'));
      await Promise.all(
        [adminKey, userKeys.all, threadKeys.all].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
    },
    onError: (error, _action, _before, { client }) => {
      // Somebody else may have decided it.
      if (error instanceof ApiError) void client.invalidateQueries({ queryKey: adminKey });
      // An error response contains the reason.
      toast.error(error instanceof ApiError && error.message ? error.message : t('admin.failed'));
    },
  });
}

/** The response of a strike has no message. */
function send(action: AdminAction): Promise<{ message?: string }> {
  switch (action.kind) {
    case 'dismiss':
      return request<typeof dismissReport>({
        method: 'POST',
        path: '/admin/reports/{reportId}/dismiss',
        params: { reportId: action.reportId },
      });
    case 'removeThread':
      return request<typeof removeThread>({
        method: 'DELETE',
        path: '/admin/threads/{threadId}',
        params: { threadId: action.threadId },
        body: { reason: action.reason },
      });
    case 'verify':
      return request<typeof verifyUser>({
        method: 'PUT',
        path: '/admin/users/{userId}/verified',
        params: { userId: action.userId },
        body: { isVerified: action.isVerified },
      });
    case 'changeRole':
      return request<typeof changeRole>({
        method: 'PUT',
        path: '/admin/users/{userId}/role',
        params: { userId: action.userId },
        body: { role: action.role },
      });
    case 'unsuspend':
    case 'purge':
      return sendAccountAction(action);
    case 'approve':
      return request<typeof approveRegistration>({
        method: 'POST',
        path: '/admin/registrations/{userId}/approve',
        params: { userId: action.userId },
      });
    case 'reject':
      return request<typeof rejectRegistration>({
        method: 'POST',
        path: '/admin/registrations/{userId}/reject',
        params: { userId: action.userId },
        body: { reason: action.reason },
      });
    case 'revokeInvitation':
      return request<typeof revokeInvitation>({
        method: 'DELETE',
        path: '/admin/invitations/{invitationId}',
        params: { invitationId: action.invitationId },
      });
    default:
      return sendStrikeAction(action);
  }
}

function sendAccountAction(action: AccountAction): Promise<{ message?: string }> {
  const { kind, userId, reason } = action;
  const params = { userId };
  if (kind === 'unsuspend') {
    return request<typeof unsuspendUser>({
      method: 'POST',
      path: '/admin/users/{userId}/unsuspend',
      params,
      body: { reason },
    });
  }
  return request<typeof purgeUser>({
    method: 'POST',
    path: '/admin/users/{userId}/purge',
    params,
    body: { username: action.username, reason },
  });
}

function sendStrikeAction(action: StrikeActionOfModerator): Promise<{ message?: string }> {
  switch (action.kind) {
    case 'strike':
      return request<typeof createStrike>({
        method: 'POST',
        path: '/admin/users/{userId}/strikes',
        params: { userId: action.userId },
        body: action.strike,
      }).then(() => ({}));
    case 'lift':
      return request<typeof liftStrike>({
        method: 'POST',
        path: '/admin/strikes/{strikeId}/lift',
        params: { strikeId: action.strikeId },
        body: { reason: action.reason },
      });
    case 'decideAppeal':
      return request<typeof decideAppeal>({
        method: 'POST',
        path: '/admin/appeals/{strikeId}/decide',
        params: { strikeId: action.strikeId },
        body: { isLifted: action.isLifted, text: action.text },
      });
  }
}
