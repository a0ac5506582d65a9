import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigationType } from 'react-router-dom';
import { Button } from '../../../ui/button.tsx';
import { ListMessage } from '../../../ui/list-message.tsx';
import { t } from '../../../i18n/index.ts';
import { ThreadListEnd } from '../../threads/list/thread-list-end.tsx';
import { notificationsQuery } from '../api/notifications.queries.ts';
import type { NotificationsTab } from '@skein/contracts/notifications';
import { useFirstLook } from '../model/use-first-look.ts';
import { NewNotificationsPill } from './new-notifications-pill.tsx';
import { NotificationRow } from './notification-row.tsx';
import { NotificationsSkeleton } from './notifications-skeleton.tsx';

/** The notifications of a tab, with all states. */
export function NotificationList({ tab }: { tab: NotificationsTab }) {
  // Going back shows what one left; every other visit begins with what is new.
  const isReturn = useNavigationType() === 'POP';
  const query = useInfiniteQuery({
    ...notificationsQuery(tab),
    refetchOnMount: isReturn || 'always',
  });
  const all = query.data ?? [];
  // A request that is decided has left its list (spec, section 4).
  const shown =
    tab === 'requests' ? all.filter((item) => item.followRequest?.status === 'pending') : all;
  const firstSeen = useFirstLook(shown);
  if (query.data === undefined) {
    if (!query.isError) return <NotificationsSkeleton />;
    return (
      <ListMessage text={t('notifications.error')}>
        <Button variant="secondary" onClick={() => void query.refetch()}>
          {t('common.tryAgain')}
        </Button>
      </ListMessage>
    );
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
              isNew={!notification.isRead || firstSeen.has(notification.id)}
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
