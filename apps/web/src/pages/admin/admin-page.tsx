import { useParams } from 'react-router-dom';
import { Page } from '../../ui/layout/page.tsx';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { ListMessage } from '../../ui/list-message.tsx';
import { AdminAlerts } from '../../features/moderation/components/admin-alerts.tsx';
import { AdminAnnouncements } from '../../features/moderation/components/admin-announcements.tsx';
import { AdminAudit } from '../../features/moderation/components/admin-audit.tsx';
import { AdminBlocks } from '../../features/moderation/components/admin-blocks.tsx';
import { AdminInvitations } from '../../features/moderation/components/admin-invitations.tsx';
import { AdminPageText } from '../../features/moderation/components/admin-page-text.tsx';
import { AdminProtection } from '../../features/moderation/components/admin-protection.tsx';
import { AdminRegistrations } from '../../features/moderation/components/admin-registrations.tsx';
import { AdminResponses } from '../../features/moderation/components/admin-responses.tsx';
import { AdminRules } from '../../features/moderation/components/admin-rules.tsx';
import { AdminSettings } from '../../features/moderation/components/admin-settings.tsx';
import { AdminStats } from '../../features/moderation/components/admin-stats.tsx';
import { AdminUsage } from '../../features/moderation/components/admin-usage.tsx';
import { AdminUsers } from '../../features/moderation/components/admin-users.tsx';
import { AdminWebhooks } from '../../features/moderation/components/admin-webhooks.tsx';
import { AdminThreads } from '../../features/moderation/components/admin-threads.tsx';
import { AppealList } from '../../features/moderation/components/appeal-list.tsx';
import { ReportList } from '../../features/moderation/components/report-list.tsx';
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
