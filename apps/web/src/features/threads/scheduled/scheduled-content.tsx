import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ScheduledThread } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';

/** The content warning of a scheduled thread. */
export function ScheduledWarning({ text }: { text: string }) {
  return (
    <p className="flex items-center gap-2 wrap-anywhere" dir="auto">
      <TriangleAlert aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="sr-only">{t('composer.contentWarning')}: </span>
      {text}
    </p>
  );
}

/** The question and options of a poll, without votes. */
export function ScheduledPoll({ poll }: { poll: NonNullable<ScheduledThread['poll']> }) {
  return (
    <div className="mt-2 rounded-lg border border-line px-3 py-2.5 wrap-anywhere">
      <p className="font-medium" dir="auto">
        {t('scheduled.poll', { question: poll.question })}
      </p>
      <ul className="mt-1 list-disc pl-5 text-muted">
        {poll.options.map((option) => (
          <li key={option} dir="auto">
            {option}
          </li>
        ))}
      </ul>
    </div>
  );
}
