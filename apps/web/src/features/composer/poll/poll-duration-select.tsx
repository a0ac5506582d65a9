import ChevronDown from 'lucide-react/icons/chevron-down';
import { locale, t } from '../../../i18n/index.ts';
import { pollDurations } from './poll-draft.ts';

interface PollDurationSelectProps {
  minutes: number;
  onChange: (minutes: number) => void;
}

/** Selects the duration of a poll. */
export function PollDurationSelect({ minutes, onChange }: PollDurationSelectProps) {
  return (
    <label className="relative inline-flex items-center gap-2">
      {t('composer.pollDuration')}
      <select
        value={minutes}
        className="h-8 appearance-none rounded-full border border-line bg-transparent pr-8 pl-3 font-medium"
        onChange={({ target }) => onChange(Number(target.value))}
      >
        {pollDurations.map((duration) => (
          <option key={duration} value={duration} className="bg-raised text-ink">
            {describeDuration(duration)}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute right-2.5 size-4" />
    </label>
  );
}

const hour = 60;
const day = 24 * hour;

function describeDuration(minutes: number): string {
  if (minutes >= day) return formatUnit(minutes / day, 'day');
  return minutes >= hour ? formatUnit(minutes / hour, 'hour') : formatUnit(minutes, 'minute');
}

function formatUnit(count: number, unit: 'day' | 'hour' | 'minute'): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}
