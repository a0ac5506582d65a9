import { useParams } from 'react-router-dom';
import { Page } from '../../ui/layout/page.tsx';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { ListMessage } from '../../ui/list-message.tsx';
import { AdminAlerts } from '../../features/admin/monitoring/admin-alerts.tsx';
import { AdminAnnouncements } from '../../features/admin/announcements/admin-announcements.tsx';
import { AdminAudit } from '../../features/admin/audit/admin-audit.tsx';
import { AdminBlocks } from '../../features/admin/protection/admin-blocks.tsx';
import { AdminInvitations } from '../../features/admin/registrations/admin-invitations.tsx';
import { AdminPageText } from '../../features/admin/shared/admin-page-text.tsx';
import { AdminProtection } from '../../features/admin/protection/admin-protection.tsx';
import { AdminRegistrations } from '../../features/admin/registrations/admin-registrations.tsx';
import { AdminResponses } from '../../features/admin/responses/admin-responses.tsx';
import { AdminRules } from '../../features/admin/settings/admin-rules.tsx';
import { AdminSettings } from '../../features/admin/settings/admin-settings.tsx';
import { AdminStats } from '../../features/admin/monitoring/admin-stats.tsx';
import { AdminUsage } from '../../features/admin/monitoring/admin-usage.tsx';
import { AdminUsers } from '../../features/admin/users/admin-users.tsx';
import { AdminWebhooks } from '../../features/admin/webhooks/admin-webhooks.tsx';
import { AdminThreads } from '../../features/admin/threads/admin-threads.tsx';
import { AppealList } from '../../features/admin/reports/appeal-list.tsx';
import { ReportList } from '../../features/admin/reports/report-list.tsx';
import { adminPath } from '../../lib/admin-paths.ts';
import {
  adminTabs,
  registrationTabs,
  reportTabs,
  settingsTabs,
  statsTabs,
  tabPermissions,
} from '../../lib/admin-tabs.ts';
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

const allTabs = [...adminTabs, ...reportTabs, ...registrationTabs, ...statsTabs, ...settingsTabs];

/** The administration of the instance. */
export function AdminPage() {
  const { user } = useSession();
  const { tab = 'reports' } = useParams();
  const current = allTabs.find((each) => each === tab) ?? 'reports';
  const parts = [reportTabs, registrationTabs, statsTabs, settingsTabs].find((tabs) =>
    tabs.some((each) => each === current),
  );
  const Content = tabContents[current];
  const isAllowed = (each: AdminTab) => userHasPermission(user, tabPermissions[each]);
  return (
    <Page title={t('admin.title')}>
      {isAllowed(current) ? (
        <>
          <LinkTabs
            label={t('admin.tabs')}
            tabs={adminTabs.filter(isAllowed).map((each) => ({
              to: adminPath(each),
              label: t(`admin.tab.${each}`),
              isCurrent: each === (parts?.[0] ?? current),
            }))}
          />
          {parts && (
            <LinkTabs
              label={t(`admin.tab.${parts[0]}`)}
              tabs={parts
                .map((each) => ({
                  tab: each,
                  to: adminPath(each),
                  label: t(`admin.part.${each}`),
                  isCurrent: each === current,
                }))
                .filter((each) => isAllowed(each.tab))}
            />
          )}
          {userHasPermission(user, 'administrate') && <AdminAlerts />}
          <Content />
        </>
      ) : (
        <ListMessage text={t('admin.notAllowed')} />
      )}
    </Page>
  );
}
