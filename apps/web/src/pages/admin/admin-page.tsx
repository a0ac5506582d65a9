import { useParams } from 'wouter';
import { Page } from '../../ui/layout/page.tsx';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { ListMessage } from '../../ui/list-message.tsx';
import { AdminAudit } from '../../features/moderation/components/admin-audit.tsx';
import { AdminInvitations } from '../../features/moderation/components/admin-invitations.tsx';
import { AdminRegistrations } from '../../features/moderation/components/admin-registrations.tsx';
import { AdminSettings } from '../../features/moderation/components/admin-settings.tsx';
import { AdminStats } from '../../features/moderation/components/admin-stats.tsx';
import { AdminUsers } from '../../features/moderation/components/admin-users.tsx';
import { AdminThreads } from '../../features/moderation/components/admin-threads.tsx';
import { ReportList } from '../../features/moderation/components/report-list.tsx';
import { adminPath, adminTabs, registrationTabs } from '../../lib/admin-paths.ts';
import type { AdminTab } from '../../lib/admin-paths.ts';
import { t } from '../../i18n/index.ts';
import { useSession } from '../../lib/session/index.ts';

const tabContents = {
  reports: ReportList,
  users: AdminUsers,
  registrations: AdminRegistrations,
  invitations: AdminInvitations,
  threads: AdminThreads,
  stats: AdminStats,
  audit: AdminAudit,
  settings: AdminSettings,
} satisfies Record<AdminTab, unknown>;

/** The administration of the instance. */
export function AdminPage() {
  const { user } = useSession();
  const { tab = 'reports' } = useParams();
  const current = [...adminTabs, ...registrationTabs].find((each) => each === tab) ?? 'reports';
  const isRegistrationTab = registrationTabs.some((each) => each === current);
  const Content = tabContents[current];
  return (
    <Page title={t('admin.title')}>
      {user?.isAdmin === true ? (
        <>
          <LinkTabs
            label={t('admin.tabs')}
            tabs={adminTabs.map((each) => ({
              to: adminPath(each),
              label: t(`admin.tab.${each}`),
              isCurrent: each === current || (each === 'registrations' && isRegistrationTab),
            }))}
          />
          {isRegistrationTab && (
            <LinkTabs
              label={t('admin.tab.registrations')}
              tabs={registrationTabs.map((each) => ({
                to: adminPath(each),
                label: t(`admin.registrationTab.${each}`),
                isCurrent: each === current,
              }))}
            />
          )}
          <Content />
        </>
      ) : (
        <ListMessage text={t('admin.notAllowed')} />
      )}
    </Page>
  );
}
