import { auditActions } from '@skein/contracts/administration';
import type { AdminReport, ReportDetails, ReportEvent } from '@skein/contracts/moderation';
import { t } from '../../../i18n/index.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';

interface ReportHistoryProps {
  report: AdminReport;
  details: Pick<ReportDetails, 'events' | 'resolver'>;
}

/** What was done with a report, the latest first. */
export function ReportHistory({ report, details: { events, resolver } }: ReportHistoryProps) {
  const { status, reporter, createdAt, resolvedAt } = report;
  return (
    <section aria-label={t('admin.history')} className="flex flex-col gap-2">
      <h3 className="font-semibold">{t('admin.history')}</h3>
      <ul className="flex flex-col gap-2 text-sm">
        {status !== 'open' && resolvedAt !== null && (
          <Event text={t(`admin.status.${status}`)} time={resolvedAt} actor={resolver} />
        )}
        {events
          // The decision is shown above.
          .filter(({ action }) => action !== 'dismiss')
          .map((event) => (
            <Event
              key={event.id}
              text={describe(event)}
              time={event.createdAt}
              actor={event.actor}
            />
          ))}
        <Event text={t('admin.reportCreated')} time={createdAt} actor={reporter} />
      </ul>
    </section>
  );
}

interface EventProps {
  text: string;
  time: string;
  actor: { name: string } | null;
}

function Event({ text, time, actor }: EventProps) {
  const name = actor?.name ?? t('admin.unknownUser');
  return (
    <li className="wrap-anywhere">
      {text} <RelativeTime time={time} className="text-muted" />
      <span className="block text-muted">{t('admin.audit.by', { name })}</span>
    </li>
  );
}

function describe({ action, assignee, assigneeId }: ReportEvent): string {
  if (action === 'assign_report') {
    if (assignee === null && typeof assigneeId === 'string') {
      return t('admin.assignedToDeletedEvent', { id: assigneeId });
    }
    return assignee === null
      ? t('admin.unassignedEvent')
      : t('admin.assignedEvent', { username: assignee });
  }
  const known = auditActions.find((each) => each === action);
  return known ? t(`admin.audit.${known}`) : action;
}
