import Clock from 'lucide-react/icons/clock';
import X from 'lucide-react/icons/x';
import { useId, useState } from 'react';
import { scheduledAheadMaxMs } from '@skein/contracts/limits';
import { IconButton } from '../../../ui/icon-button.tsx';
import { t } from '../../../i18n/index.ts';
import { hasPassed, suggestTime, timeZone, toLocalInput } from '../../../lib/local-time.ts';
import { useMinuteClock } from '../../../lib/minute-clock.ts';
import { isPosting } from './composer-reducer.ts';
import type { Composer } from './use-composer.ts';

/** When the thread or chain is published, if the author schedules it. */
export function ScheduleField({ composer }: { composer: Composer }) {
  const { state, dispatch } = composer;
  const [range] = useState(() => ({
    min: toLocalInput(new Date()),
    max: toLocalInput(new Date(Date.now() + scheduledAheadMaxMs)),
  }));
  const now = useMinuteClock();
  const id = useId();
  // A time that was chosen before does not take the focus from the text.
  const [wasScheduled] = useState(state.scheduledAt !== null);
  if (state.scheduledAt === null) return null;
  const change = (scheduledAt: string | null) =>
    dispatch({ type: 'schedule-changed', scheduledAt });
  return (
    <div className="mr-4 mb-4 ml-17 flex items-start gap-3 rounded-lg border border-field bg-sunken py-2 pr-1 pl-3">
      <Clock aria-hidden className="mt-0.5 size-4.5 shrink-0 text-muted" />
      <div className="flex min-w-0 grow flex-col items-start">
        <label htmlFor={id} className="text-sm font-medium">
          {t('composer.scheduleTime')}
        </label>
        <input
          ref={wasScheduled ? undefined : focus}
          id={id}
          type="datetime-local"
          value={state.scheduledAt}
          {...range}
          disabled={isPosting(state)}
          className="my-1.5 -ml-1.5 h-9 max-w-full rounded-sm bg-transparent px-1.5"
          onChange={({ target }) => change(target.value)}
        />
        <p className="text-sm text-muted">{t('composer.scheduleZone', { zone: timeZone() })}</p>
        <p role="alert" className="text-sm text-danger empty:hidden">
          {hasPassed(state.scheduledAt, now) && t('composer.schedulePassed')}
        </p>
      </div>
      <IconButton
        icon={X}
        iconSize={18}
        label={t('composer.removeSchedule')}
        disabled={isPosting(state)}
        onClick={() => change(null)}
      />
    </div>
  );
}

/** Focuses the field and scrolls to it, because it is below all parts of a chain. */
function focus(input: HTMLInputElement | null): void {
  input?.focus();
}

/** The button that schedules the thread. */
export function ScheduleButton({ composer }: { composer: Composer }) {
  const { state, dispatch } = composer;
  return (
    <IconButton
      icon={Clock}
      label={t('composer.schedule')}
      disabled={state.scheduledAt !== null}
      onClick={() =>
        dispatch({ type: 'schedule-changed', scheduledAt: toLocalInput(suggestTime()) })
      }
    />
  );
}
