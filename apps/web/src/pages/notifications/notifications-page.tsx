import { notificationsTabs } from '@skein/contracts/constants';
import { useSearchParams } from 'react-router-dom';
import { Page } from '../../ui/layout/page.tsx';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { MarkAllRead } from '../../features/notifications/mark-all-read.tsx';
import { FilteredLink } from '../../features/notifications/filtered-notifications.tsx';
import { NotificationList } from '../../features/notifications/notification-list.tsx';
import { t } from '../../i18n/index.ts';
import { useMediaQuery } from '../../lib/media-query.ts';
import { paths } from '../../lib/paths.ts';
import { SidePanels } from '../side-panels/side-panels.tsx';

/** The width from which the header has room for "Mark all as read" in every language. */
const wideWindow = '(width >= 40rem)';

/** The notifications of the viewer. Each tab has its own URL. */
export function NotificationsPage() {
  const [search] = useSearchParams();
  const isWide = useMediaQuery(wideWindow);
  const current = notificationsTabs.find((tab) => tab === search.get('tab')) ?? 'all';
  return (
    <Page
      title={t('notifications.title')}
      actions={isWide && <MarkAllRead />}
      aside={<SidePanels />}
    >
      <LinkTabs
        label={t('notifications.tabs')}
        replace
        tabs={notificationsTabs.map((tab) => ({
          to: tab === 'all' ? paths.notifications : `${paths.notifications}?tab=${tab}`,
          label: t(`notifications.tab.${tab}`),
          isCurrent: tab === current,
        }))}
      />
      {!isWide && (
        <div className="flex justify-end border-b border-line px-2 py-1">
          <MarkAllRead />
        </div>
      )}
      {current === 'all' && <FilteredLink />}
      <NotificationList key={current} tab={current} />
    </Page>
  );
}
