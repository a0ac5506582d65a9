import { useMinuteClock } from '../lib/minute-clock.ts';
import { Tooltip } from './tooltip.tsx';
import { formatFullTime, formatRelativeTime, formatSpokenTime } from '../i18n/relative-time.ts';

interface RelativeTimeProps {
  /** ISO 8601. */
  time: string | null | undefined;
  className?: string;
  /** Replaces the short format. */
  format?: (time: string | null | undefined, nowMs: number) => string;
}

/** A relative time that updates itself, in words for screen readers, with the full date as a tooltip. */
export function RelativeTime({ time, className, format = formatRelativeTime }: RelativeTimeProps) {
  const nowMs = useMinuteClock();
  const shown = format(time, nowMs);
  const spoken = formatSpokenTime(time, nowMs);
  if (!time || Number.isNaN(Date.parse(time))) return <span className={className}>{shown}</span>;
  return (
    <Tooltip text={() => formatFullTime(time)}>
      <time dateTime={time} className={className}>
        {shown === spoken ? (
          shown
        ) : (
          <>
            <span aria-hidden>{shown}</span>
            <span className="sr-only">{spoken}</span>
          </>
        )}
      </time>
    </Tooltip>
  );
}
