import type { NamedUser } from '@skein/contracts/moderation';
import { t } from '../../../i18n/index.ts';
import { useAdminAction } from './admin-action.mutation.ts';
import { ReasonButton } from './reason-button.tsx';

/** Lifts the suspension of an account. */
export function UnsuspendButton({ user }: { user: NamedUser }) {
  const { id: userId, name } = user;
  const suspension = useAdminAction();
  return (
    <ReasonButton
      label={t('admin.unsuspend')}
      title={t('admin.unsuspendUser', { name })}
      text={t('admin.unsuspendText')}
      isBusy={suspension.isPending}
      onConfirm={(reason) => suspension.mutate({ kind: 'unsuspend', userId, reason })}
    />
  );
}

/** Removes a thread of any author. */
export function RemoveThreadButton({ threadId }: { threadId: string }) {
  const removal = useAdminAction();
  return (
    <ReasonButton
      label={t('admin.removeThread')}
      title={t('admin.removeThread')}
      text={t('admin.removeText')}
      isBusy={removal.isPending}
      onConfirm={(reason) => removal.mutate({ kind: 'removeThread', threadId, reason })}
    />
  );
}
