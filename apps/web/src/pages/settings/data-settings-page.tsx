import type { CurrentUser } from '@skein/contracts/users';
import { useOutletContext } from 'react-router-dom';
import { DataSettings } from '../../features/settings/data/data-settings.tsx';
import { SettingsContent } from '../../features/settings/layout/settings-content.tsx';

export function DataSettingsPage() {
  return (
    <SettingsContent page="data">
      <DataSettings user={useOutletContext<CurrentUser>()} />
    </SettingsContent>
  );
}
