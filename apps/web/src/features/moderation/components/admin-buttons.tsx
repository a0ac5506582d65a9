import type { NamedUser } from '@skein/contracts/moderation';
import { t } from '../../../i18n/index.ts';
import { useAdminister } from '../api/administer.mutation.ts';
import { ReasonedButton } from './reasoned-button.tsx';

/** Shuts an account, or opens it again. */
export function SuspendButton({ person }: { person: NamedUser }) {
  const { id: userId, name } = person;
  const suspension = useAdminister();
  const kind = person.isSuspended ? 'unsuspend' : 'suspend';
  return (
    <ReasonedButton
      label={t(`admin.${kind}`)}
      title={t(`admin.${kind}User`, { name })}
      text={t(`admin.${kind}Text`)}
      isBusy={suspension.isPending}
      onConfirm={(reason) => suspension.mutate({ kind, userId, reason })}
    />
  );
}

/** Deletes anybody's thread. */
export function RemoveThreadButton({ threadId }: { threadId: string }) {
  const removal = useAdminister();
  return (
    <ReasonedButton
      label={t('admin.removeThread')}
      title={t('admin.removeThread')}
      text={t('admin.removeText')}
      isBusy={removal.isPending}
      onConfirm={(reason) => removal.mutate({ kind: 'removeThread', threadId, reason })}
    />
  );
}
