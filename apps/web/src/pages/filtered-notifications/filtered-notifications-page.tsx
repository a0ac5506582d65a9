import { FilteredNotifications } from '../../features/notifications/filtered-notifications.tsx';
import { t } from '../../i18n/index.ts';
import { hasFederation } from '../../lib/instance.ts';
import { paths } from '../../lib/paths.ts';
import { BackButton } from '../../ui/layout/back-button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { SidePanels } from '../side-panels/side-panels.tsx';

/** The users whose notifications the viewer's settings filter. */
export function FilteredNotificationsPage() {
  return (
    <Page
      title={t('notifications.filteredTitle')}
      leading={<BackButton to={paths.notifications} />}
      aside={<SidePanels />}
    >
      {hasFederation() && (
        <p className="border-b border-line px-4 py-3 text-sm text-muted">
          {t('notifications.filteredHint')}
        </p>
      )}
      <FilteredNotifications />
    </Page>
  );
}
