import type { Stats } from '@skein/contracts/moderation';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { ListMessage } from '../../../ui/list-message.tsx';
import { locale, t } from '../../../i18n/index.ts';
import { statsQuery } from '../api/admin.queries.ts';
import { AdminListSkeleton } from './admin-list.tsx';

const bytesPerMegabyte = 1_000_000;
const numbers = new Intl.NumberFormat(locale);
const megabytes = new Intl.NumberFormat(locale, {
  style: 'unit',
  unit: 'megabyte',
  maximumFractionDigits: 1,
});

const shown = [
  'accounts',
  'activeAccounts',
  'suspendedAccounts',
  'threads',
  'messages',
  'mediaFiles',
  'mediaBytes',
  'openReports',
] as const satisfies readonly (keyof Stats)[];

/** How much there is of everything. */
export function AdminStats() {
  const { data, isPending, refetch } = useQuery(statsQuery);
  if (isPending) return <AdminListSkeleton />;
  if (data === undefined) {
    return (
      <ListMessage text={t('admin.loadFailed')}>
        <Button variant="secondary" onClick={() => void refetch()}>
          {t('common.tryAgain')}
        </Button>
      </ListMessage>
    );
  }
  return (
    <dl className="grid grid-cols-2 gap-px border-b border-line bg-line sm:grid-cols-4">
      {shown.map((figure) => (
        <div key={figure} className="flex flex-col-reverse justify-end bg-canvas p-4">
          <dt className="text-sm text-muted">{t(`admin.stat.${figure}`)}</dt>
          <dd className="text-xl font-semibold tabular-nums">
            {figure === 'mediaBytes'
              ? megabytes.format(data.mediaBytes / bytesPerMegabyte)
              : numbers.format(data[figure])}
          </dd>
        </div>
      ))}
    </dl>
  );
}
