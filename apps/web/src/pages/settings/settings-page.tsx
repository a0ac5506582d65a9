import type { CurrentUser } from '@skein/contracts/users';
import { Page } from '../../ui/layout/page.tsx';
import { AboutSettings } from '../../features/settings/layout/about-settings.tsx';
import { AppearanceSettings } from '../../features/settings/layout/appearance-settings.tsx';
import { DataSettings } from '../../features/settings/data/data-settings.tsx';
import { FollowedHashtags } from '../../features/settings/feed/followed-hashtags.tsx';
import { ListSettings } from '../../features/settings/feed/list-settings.tsx';
import { KeywordFilters } from '../../features/settings/privacy/keyword-filters.tsx';
import { NotificationSettings } from '../../features/settings/notifications/notification-settings.tsx';
import { WithCurrentUser } from '../../features/settings/profile/with-current-user.tsx';
import { SettingsForm } from '../../features/settings/profile/settings-form.tsx';
import { SettingsNavigation } from '../../features/settings/layout/settings-navigation.tsx';
import { SettingsSection } from '../../features/settings/layout/settings-section.tsx';
import { SettingsSkeleton } from '../../features/settings/layout/settings-skeleton.tsx';
import { useSettingsLoaded } from '../../features/settings/layout/use-settings-loaded.ts';
import {
  useCurrentSection,
  useSectionInView,
} from '../../features/settings/layout/use-section-in-view.ts';
import { t } from '../../i18n/index.ts';

/** The settings of the account and of this device. */
export function SettingsPage() {
  const current = useCurrentSection();
  return (
    <Page
      title={t('settings.title')}
      aside={
        <SettingsNavigation
          current={current}
          className="sticky top-4 flex flex-col items-stretch"
        />
      }
    >
      <SettingsNavigation
        current={current}
        className="sticky top-14 z-10 flex overflow-x-auto border-b border-line bg-canvas px-1 [scrollbar-width:none] lg:hidden"
      />
      <WithCurrentUser renderUser={(user) => <Sections user={user} />} />
    </Page>
  );
}

function Sections({ user }: { user: CurrentUser }) {
  const isLoaded = useSettingsLoaded();
  useSectionInView(isLoaded);
  if (!isLoaded) return <SettingsSkeleton />;
  return (
    <>
      <SettingsForm user={user} />
      <SettingsSection id="feeds" title={t('settings.feeds')}>
        <ListSettings />
        <KeywordFilters />
        <FollowedHashtags />
      </SettingsSection>
      <SettingsSection id="appearance" title={t('settings.appearance')}>
        <AppearanceSettings user={user} />
      </SettingsSection>
      <SettingsSection id="notifications" title={t('settings.notifications')}>
        <NotificationSettings />
      </SettingsSection>
      <SettingsSection id="data" title={t('settings.data')}>
        <DataSettings user={user} />
      </SettingsSection>
      <SettingsSection id="about" title={t('settings.about')}>
        <AboutSettings />
      </SettingsSection>
    </>
  );
}
