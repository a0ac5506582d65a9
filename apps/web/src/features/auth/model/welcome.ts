import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { accountNotice } from './account-notice.ts';

/** Greets someone who has signed in. */
export function welcomeBack(name: string): void {
  toast.success(
    t('auth.welcomeBack'),
    name === '' ? t('auth.welcomeBackText') : t('auth.welcomeBackName', { name }),
    accountNotice,
  );
}
