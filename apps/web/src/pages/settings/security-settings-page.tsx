import type { CurrentUser } from '@skein/contracts/users';
import { useQuery } from '@tanstack/react-query';
import { useOutletContext } from 'react-router-dom';
import { Setting } from '../../features/settings/layout/setting.tsx';
import { SettingsContent } from '../../features/settings/layout/settings-content.tsx';
import { SettingsLink } from '../../features/settings/layout/settings-link.tsx';
import { SettingsRow } from '../../features/settings/layout/settings-row.tsx';
import { AuthorizedAppList } from '../../features/settings/security/authorized-app-list.tsx';
import { authorizedAppsQuery } from '../../features/settings/security/authorized-apps.queries.ts';
import { EmailSettings } from '../../features/settings/security/email-settings.tsx';
import { emailQuery } from '../../features/settings/security/email.queries.ts';
import { identitiesQuery } from '../../features/settings/security/identities.queries.ts';
import { IdentitySettings } from '../../features/settings/security/identity-settings.tsx';
import { PasskeyList } from '../../features/settings/security/passkey-list.tsx';
import { passkeysQuery } from '../../features/settings/security/passkeys.queries.ts';
import { SessionList } from '../../features/settings/security/session-list.tsx';
import { sessionsQuery } from '../../features/settings/security/sessions.queries.ts';
import { TwoFactorSettings } from '../../features/settings/security/two-factor-settings.tsx';
import { twoFactorQuery } from '../../features/settings/security/two-factor.queries.ts';
import { t } from '../../i18n/index.ts';
import { paths } from '../../lib/paths.ts';

/** How the user signs in, and what is signed in. */
export function SecuritySettingsPage() {
  const user = useOutletContext<CurrentUser>();
  const queries = [
    useQuery(emailQuery),
    useQuery(twoFactorQuery),
    useQuery(passkeysQuery),
    useQuery(identitiesQuery),
    useQuery(sessionsQuery),
    useQuery(authorizedAppsQuery),
  ];
  return (
    <SettingsContent page="security" queries={queries}>
      <SettingsRow title={t('settings.password')} text={t('settings.inProfile')}>
        <SettingsLink to={paths.changePassword}>{t('password.change')}</SettingsLink>
      </SettingsRow>
      <Setting id="email">
        <EmailSettings />
      </Setting>
      <Setting id="two-factor">
        <TwoFactorSettings />
      </Setting>
      <Setting id="passkeys">
        <PasskeyList />
      </Setting>
      <Setting id="identity">
        <IdentitySettings email={user.email} />
      </Setting>
      <Setting id="sessions">
        <SessionList />
      </Setting>
      <Setting id="apps">
        <AuthorizedAppList />
      </Setting>
    </SettingsContent>
  );
}
