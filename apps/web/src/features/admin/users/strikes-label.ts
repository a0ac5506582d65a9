import type { AdminUser } from '@skein/contracts/moderation';
import { t } from '../../../i18n/index.ts';

/** The label of the control that opens the strikes of an account: their number without the lifted ones. */
export function strikesLabel({ strikesCount }: Pick<AdminUser, 'strikesCount'>): string {
  return strikesCount > 0 ? t('admin.strikes', { count: strikesCount }) : t('admin.earlierStrikes');
}
