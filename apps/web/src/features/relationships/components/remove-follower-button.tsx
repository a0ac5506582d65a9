import { UserMinus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { User } from '@skein/contracts/users';
import { IconButton } from '../../../ui/icon-button.tsx';
import { t } from '../../../i18n/index.ts';
import { useRemoveFollower } from '../api/remove-follower.mutation.ts';

const ConfirmDialog = lazy(async () => {
  const dialog = await import('../../../ui/confirm-dialog.tsx');
  return { default: dialog.ConfirmDialog };
});

/** Takes a person out of one's own followers, after asking. */
export function RemoveFollowerButton({ person }: { person: User }) {
  const { name } = person;
  const [isAsking, setIsAsking] = useState(false);
  const remove = useRemoveFollower(person);
  return (
    <>
      <IconButton
        icon={UserMinus}
        label={t('people.removeFollower', { name })}
        disabled={remove.isPending}
        onClick={() => setIsAsking(true)}
      />
      {isAsking && (
        <Suspense fallback={null}>
          <ConfirmDialog
            isOpen
            title={t('people.removeFollowerTitle', { name })}
            text={t('people.removeFollowerText')}
            confirmLabel={t('people.removeFollowerConfirm')}
            isDangerous
            onConfirm={() => {
              setIsAsking(false);
              remove.mutate();
            }}
            onCancel={() => setIsAsking(false)}
          />
        </Suspense>
      )}
    </>
  );
}
