import { useInfiniteQuery } from '@tanstack/react-query';
import { FocusRegion } from '../../ui/focus-region.tsx';
import { ListMessage } from '../../ui/list-message.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { t } from '../../i18n/index.ts';
import { ThreadListEnd } from '../threads/list/thread-list-end.tsx';
import { notificationsQuery } from './notifications.queries.ts';
import type { Notification, NotificationsTab } from '@skein/contracts/notifications';
import { useNavigationType } from 'react-router-dom';
import { useLastSeen } from './use-last-seen.ts';
import { useUnreadHighlights } from './use-unread-highlights.ts';
import { NewNotificationsPill } from './new-notifications-pill.tsx';
import { NotificationRow } from './notification-row.tsx';
import { NotificationsSkeleton } from './notifications-skeleton.tsx';

/** The notifications of a tab, or their loading, error or empty state. */
export function NotificationList({ tab }: { tab: NotificationsTab }) {
  return (
    <FocusRegion>
      <NotificationListContent tab={tab} />
    </FocusRegion>
  );
}

function NotificationListContent({ tab }: { tab: NotificationsTab }) {
  // Going back shows the cached list. Every other visit loads the newest notifications.
  const isReturn = useNavigationType() === 'POP';
  const query = useInfiniteQuery({
    ...notificationsQuery(tab),
    refetchOnMount: isReturn || 'always',
  });
  const all = query.data ?? [];
  // The list of requests excludes decided ones.
  const shown =
    tab === 'requests' ? all.filter((item) => item.followRequest?.status === 'pending') : all;
  const highlightedIds = useUnreadHighlights(shown);
  const isUnread = ({ id, isRead }: Notification) => !isRead || highlightedIds.has(id);
  const lastSeen = useLastSeen(tab, all[0]?.createdAt);
  if (query.data === undefined) {
    if (!query.isError) return <NotificationsSkeleton />;
    return <LoadError text={t('notifications.error')} onRetry={() => void query.refetch()} />;
  }
  return (
    <>
      <NewNotificationsPill tab={tab} shown={all} />
      {shown.length === 0 && !query.hasNextPage && (
        <ListMessage text={t(`notifications.empty.${tab}`)} />
      )}
      <ul aria-label={t(`notifications.tab.${tab}`)}>
        {shown.map((notification) => (
          <li key={notification.id}>
            <NotificationRow
              notification={notification}
              isUnread={isUnread(notification)}
              isNew={isUnread(notification) && notification.createdAt > lastSeen}
            />
          </li>
        ))}
      </ul>
      {(shown.length > 0 || query.hasNextPage) && (
        <ThreadListEnd query={query} text={t('notifications.end')} />
      )}
    </>
  );
}
