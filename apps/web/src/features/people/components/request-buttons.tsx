import { Button } from '../../../components/ui/button.tsx';
import { t } from '../../../lib/i18n/index.ts';
import { useDecideRequest } from '../api/decide-request.mutation.ts';
import type { Decision } from '../api/decide-request.mutation.ts';

interface RequestButtonsProps {
  requestId: string;
  /** Whose request it is. */
  name: string;
  onDecided?: (decision: Decision) => void;
  onFailed?: () => void;
}

/** Approve and Reject, for a request to follow the viewer. */
export function RequestButtons({ requestId, name, onDecided, onFailed }: RequestButtonsProps) {
  const { mutate, isPending, variables } = useDecideRequest(requestId);
  const decide = (decision: Decision) =>
    mutate(decision, { onSuccess: () => onDecided?.(decision), onError: () => onFailed?.() });
  return (
    <div className="flex gap-2 pt-2">
      <Button
        size="sm"
        aria-label={t('people.approvePerson', { name })}
        disabled={isPending}
        isBusy={isPending && variables === 'approve'}
        onClick={() => decide('approve')}
      >
        {t('people.approve')}
      </Button>
      <Button
        size="sm"
        variant="secondary"
        aria-label={t('people.rejectPerson', { name })}
        disabled={isPending}
        isBusy={isPending && variables === 'reject'}
        onClick={() => decide('reject')}
      >
        {t('people.reject')}
      </Button>
    </div>
  );
}
