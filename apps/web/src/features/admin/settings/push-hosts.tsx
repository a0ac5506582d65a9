import type { PushHost } from '@skein/contracts/moderation';
import { useQuery } from '@tanstack/react-query';
import { locale, t } from '../../../i18n/index.ts';
import { firstClick } from '../../../lib/first-click.ts';
import { Button } from '../../../ui/button.tsx';
import { FocusRegion } from '../../../ui/focus-region.tsx';
import { AdminLoadError } from '../shared/admin-load-error.tsx';
import { pushHostsQuery, useSetPushHost } from './push-hosts.mutation.ts';

const dateFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });

/** Hosts of push services whose subscriptions were rejected, with buttons that allow them. */
export function PushHosts() {
  const { data: hosts, error, refetch } = useQuery(pushHostsQuery);
  return (
    <FocusRegion>
      <h2 className="font-medium">{t('admin.pushHosts.title')}</h2>
      <p className="mt-0.5 text-sm text-muted">
        {t(hosts?.length === 0 ? 'admin.pushHosts.empty' : 'admin.pushHosts.text')}
      </p>
      {hosts === undefined && error !== null && (
        <AdminLoadError error={error} onRetry={() => void refetch()} />
      )}
      <ul className="mt-2">
        {hosts?.map((host) => (
          <li key={host.host} className="border-b border-line py-3 last:border-b-0">
            <Entry entry={host} />
          </li>
        ))}
      </ul>
    </FocusRegion>
  );
}

function Entry({ entry: { host, isAllowed, rejectedCount, rejectedAt } }: { entry: PushHost }) {
  const { mutate, isPending } = useSetPushHost(host);
  const date = dateFormat.format(new Date(rejectedAt));
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{host}</p>
        <p className="text-sm text-muted">
          {isAllowed
            ? t('admin.pushHosts.allowed')
            : t('admin.pushHosts.rejected', { count: rejectedCount, date })}
        </p>
      </div>
      <Button
        size="sm"
        variant="secondary"
        aria-label={t(isAllowed ? 'admin.pushHosts.rejectHost' : 'admin.pushHosts.allowHost', {
          host,
        })}
        isBusy={isPending}
        onClick={firstClick(() => mutate(!isAllowed))}
      >
        {t(isAllowed ? 'admin.pushHosts.reject' : 'admin.pushHosts.allow')}
      </Button>
    </div>
  );
}
