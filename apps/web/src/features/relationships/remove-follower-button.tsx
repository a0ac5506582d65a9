import UserMinus from 'lucide-react/icons/user-minus';
import { lazy, Suspense, useState } from 'react';
import type { User } from '@skein/contracts/users';
import { IconButton } from '../../ui/icon-button.tsx';
import { t } from '../../i18n/index.ts';
import { useRemoveFollower } from './remove-follower.mutation.ts';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog,
}));

/** Removes a user from the viewer's followers after confirmation. */
export function RemoveFollowerButton({ user }: { user: User }) {
  const { name } = user;
  const [isConfirming, setIsConfirming] = useState(false);
  const remove = useRemoveFollower(user);
  return (
    <>
      <IconButton
        icon={UserMinus}
        label={t('connections.removeFollower', { name })}
        disabled={remove.isPending}
        onClick={() => setIsConfirming(true)}
      />
      {isConfirming && (
        <Suspense>
          <ConfirmDialog
            isOpen
            title={t('connections.removeFollowerTitle', { name })}
            text={t('connections.removeFollowerText')}
            confirmLabel={t('connections.removeFollowerConfirm')}
            isDangerous
            onConfirm={() => {
              setIsConfirming(false);
              remove.mutate();
            }}
            onCancel={() => setIsConfirming(false)}
          />
        </Suspense>
      )}
    </>
  );
}
