import { t } from '../../i18n/index.ts';
import { formatFullTime } from '../../i18n/relative-time.ts';

/** When a mute ends: "Until Friday, December 4, 2026 at 2:00 PM". */
export function formatMuteEnd(mutedUntil: string): string {
  return t('userMenu.mutedUntil', { time: formatFullTime(mutedUntil) });
}
