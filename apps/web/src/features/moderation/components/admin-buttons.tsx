import type { NamedUser } from '@skein/contracts/moderation';
import { t } from '../../../i18n/index.ts';
import { useAdminAction } from '../api/admin-action.mutation.ts';
import { ReasonButton } from './reason-button.tsx';

/** Suspends an account or lifts its suspension. */
export function SuspendButton({ user }: { user: NamedUser }) {
  const { id: userId, name } = user;
  const suspension = useAdminAction();
  const kind = user.isSuspended ? 'unsuspend' : 'suspend';
  return (
    <ReasonButton
      label={t(`admin.${kind}`)}
      title={t(`admin.${kind}User`, { name })}
      text={t(`admin.${kind}Text`)}
      isBusy={suspension.isPending}
      onConfirm={(reason) => suspension.mutate({ kind, userId, reason })}
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
