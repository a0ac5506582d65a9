import type { Strike } from '@skein/contracts/moderation';
import { dateLocale, t } from '../../../i18n/index.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';

const endFormat = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'long', timeStyle: 'short' });

/** An action of a moderator: the reason, the thread, and what became of it. */
export function StrikeSummary({ strike }: { strike: Omit<Strike, 'appealableUntil'> }) {
  const { action, rules, text, threadText, createdAt, endsAt, liftedAt, appeal } = strike;
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold">{t(`strikes.action.${action}`)}</span>
        <RelativeTime time={createdAt} className="text-sm text-muted" />
        {liftedAt !== null && <span className="text-sm text-accent">{t('strikes.lifted')}</span>}
        {liftedAt === null && endsAt !== null && (
          <span className="text-sm text-muted">
            {t('strikes.until', { time: endFormat.format(new Date(endsAt)) })}
          </span>
        )}
      </p>
      {rules.length > 0 && (
        <ul aria-label={t('strikes.rules')} className="list-disc pl-5 text-sm wrap-anywhere">
          {[...new Set(rules)].map((rule) => (
            <li key={rule} dir="auto">
              {rule}
            </li>
          ))}
        </ul>
      )}
      {strike.isAutomatic && <p>{t('strikes.automatic')}</p>}
      {text !== null && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {text}
        </p>
      )}
      {threadText !== null && threadText !== '' && (
        <blockquote
          dir="auto"
          className="line-clamp-6 border-l-2 border-line pl-3 wrap-anywhere whitespace-pre-line text-muted"
        >
          {threadText}
        </blockquote>
      )}
      {appeal !== null && (
        <div className="rounded-md bg-hover px-3 py-2 text-sm">
          <p className="font-medium">{t(`strikes.appealStatus.${appeal.status}`)}</p>
          <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line">
            {appeal.text}
          </p>
          {appeal.decisionText && (
            <>
              <p className="mt-2 font-medium">{t('strikes.decisionText')}</p>
              <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line">
                {appeal.decisionText}
              </p>
            </>
          )}
        </div>
      )}
    </>
  );
}
