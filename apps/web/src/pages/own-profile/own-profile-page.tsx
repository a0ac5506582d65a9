import { Page } from '../../ui/layout/page.tsx';
import { SidePanels } from '../side-panels/side-panels.tsx';
import { OwnProfile } from '../../features/settings/components/own-profile.tsx';
import { WithCurrentUser } from '../../features/settings/components/with-current-user.tsx';
import { enPeople } from '../../i18n/en-people.ts';
import { enSettings } from '../../i18n/en-settings.ts';
import { enSignIn } from '../../i18n/en-sign-in.ts';
import { addMessages, t } from '../../i18n/index.ts';

addMessages(enPeople);
addMessages(enSettings);
addMessages(enSignIn);

/** The own profile, and where it is edited. */
export function OwnProfilePage() {
  return (
    <Page title={t('profile.title')} aside={<SidePanels />}>
      <WithCurrentUser renderUser={(user) => <OwnProfile user={user} />} />
    </Page>
  );
}
