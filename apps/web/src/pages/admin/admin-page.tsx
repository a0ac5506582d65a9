import { useParams } from 'react-router-dom';
import { Page } from '../../ui/layout/page.tsx';
import { ListMessage } from '../../ui/list-message.tsx';
import { AdminAlerts } from '../../features/admin/monitoring/admin-alerts.tsx';
import { AdminAnnouncements } from '../../features/admin/announcements/admin-announcements.tsx';
import { AdminAudit } from '../../features/admin/audit/admin-audit.tsx';
import { AdminBlocks } from '../../features/admin/protection/admin-blocks.tsx';
import { AdminNavigation } from '../../features/admin/shared/admin-navigation.tsx';
import { AdminInvitations } from '../../features/admin/registrations/admin-invitations.tsx';
import { AdminPageText } from '../../features/admin/shared/admin-page-text.tsx';
import { AdminProtection } from '../../features/admin/protection/admin-protection.tsx';
import { AdminRegistrations } from '../../features/admin/registrations/admin-registrations.tsx';
import { AdminResponses } from '../../features/admin/responses/admin-responses.tsx';
import { AdminRules } from '../../features/admin/settings/admin-rules.tsx';
import { AdminServers } from '../../features/admin/servers/admin-servers.tsx';
import { AdminSettings } from '../../features/admin/settings/admin-settings.tsx';
import { AdminStats } from '../../features/admin/monitoring/admin-stats.tsx';
import { AdminUsage } from '../../features/admin/monitoring/admin-usage.tsx';
import { AdminUsers } from '../../features/admin/users/admin-users.tsx';
import { AdminWebhooks } from '../../features/admin/webhooks/admin-webhooks.tsx';
import { AdminThreads } from '../../features/admin/threads/admin-threads.tsx';
import { AppealList } from '../../features/admin/reports/appeal-list.tsx';
import { ReportList } from '../../features/admin/reports/report-list.tsx';
import { adminGroups, isTabAvailable, tabPermissions } from '../../lib/admin-tabs.ts';
import { userHasPermission } from '../../lib/user-role.ts';
import type { AdminTab } from '../../lib/admin-tabs.ts';
import { t } from '../../i18n/index.ts';
import { useSession } from '../../lib/session/index.ts';

const tabContents = {
  reports: ReportList,
  appeals: AppealList,
  responses: AdminResponses,
  users: AdminUsers,
  registrations: AdminRegistrations,
  invitations: AdminInvitations,
  blocks: AdminBlocks,
  threads: AdminThreads,
  servers: AdminServers,
  stats: AdminStats,
  usage: AdminUsage,
  audit: AdminAudit,
  settings: AdminSettings,
  protection: AdminProtection,
  announcements: AdminAnnouncements,
  rules: AdminRules,
  about: () => <AdminPageText key="about" page="about" />,
  privacy: () => <AdminPageText key="privacy" page="privacy" />,
  terms: () => <AdminPageText key="terms" page="terms" />,
  webhooks: AdminWebhooks,
} satisfies Record<AdminTab, unknown>;

const allTabs = Object.values(adminGroups).flat();

/** The administration of the instance. */
export function AdminPage() {
  const { user } = useSession();
  const { tab = 'reports' } = useParams();
  const current = allTabs.find((each) => each === tab && isTabAvailable(each)) ?? 'reports';
  const Content = tabContents[current];
  return (
    <Page title={t('admin.title')} isWide>
      {userHasPermission(user, tabPermissions[current]) ? (
        <div className="flex flex-col lg:flex-row">
          <AdminNavigation current={current} />
          <div className="min-w-0 grow border-line lg:min-h-[calc(100dvh-3.5rem)] lg:border-l">
            {userHasPermission(user, 'administrate') && <AdminAlerts />}
            <Content />
          </div>
        </div>
      ) : (
        <ListMessage text={t('admin.notAllowed')} />
      )}
    </Page>
  );
}
