import type { CurrentUser } from '@skein/contracts/users';
import { useOutletContext } from 'react-router-dom';
import { AppearanceSettings } from '../../features/settings/layout/appearance-settings.tsx';
import { SettingsContent } from '../../features/settings/layout/settings-content.tsx';

export function AppearanceSettingsPage() {
  return (
    <SettingsContent page="appearance">
      <AppearanceSettings user={useOutletContext<CurrentUser>()} />
    </SettingsContent>
  );
}
