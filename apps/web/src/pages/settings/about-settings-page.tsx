import { AboutSettings } from '../../features/settings/layout/about-settings.tsx';
import { SettingsContent } from '../../features/settings/layout/settings-content.tsx';

export function AboutSettingsPage() {
  return (
    <SettingsContent page="about">
      <AboutSettings />
    </SettingsContent>
  );
}
