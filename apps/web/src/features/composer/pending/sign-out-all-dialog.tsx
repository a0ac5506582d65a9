import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { t } from '../../../i18n/index.ts';
import { getSessionUser, useOtherAccounts, useSession } from '../../../lib/session/index.ts';
import { pendingPostsKey, readItem, removeItem } from '../../../lib/storage.ts';
import { logOutOfAllAccounts } from '../../auth/sign-in/log-out.ts';
import { pendingDatabase } from './pending-database.ts';

interface SignOutAllDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Confirms that all accounts of this browser are signed out, which deletes their pending posts. */
export function SignOutAllDialog({ isOpen, onClose }: SignOutAllDialogProps) {
  const { user } = useSession();
  const accounts = useOtherAccounts();
  const userIds = [user?.id ?? '', ...accounts.map((account) => account.user.id)];
  const hasPosts = userIds.some((userId) => readItem(pendingPostsKey(userId)) !== null);
  const signOut = async () => {
    onClose();
    // If the browser denies access to its storage, the users still sign out.
    await Promise.all(userIds.map(deletePosts)).catch(() => undefined);
    if (getSessionUser() !== null) await logOutOfAllAccounts();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('accounts.logOutOfAllTitle')}
      text={t(hasPosts ? 'accounts.logOutLosesPosts' : 'accounts.logOutOfAllText', {
        count: userIds.length,
      })}
      confirmLabel={t('accounts.logOutOfAll')}
      isDangerous={hasPosts}
      onCancel={onClose}
      onConfirm={() => void signOut()}
    />
  );
}

async function deletePosts(userId: string): Promise<void> {
  if (readItem(pendingPostsKey(userId)) === null) return;
  for (const { id } of await pendingDatabase.list(userId)) await pendingDatabase.remove(id);
  removeItem(pendingPostsKey(userId));
}
