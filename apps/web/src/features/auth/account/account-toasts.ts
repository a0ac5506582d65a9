import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';

/** The key of all sign-in and sign-up toasts, so that each replaces the one before. */
export const accountToast = { key: 'account' };

/** Greets a user who has signed in. */
export function welcomeBack(name: string): void {
  toast.success(
    t('auth.welcomeBack'),
    name === '' ? t('auth.welcomeBackText') : t('auth.welcomeBackName', { name }),
    accountToast,
  );
}
