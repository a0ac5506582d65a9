import { Button } from '../../ui/button.tsx';
import { firstClick } from '../../lib/first-click.ts';
import { t } from '../../i18n/index.ts';
import { useDecideFollowRequest, useIsDecisionPending } from './decide-follow-request.mutation.ts';
import type { Decision } from './decide-follow-request.mutation.ts';

interface FollowRequestButtonsProps {
  requestId: string;
  /** The name of the requester. */
  name: string;
  onDecided?: (decision: Decision) => void;
  onFailed?: () => void;
}

/** The Approve and Reject buttons of a follow request. */
export function FollowRequestButtons({
  requestId,
  name,
  onDecided,
  onFailed,
}: FollowRequestButtonsProps) {
  const { mutate, isPending, variables } = useDecideFollowRequest(requestId);
  const isDeciding = useIsDecisionPending(requestId);
  const decide = (decision: Decision) =>
    mutate(decision, { onSuccess: () => onDecided?.(decision), onError: () => onFailed?.() });
  return (
    <div className="flex gap-2 pt-2">
      <Button
        size="sm"
        aria-description={t('users.approveUser', { name })}
        disabled={isDeciding}
        isBusy={isPending && variables === 'approve'}
        onClick={firstClick(() => decide('approve'))}
      >
        {t('users.approve')}
      </Button>
      <Button
        size="sm"
        variant="secondary"
        aria-description={t('users.rejectUser', { name })}
        disabled={isDeciding}
        isBusy={isPending && variables === 'reject'}
        onClick={firstClick(() => decide('reject'))}
      >
        {t('users.reject')}
      </Button>
    </div>
  );
}
