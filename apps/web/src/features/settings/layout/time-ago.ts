import { t } from '../../../i18n/index.ts';
import { formatRelativeTime } from '../../../i18n/relative-time.ts';

const minuteMs = 60_000;
const relativeMs = 30 * 24 * 60 * minuteMs;

/** A relative time for use in a sentence: now, 3m ago, or a date. */
export function formatTimeAgo(time: string | null | undefined, nowMs: number): string {
  const ageMs = nowMs - Date.parse(time ?? '');
  const text = formatRelativeTime(time, nowMs);
  return ageMs >= minuteMs && ageMs < relativeMs ? t('sessions.ago', { time: text }) : text;
}
