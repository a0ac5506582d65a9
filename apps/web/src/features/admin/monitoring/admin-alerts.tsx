import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { t } from '../../../i18n/index.ts';
import { alertsQuery } from '../shared/admin.queries.ts';

/** What needs the attention of administrators. Nothing if all is well, or while that is unknown. */
export function AdminAlerts() {
  const { data: alerts = [] } = useQuery(alertsQuery);
  if (alerts.length === 0) return null;
  return (
    <ul
      aria-label={t('admin.alerts.title')}
      className="flex flex-col gap-2 border-b border-line bg-accent-soft px-4 py-3 text-sm"
    >
      {alerts.map(({ kind, job, since }) => (
        <li key={`${kind} ${job ?? ''}`} className="flex gap-2">
          <TriangleAlert size="1.125rem" aria-hidden className="shrink-0 text-danger" />
          <span className="wrap-anywhere">
            {t(`admin.alert.${kind}`, { job: job ?? '' })}{' '}
            <RelativeTime time={since} className="text-muted" />
          </span>
        </li>
      ))}
    </ul>
  );
}
