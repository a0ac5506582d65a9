import { useQuery } from '@tanstack/react-query';
import type { FilteredNotifications as FilteredSender } from '@skein/contracts/notifications';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { Link } from 'react-router-dom';
import { t } from '../../i18n/index.ts';
import { firstClick } from '../../lib/first-click.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { FocusRegion } from '../../ui/focus-region.tsx';
import { ListMessage } from '../../ui/list-message.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { UserRow } from '../users/user-row.tsx';
import { UserRowsSkeleton } from '../users/user-rows-skeleton.tsx';
import { filteredQuery, useDecideFiltered } from './filtered.queries.ts';

/** The users whose notifications wait, each with buttons that accept or dismiss them. */
export function FilteredNotifications() {
  const { data: senders, error, refetch } = useQuery(filteredQuery);
  if (senders === undefined) {
    return error === null ? (
      <UserRowsSkeleton text={t('notifications.loading')} />
    ) : (
      <LoadError text={t('notifications.error')} onRetry={() => void refetch()} />
    );
  }
  return (
    <FocusRegion>
      {senders.length === 0 && <ListMessage text={t('notifications.noneFiltered')} />}
      <ul>
        {senders.map((sender) => (
          <li key={sender.user.id} className="border-b border-line p-4">
            <Sender sender={sender} />
          </li>
        ))}
      </ul>
    </FocusRegion>
  );
}

function Sender({ sender: { user, count, latestThread } }: { sender: FilteredSender }) {
  const { mutate, isPending } = useDecideFiltered(user.id);
  const { name } = user;
  return (
    <UserRow user={user}>
      <p className="text-sm text-muted">{t('notifications.filteredCount', { count })}</p>
      {latestThread !== null && (
        <Link
          to={paths.thread(latestThread.id)}
          className="finger line-clamp-2 rounded-sm text-sm wrap-anywhere hover:underline"
        >
          {latestThread.contentWarning ?? (latestThread.content || t('notifications.media'))}
        </Link>
      )}
      <div className="mt-2 flex gap-2">
        <Button
          size="sm"
          aria-label={t('notifications.acceptNamed', { name })}
          disabled={isPending}
          onClick={firstClick(() => mutate('accept'))}
        >
          {t('notifications.accept')}
        </Button>
        <Button
          size="sm"
          variant="secondary"
          aria-label={t('notifications.dismissNamed', { name })}
          disabled={isPending}
          onClick={firstClick(() => mutate('dismiss'))}
        >
          {t('notifications.dismiss')}
        </Button>
      </div>
    </UserRow>
  );
}

/** The link to the filtered notifications. Renders nothing if there are none. */
export function FilteredLink() {
  const { data: senders = [] } = useQuery(filteredQuery);
  if (senders.length === 0) return null;
  return (
    <Link
      to={paths.filteredNotifications}
      className="flex min-h-11 items-center gap-3 border-b border-line px-4 py-2 transition-colors hover:bg-hover active:bg-pressed"
    >
      <span className="grow font-medium">{t('notifications.filteredTitle')}</span>
      <span className="text-sm text-muted">
        {t('notifications.filteredSenders', { count: senders.length })}
      </span>
      <ChevronRight size={18} aria-hidden className="shrink-0 text-muted" />
    </Link>
  );
}
