import type { Session } from '@skein/contracts/auth';
import { useQuery } from '@tanstack/react-query';
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone';
import { Button } from '../../../ui/button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { firstClick } from '../../../lib/first-click.ts';
import { t } from '../../../i18n/index.ts';
import { useEndSession } from './end-session.mutation.ts';
import { sessionsQuery } from './sessions.queries.ts';
import { formatTimeAgo } from '../layout/time-ago.ts';
import { SettingsList } from '../layout/settings-list.tsx';

/** The sessions of the viewer, each with a button that ends it. */
export function SessionList() {
  const query = useQuery(sessionsQuery);
  return (
    <SettingsList title={t('sessions.title')} error={t('sessions.error')} query={query}>
      <ul className="divide-y divide-line">
        {query.data?.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
    </SettingsList>
  );
}

function SessionRow({ session }: { session: Session }) {
  const { id, device, address, lastSeenAt, isCurrent } = session;
  const end = useEndSession(id);
  return (
    <li className="flex items-center gap-3 py-3">
      <MonitorSmartphone size="1.25rem" className="shrink-0 text-muted" aria-hidden />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {device}
          {isCurrent && (
            <span className="rounded-sm bg-accent-soft px-1.5 py-0.5 text-xs text-accent-strong">
              {t('sessions.thisDevice')}
            </span>
          )}
        </p>
        <p className="text-sm text-muted wrap-anywhere">
          {address !== null && <span>{address} · </span>}
          {t('sessions.lastSeen')} <RelativeTime time={lastSeenAt} format={formatTimeAgo} />
        </p>
      </div>
      {!isCurrent && (
        <Button
          size="sm"
          variant="secondary"
          aria-label={t('sessions.endNamed', { device })}
          isBusy={end.isPending}
          onClick={firstClick(() => end.mutate())}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}
