import * as routes from '@skein/contracts/routes';
import type { StrikeAction, UserRole } from '@skein/contracts/administration';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { userKeys } from '../../users/user-cache.ts';
import { threadKeys } from '../../threads/cache/thread-keys.ts';
import { adminMutation } from './admin-mutation.ts';
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
  return useMutation(
    adminMutation(send, {
      invalidates: [adminKey, userKeys.all, threadKeys.all],
      onSaved: ({ message }) => toast.success(message ?? t('admin.strikeDone')),
    }),
  );
}

/** The response of a strike has no message. */
function send(action: AdminAction): Promise<{ message?: string }> {
  switch (action.kind) {
    case 'dismiss':
      return request(routes.dismissReport, { params: { reportId: action.reportId } });
    case 'removeThread':
      return request(routes.removeThread, {
        params: { threadId: action.threadId },
        body: { reason: action.reason },
      });
    case 'verify':
      return request(routes.verifyUser, {
        params: { userId: action.userId },
        body: { isVerified: action.isVerified },
      });
    case 'changeRole':
      return request(routes.changeRole, {
        params: { userId: action.userId },
        body: { role: action.role },
      });
    case 'unsuspend':
    case 'purge':
      return sendAccountAction(action);
    case 'approve':
      return request(routes.approveRegistration, { params: { userId: action.userId } });
    case 'reject':
      return request(routes.rejectRegistration, {
        params: { userId: action.userId },
        body: { reason: action.reason },
      });
    case 'revokeInvitation':
      return request(routes.revokeInvitation, { params: { invitationId: action.invitationId } });
    default:
      return sendStrikeAction(action);
  }
}

function sendAccountAction(action: AccountAction): Promise<{ message?: string }> {
  const { kind, userId, reason } = action;
  const params = { userId };
  if (kind === 'unsuspend') {
    return request(routes.unsuspendUser, { params, body: { reason } });
  }
  return request(routes.purgeUser, { params, body: { username: action.username, reason } });
}

function sendStrikeAction(action: StrikeActionOfModerator): Promise<{ message?: string }> {
  switch (action.kind) {
    case 'strike':
      return request(routes.createStrike, {
        params: { userId: action.userId },
        body: action.strike,
      }).then(() => ({}));
    case 'lift':
      return request(routes.liftStrike, {
        params: { strikeId: action.strikeId },
        body: { reason: action.reason },
      });
    case 'decideAppeal':
      return request(routes.decideAppeal, {
        params: { strikeId: action.strikeId },
        body: { isLifted: action.isLifted, text: action.text },
      });
  }
}
