import type { Notification, NotificationsTab } from '@skein/contracts/notifications';
import { notificationsPageSize } from '@skein/contracts/limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { NewItemsPill } from '../../ui/new-items-pill.tsx';
import { scrollToTop } from '../../lib/scroll-to-top.ts';
import { t } from '../../i18n/index.ts';
import { notificationHeadQuery, notificationsQuery } from './notifications.queries.ts';
import { listNewNotifications } from './list-new-notifications.ts';

interface NewNotificationsPillProps {
  tab: NotificationsTab;
  shown: readonly Notification[];
}

/** Shows the number of new notifications. A click adds them to the list. */
export function NewNotificationsPill({ tab, shown }: NewNotificationsPillProps) {
  const client = useQueryClient();
  const { data: head } = useQuery(notificationHeadQuery(tab));
  const count = head ? listNewNotifications(head.content, shown).length : 0;
  const showNew = () => {
    if (!head) return;
    const list = { pages: [head], pageParams: [null] };
    client.setQueryData(notificationsQuery(tab).queryKey, list);
    scrollToTop();
  };
  return <NewItemsPill text={count > 0 ? describe(count) : null} onClick={showNew} />;
}

function describe(count: number): string {
  return count < notificationsPageSize
    ? t('notifications.new', { count })
    : t('notifications.manyNew', { count });
}
