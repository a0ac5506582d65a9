import { useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { t } from '../../../i18n/index.ts';
import { logOut } from '../../auth/sign-in/log-out.ts';
import { loadPending } from './load-pending.ts';
import { pendingPosts } from './pending-store.ts';

interface SignOutDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Confirms that signing out deletes the pending posts. */
export function SignOutDialog({ isOpen, onClose }: SignOutDialogProps) {
  const client = useQueryClient();
  const signOut = async () => {
    onClose();
    try {
      const { deleteAllPosts } = await loadPending();
      await deleteAllPosts(client);
    } catch {
      // The browser denies access to its storage. The user still signs out.
    }
    await logOut();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('pending.signOutTitle')}
      text={t('pending.signOutText', { count: pendingPosts.useValue().length })}
      confirmLabel={t('pending.signOut')}
      isDangerous
      onCancel={onClose}
      onConfirm={() => void signOut()}
    />
  );
}
