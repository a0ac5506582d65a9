import { Page } from '../../ui/layout/page.tsx';
import { SidePanels } from '../side-panels/side-panels.tsx';
import { OwnProfile } from '../../features/settings/profile/own-profile.tsx';
import { WithCurrentUser } from '../../features/settings/profile/with-current-user.tsx';
import { t } from '../../i18n/index.ts';

/** The viewer's own profile, which can be edited here. */
export function OwnProfilePage() {
  return (
    <Page title={t('profile.title')} aside={<SidePanels />}>
      <WithCurrentUser renderUser={(user) => <OwnProfile user={user} />} />
    </Page>
  );
}
