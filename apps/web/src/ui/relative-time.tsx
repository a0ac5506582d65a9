import { useMinuteClock } from '../lib/minute-clock.ts';
import { formatFullTime, formatRelativeTime } from '../i18n/relative-time.ts';

interface RelativeTimeProps {
  /** ISO 8601. */
  time: string | null | undefined;
  className?: string;
  /** Replaces the short format. */
  format?: (time: string | null | undefined, nowMs: number) => string;
}

/** A relative time that updates itself, with the full date as a tooltip and for screen readers. */
export function RelativeTime({ time, className, format = formatRelativeTime }: RelativeTimeProps) {
  const nowMs = useMinuteClock();
  const full = formatFullTime(time);
  const shown = format(time, nowMs);
  if (full === '') return <span className={className}>{shown}</span>;
  return (
    <time dateTime={time ?? undefined} data-tooltip={full} className={className}>
      <span aria-hidden>{shown}</span>
      <span className="sr-only">{full}</span>
    </time>
  );
}
