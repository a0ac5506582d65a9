import type { Stats } from '@skein/contracts/moderation';
import { useQuery } from '@tanstack/react-query';
import { FocusRegion } from '../../../ui/focus-region.tsx';
import { formatBytes } from '../../../i18n/format-bytes.ts';
import { locale, t } from '../../../i18n/index.ts';
import { statsQuery } from '../shared/admin.queries.ts';
import { AdminListSkeleton } from '../shared/admin-list.tsx';
import { AdminInsights } from './admin-insights.tsx';
import { AdminLoadError } from '../shared/admin-load-error.tsx';

const numberFormat = new Intl.NumberFormat(locale);
const formatNumber = (value: number) => numberFormat.format(value);

/** The format of each number, in the order on the page. A missing one does not compile. */
const formats: Record<keyof Stats, (value: number) => string> = {
  accounts: formatNumber,
  activeAccounts: formatNumber,
  suspendedAccounts: formatNumber,
  pendingAccounts: formatNumber,
  threads: formatNumber,
  messages: formatNumber,
  mediaFiles: formatNumber,
  mediaBytes: formatBytes,
  openReports: formatNumber,
};

// `Object.keys` is typed as strings; the record above has exactly these keys.
const statNames = Object.keys(formats) as (keyof Stats)[];

/** The numbers of accounts, threads, messages, files and reports, now and per day. */
export function AdminStats() {
  const { data, error, isPending, refetch } = useQuery(statsQuery);
  return (
    <FocusRegion>
      {data !== undefined ? (
        <>
          <StatsList stats={data} />
          <AdminInsights />
        </>
      ) : isPending ? (
        <AdminListSkeleton />
      ) : (
        <AdminLoadError error={error} onRetry={() => void refetch()} />
      )}
    </FocusRegion>
  );
}

function StatsList({ stats }: { stats: Stats }) {
  return (
    <dl className="grid grid-cols-2 gap-px border-b border-line bg-line sm:grid-cols-3">
      {statNames.map((name) => (
        <div
          key={name}
          className="flex flex-col-reverse justify-end bg-canvas p-4 max-sm:last:odd:col-span-2"
        >
          <dt className="text-sm text-muted">{t(`admin.stat.${name}`)}</dt>
          <dd className="text-xl font-semibold tabular-nums">{formats[name](stats[name])}</dd>
        </div>
      ))}
    </dl>
  );
}
